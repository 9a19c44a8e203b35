import Domain
import Runtime
import Synchronization

/// The accounts at servers.
public final class ServerAccounts: SourceRepository {
  /// How old a timeline may be, in seconds, before it is asked for anew when it is shown.
  private static let maxAge = 60.0

  private let accountRepository: any ServerAccountRepository
  private let credentials: any CredentialRepository
  private let makeRemote: @Sendable (Account, Secret) -> (any RemoteServer)?
  private let bounds: CacheBounds
  private let follows: Bool
  private let joinsMarkers: Bool
  private let tells: Bool
  private let writing: WritingParts?
  private let isOffline: Bool
  private let clock: any WallClock
  /// Those that have been handed out: what one screen is asking, no other asks as well.
  private let opened = Mutex(State())
  private let (arrivals, arrived) = AsyncStream.makeStream(
    of: NewNotifications.self, bufferingPolicy: .bufferingNewest(16))

  private struct State {
    var accounts: [AccountID: Opened] = [:]
    /// Those on the screen; nil where nobody has said yet, and all may be.
    var shown: Set<AccountID>?
  }

  /// - Parameters:
  ///   - follows: whether what is new comes by itself.
  ///   - joinsMarkers: whether servers are told how far their timelines have been read, and asked.
  ///   - tells: whether those who listen are told what the reader does; nil: where what is new comes by itself.
  ///   - isOffline: whether no server is asked: what is kept is all that there is.
  ///   - writing: nil where nothing can be done but read.
  ///   - makeRemote: the server of an account, asked with its token; nil where the account is none of a server.
  public init(
    _ accounts: any ServerAccountRepository, credentials: any CredentialRepository, bounds: CacheBounds = CacheBounds(),
    follows: Bool, tells: Bool? = nil, joinsMarkers: Bool = false, isOffline: Bool = false,
    writing: WritingParts? = nil, clock: any WallClock,
    makeRemote: @escaping @Sendable (Account, Secret) -> (any RemoteServer)?
  ) {
    accountRepository = accounts
    self.credentials = credentials
    self.bounds = bounds
    self.follows = follows
    self.joinsMarkers = joinsMarkers
    self.tells = tells ?? follows
    self.writing = writing
    self.isOffline = isOffline
    self.clock = clock
    self.makeRemote = makeRemote
  }

  public func accounts() async throws(TimelineError) -> [Account] {
    do throws(StoreError) {
      return try await accountRepository.accounts()
    } catch {
      throw Task.isCancelled ? .cancelled : .storeFailed(error)
    }
  }

  /// Nobody signs in to a server by a password that Tern is told.
  public func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    throw .unknownAccount(handle: handle)
  }

  public func source(of account: AccountID) -> Source? { open(account)?.source }

  /// Says which accounts are on the screen: of these alone comes by itself what is new. Of one that comes back all is
  /// asked for that was missed.
  public func show(_ accounts: Set<AccountID>) {
    opened.withLock { state in
      guard state.shown != accounts else { return }
      state.shown = accounts
      for (id, account) in state.accounts { account.timelines.setShown(accounts.contains(id)) }
    }
  }

  /// Sends what an account has written and done, and what still waits.
  /// - Returns: nil where it is none of a server, or nothing can be written.
  public func sendWaiting(of account: AccountID) async -> SentWaiting? {
    guard let writing = open(account)?.writing else { return nil }
    // What is done first makes room for what is written: who is muted does not answer.
    let failure = await writing.actions.sendWaiting()
    var sent = await writing.publishing.sendWaiting()
    sent.failure = sent.failure ?? failure
    return sent
  }

  /// Sends a draft as an account, and returns when nothing more can be done for it now.
  /// - Returns: nil where the account is none of a server, or nothing can be written.
  public func send(_ draft: Draft, as account: AccountID) async throws(StoreError) -> SendOutcome? {
    try await open(account)?.writing?.publishing.sendNow(draft)
  }

  /// How posts can be written as an account, as its server said, whenever that was; where it has never said, it is asked.
  /// - Returns: nil as `send`.
  public func publishingCapabilities(of account: AccountID) async throws(TimelineError) -> PublishingCapabilities? {
    try await open(account)?.writing?.publishing.certainCapabilities()
  }

  /// The post that is meant by its address, or by what the account’s server calls it: as it is kept, else as the server
  /// finds it.
  /// - Throws: `postUnavailable` where there is no such post; else why nobody can say.
  public func post(named name: String, for account: AccountID) async throws(TimelineError) -> Post {
    guard let opened = open(account) else { throw .postUnavailable(id: PostID(name), reason: .notInSource) }
    return try await opened.named.post(named: name)
  }

  /// Tells servers what they do not know yet of how far has been read: the program is to end.
  public func finish() async {
    let markers = opened.withLock { $0.accounts.values.compactMap(\.markers) }
    await withTaskGroup(of: Void.self) { group in
      for markers in markers { group.addTask { await markers.finish() } }
    }
  }

  /// Notifications that come by themselves, of whichever account. For one who listens.
  public func notifications() -> AsyncStream<NewNotifications> { arrivals }

  /// The timelines of an account; nil where it is none of a server.
  func timelines(of account: AccountID) -> ServerTimelineRepository? { open(account)?.timelines }

  private struct Opened {
    let source: Source
    let timelines: ServerTimelineRepository
    let markers: ServerReadMarkers?
    let writing: AccountWriting?
    let named: NamedPosts
  }

  private func open(_ account: AccountID) -> Opened? {
    guard account.kind == .mastodon else { return nil }
    return opened.withLock { state in
      if let known = state.accounts[account] { return known }
      let new = make(account)
      new.timelines.setShown(state.shown?.contains(account) ?? true)
      state.accounts[account] = new
      return new
    }
  }

  private func make(_ account: AccountID) -> Opened {
    let host = account.key.split(separator: "@").last.map(String.init) ?? account.key
    let responses = ResponseMonitor()
    let server = isOffline ? nil : server(of: account, host, responses)
    let cache = accountRepository.cache(of: account)
    let writing = writing.map { parts in
      AccountWriting(
        account, remote: isOffline ? OfflineWriting(host: host) : self.writing(of: account, host, parts, responses),
        parts,
        cache: cache, sends: !isOffline, clock: clock)
    }
    let remote: any RemoteTimelines = server ?? OfflineServer(host: host)
    let parts = ServerTimelineRepository.Parts(
      account: account, host: host, remote: writing?.timelines(of: remote) ?? remote, cache: cache,
      search: accountRepository.search(of: account), threads: accountRepository.threads(of: account))
    let timelines = ServerTimelineRepository(
      parts, bounds: bounds, follows: follows && !isOffline, tells: tells, clock: clock
    ) { [arrived] in
      arrived.yield(NewNotifications(account: account, posts: $0))
    }
    responses.observe { [weak timelines] in timelines?.serverDidRespond() }
    let threads: any ThreadRepository = isOffline ? parts.threads : ServerThreadRepository(parts, clock: clock)
    let people = server.map {
      ServerPeople(remote: $0, timelines: timelines, actions: writing?.actions.sender, clock: clock)
    }
    writing?.show(in: timelines, people: people)
    let search: (any RemoteSearch)? = server.map { writing?.search(of: $0) ?? $0 }
    let markers = joinsMarkers ? server.map { ServerReadMarkers(remote: $0, cache: cache, clock: clock) } : nil
    let source = Source(
      capabilities: SourceCapabilities(
        jumps: [.oldest, .date], canRefresh: !isOffline, maxAge: isOffline ? nil : Self.maxAge, fillsGaps: !isOffline,
        findsNames: !isOffline),
      timelines: timelines, threads: threads, search: timelines, people: people,
      histories: server.map { ServerPostHistories(remote: $0, clock: clock) },
      serverSearch: search.map { CachedServerSearch(parts, remote: $0, clock: clock) }, actions: writing?.actions,
      publishing: writing?.publishing, markers: markers)
    let named = NamedPosts(account: account, host: host, cache: cache, timelines: parts.remote, search: search)
    return Opened(source: source, timelines: timelines, markers: markers, writing: writing, named: named)
  }
}

extension ServerAccounts {
  private func server(of account: AccountID, _ host: String, _ responses: ResponseMonitor) -> SignedInTimelines {
    SignedInTimelines(
      signedIn: SignedIn(
        account, host: host, accounts: accountRepository, credentials: credentials, clock: clock,
        didAnswer: { responses.notify() }, make: makeRemote))
  }

  private func writing(
    of account: AccountID, _ host: String, _ parts: WritingParts, _ responses: ResponseMonitor
  ) -> SignedInWriting {
    SignedInWriting(
      signedIn: SignedIn(
        account, host: host, accounts: accountRepository, credentials: credentials, clock: clock,
        didAnswer: { responses.notify() }, make: parts.makeRemote))
  }
}

/// The responses of a server to whatever an account requests, for the one that observes them. It is made before its
/// observer is.
private final class ResponseMonitor: Sendable {
  private let observer = Mutex<(@Sendable () -> Void)?>(nil)

  func observe(_ observer: @escaping @Sendable () -> Void) { self.observer.withLock { $0 = observer } }

  func notify() { observer.withLock { $0 }?() }
}

/// A server that is not asked, because the person has said so.
private struct OfflineServer: RemoteTimelines {
  let host: String

  func overview() async throws(TimelineError) -> TimelineOverview { throw .offline(host: host, .notAsked) }

  func page(
    of timeline: TimelineID, at position: RemotePosition, limit: Int
  ) async throws(TimelineError) -> RemotePage {
    throw .offline(host: host, .notAsked)
  }

  func thread(of post: PostID) async throws(TimelineError) -> PostThread { throw .offline(host: host, .notAsked) }

  func events() -> AsyncStream<RemoteEvent> { AsyncStream { $0.finish() } }
}
