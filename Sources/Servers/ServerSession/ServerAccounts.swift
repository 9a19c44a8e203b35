import Domain
import Runtime
import Synchronization

/// The server accounts. The `Source` of each is created when first requested.
public final class ServerAccounts: SourceRepository {
  /// The timelines whose new entries arrive by the server's stream.
  public static let streamedTimelines = LiveUpdates.followedTimelines

  /// The age in seconds from which a timeline is reloaded when shown.
  private static let maxAge = 60.0

  private let accountRepository: any ServerAccountRepository
  private let credentials: any CredentialRepository
  private let makeServer: @Sendable (Account, any Authorization) -> RemoteAccount?
  private let bounds: CacheBounds
  private let hasLiveUpdates: Bool
  private let syncsMarkers: Bool
  private let notifies: Bool
  private let writing: WritingDependencies?
  private let isOffline: Bool
  private let clock: any WallClock
  /// The accounts used so far. All screens share their repositories, and so their requests and caches.
  private let openAccounts = Mutex(State())
  private let (notificationStream, newNotifications) = AsyncStream.makeStream(
    of: NewNotifications.self, bufferingPolicy: .bufferingNewest(16))

  private struct State {
    var accounts: [AccountID: OpenAccount] = [:]
    /// The accounts as last read from the store, or signed in to since.
    var knownAccounts: [AccountID: Account] = [:]
    /// The accounts on screen; nil before this is known, when all count as shown.
    var shownAccounts: Set<AccountID>?
  }

  /// - Parameters:
  ///   - hasLiveUpdates: whether new entries arrive automatically.
  ///   - syncsMarkers: whether read markers are synchronized with servers.
  ///   - notifies: whether observers are notified of changes at all; nil for the value of `hasLiveUpdates`.
  ///   - isOffline: whether to read only the cache and make no requests.
  ///   - writing: nil for read-only accounts.
  ///   - makeServer: creates the requests of an account, or of the reader of a server; nil if it has no server. The
  ///     authorization has no token for readers and offline.
  public init(
    _ accounts: any ServerAccountRepository, credentials: any CredentialRepository, bounds: CacheBounds = CacheBounds(),
    hasLiveUpdates: Bool, notifies: Bool? = nil, syncsMarkers: Bool = false, isOffline: Bool = false,
    writing: WritingDependencies? = nil,
    clock: any WallClock, makeServer: @escaping @Sendable (Account, any Authorization) -> RemoteAccount?
  ) {
    accountRepository = accounts
    self.credentials = credentials
    self.bounds = bounds
    self.hasLiveUpdates = hasLiveUpdates
    self.syncsMarkers = syncsMarkers
    self.notifies = notifies ?? hasLiveUpdates
    self.writing = writing
    self.isOffline = isOffline
    self.clock = clock
    self.makeServer = makeServer
  }

  /// - Throws: `storeFailed` if the accounts could not be read.
  public func accounts() async throws(TimelineError) -> [Account] {
    let accounts: [Account]
    do throws(StoreError) {
      accounts = try await accountRepository.accounts()
    } catch {
      throw Task.isCancelled ? .cancelled : .storeFailed(error)
    }
    for account in accounts { add(account) }
    return accounts
  }

  /// Adds an account that the user has signed in to since `accounts()` was called.
  public func add(_ account: Account) {
    openAccounts.withLock { state in
      let before = state.knownAccounts.updateValue(account, forKey: account.id)
      // Its server has another address.
      if let before, before.origin != account.origin { state.accounts[account.id] = nil }
    }
  }

  /// - Throws: always `unknownAccount`: servers are not signed in to by password.
  public func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    throw .unknownAccount(handle: handle)
  }

  /// nil for an account that `accounts()` has not returned.
  public func source(of account: AccountID) -> Source? { open(account)?.source }

  /// Sets the accounts on screen. Only these receive live updates. An account that is shown again loads what it
  /// missed.
  public func show(_ accounts: Set<AccountID>) {
    openAccounts.withLock { state in
      guard state.shownAccounts != accounts else { return }
      state.shownAccounts = accounts
      for (id, account) in state.accounts { account.timelines.setShown(accounts.contains(id)) }
    }
  }

  /// Reports what another process has stored, on the accounts on screen.
  public func storeDidChange() async {
    for account in openAccounts.withLock({ Array($0.accounts.values) }) { await account.timelines.storeDidChange() }
  }

  /// Sends the queued actions and the outbox of an account.
  /// - Returns: nil if the account does not belong to a server or is read-only.
  func sendPending(of account: AccountID) async -> SendReport? {
    guard let writing = open(account)?.writing else { return nil }
    // Actions first: a muted account should not get a reply.
    let failure = await writing.actions.sendPending()
    var sent = await writing.publishing.sendPending()
    sent.failure = sent.failure ?? failure
    return sent
  }

  /// Sends a draft as an account and returns when nothing more can be done for it now.
  /// - Returns: nil if the account does not belong to a server or is read-only.
  public func send(_ draft: Draft, as account: AccountID) async throws(StoreError) -> SendOutcome? {
    try await open(account)?.writing?.publishing.sendNow(draft)
  }

  /// Performs an action as an account and returns when nothing more can be done for it now.
  /// - Returns: nil if the account does not belong to a server or is read-only.
  public func perform(_ action: UserAction, as account: AccountID) async throws(StoreError) -> ActionOutcome? {
    try await open(account)?.writing?.actions.queue.performNow(action)
  }

  /// The publishing capabilities of an account, loaded if none are cached or they are outdated.
  /// - Returns: nil if the account does not belong to a server or is read-only.
  public func publishingCapabilities(of account: AccountID) async throws(TimelineError) -> PublishingCapabilities? {
    try await open(account)?.writing?.publishing.currentCapabilities()
  }

  /// The post with an address or server ID: from the cache if possible, else from the server.
  /// - Throws: `postUnavailable` if there is no such post.
  public func post(named name: String, for account: AccountID) async throws(TimelineError) -> Post {
    guard let openAccount = open(account) else { throw .postUnavailable(id: PostID(name), reason: .notInSource) }
    return try await openAccount.postLookup.post(named: name)
  }

  /// Sends unsent read markers before the program ends.
  public func finish() async {
    let markers = openAccounts.withLock { $0.accounts.values.compactMap(\.markers) }
    await withTaskGroup(of: Void.self) { group in
      for markers in markers { group.addTask { await markers.finish() } }
    }
  }

  /// The accounts that are not on screen; empty offline, and before it is known which are.
  func offScreenAccounts() async throws(TimelineError) -> [AccountID] {
    guard !isOffline, let shown = openAccounts.withLock(\.shownAccounts) else { return [] }
    return try await accounts().map(\.id).filter { !shown.contains($0) }
  }

  /// Loads the new notifications of an account and reports them to the consumer of `notifications()`.
  func pollNotifications(of account: AccountID) async throws(TimelineError) {
    let posts = try await open(account)?.timelines.pollNotifications() ?? []
    if !posts.isEmpty { newNotifications.yield(NewNotifications(account: account, posts: posts)) }
  }

  /// New notifications of all accounts, for a single consumer.
  public func notifications() -> AsyncStream<NewNotifications> { notificationStream }

  /// The timelines of an account; nil if it does not belong to a server.
  func timelines(of account: AccountID) -> ServerTimelineRepository? { open(account)?.timelines }

  private struct OpenAccount {
    let source: Source
    let timelines: ServerTimelineRepository
    let markers: ServerReadMarkers?
    let writing: AccountWriting?
    let postLookup: PostLookup
  }

  private func open(_ id: AccountID) -> OpenAccount? {
    openAccounts.withLock { state in
      if let open = state.accounts[id] { return open }
      let new = id.publicServer.map { make(readerOf: $0) } ?? state.knownAccounts[id].map { make($0) }
      guard let new = new.flatMap(\.self) else { return nil }
      new.timelines.setShown(state.shownAccounts?.contains(id) ?? true)
      state.accounts[id] = new
      return new
    }
  }

  private func make(_ account: Account) -> OpenAccount? {
    guard case .server(let origin) = account.origin else { return nil }
    let (id, host) = (account.id, origin.host)
    let token = StoredToken(of: account, at: host, credentials: credentials, clock: clock)
    guard let remote = makeServer(account, isOffline ? FixedToken(nil) : token) else { return nil }
    // Screens ask nothing of a server offline.
    let server = isOffline ? nil : remote.timelines
    let cache = accountRepository.cache(of: id)
    let writing = writing.flatMap {
      AccountWriting(id, at: remote, $0, cache: cache, canSend: !isOffline, clock: clock)
    }
    let dependencies = ServerTimelineRepository.Dependencies(
      account: id, host: host, remote: writing?.timelines(of: remote.timelines) ?? remote.timelines, cache: cache,
      search: accountRepository.search(of: id), threads: accountRepository.threads(of: id),
      changes: writing?.actions.userChanges ?? UserChanges())
    let timelines = ServerTimelineRepository(
      dependencies, bounds: bounds, hasLiveUpdates: hasLiveUpdates && !isOffline, notifies: notifies, clock: clock
    ) { [newNotifications] in
      newNotifications.yield(NewNotifications(account: id, posts: $0))
    }
    token.observeResponses { [weak timelines] in timelines?.serverDidRespond() }
    let threads: any ThreadRepository =
      isOffline ? dependencies.threads : ServerThreadRepository(dependencies, clock: clock)
    let profiles = server.map {
      ServerProfiles(remote: $0, timelines: timelines, changes: dependencies.changes, clock: clock)
    }
    writing?.show(in: timelines)
    let search: (any ServerSearchRepository)? = server.map { writing?.search(of: $0) ?? $0 }
    let management = isOffline || writing == nil ? nil : remote.management
    let markers = syncsMarkers ? server.map { ServerReadMarkers(remote: $0, cache: cache, clock: clock) } : nil
    let postLookup = PostLookup(
      account: id, host: host, cache: cache, timelines: dependencies.remote, search: search)
    let source = Source(
      capabilities: SourceCapabilities(
        jumps: [.oldest, .date], canRefresh: !isOffline, maxAge: isOffline ? nil : Self.maxAge,
        fillsGapsAutomatically: !isOffline,
        resolvesNames: !isOffline),
      timelines: timelines, threads: threads, search: timelines, profiles: profiles,
      histories: server.map { ServerPostHistories($0, clock: clock) },
      serverSearch: search.map { CachedServerSearch(dependencies, server: $0, clock: clock) },
      actions: writing?.actions,
      publishing: writing?.publishing, scheduled: writing?.scheduled, markers: markers,
      heldNotifications: server.map { ServerHeldNotifications($0, timelines: timelines, clock: clock) },
      management: management.map { ServerManagement(remote: $0, timelines: timelines) },
      features: server.flatMap { server in
        profiles.map { profiles in
          ServerFeatures(
            dependencies, server: server, profiles: profiles, lookup: postLookup, clock: clock)
        }
      })
    return OpenAccount(source: source, timelines: timelines, markers: markers, writing: writing, postLookup: postLookup)
  }
}

// MARK: - Servers read without an account

extension ServerAccounts {
  /// Makes the source of a server that is read without an account.
  private func make(readerOf origin: ServerOrigin) -> OpenAccount? {
    let account = Account(readerOf: origin)
    guard let remote = makeServer(account, FixedToken(nil))?.timelines else { return nil }
    let publicServer = PublicServer(remote, account, accountRepository)
    let server = isOffline ? nil : publicServer
    let dependencies = ServerTimelineRepository.Dependencies(
      account: account.id, host: origin.host, remote: publicServer, cache: accountRepository.cache(of: account.id),
      search: accountRepository.search(of: account.id), threads: accountRepository.threads(of: account.id))
    let timelines = ServerTimelineRepository(dependencies, bounds: bounds, hasLiveUpdates: false, clock: clock)
    let source = Source(
      capabilities: SourceCapabilities(
        canRefresh: !isOffline, maxAge: isOffline ? nil : Self.maxAge, fillsGapsAutomatically: !isOffline,
        resolvesNames: !isOffline),
      timelines: timelines,
      threads: isOffline ? dependencies.threads : ServerThreadRepository(dependencies, clock: clock),
      search: timelines, profiles: server.map { ServerProfiles(remote: $0, timelines: timelines, clock: clock) },
      histories: server.map { ServerPostHistories($0, clock: clock) })
    let postLookup = PostLookup(
      account: account.id, host: origin.host, cache: dependencies.cache, timelines: dependencies.remote, search: nil)
    return OpenAccount(source: source, timelines: timelines, markers: nil, writing: nil, postLookup: postLookup)
  }

  /// Removes the cached posts of servers that are read without an account.
  /// - Parameter kept: the servers whose posts stay. Those that have been opened stay as well.
  public func removePublicServers(except kept: Set<AccountID>) async {
    for server in (try? await accountRepository.publicServers()) ?? [] where !kept.contains(server) {
      guard openAccounts.withLock({ $0.accounts[server] }) == nil else { continue }
      // Tried again at the next launch.
      try? await accountRepository.remove(server)
    }
  }
}
