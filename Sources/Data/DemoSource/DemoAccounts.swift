import InMemoryTimelines
import Domain
import Runtime
import Synchronization

/// The repositories that write at the simulated server of a demo account.
public typealias DemoWriting = RemotePublishing & ActionRepository & ScheduledPostRepository

/// The accounts of the demo, read from the accounts.json of a folder.
public struct DemoAccounts: SourceRepository {
  fileprivate struct OpenedAccount {
    let repository: WritableDemoRepository
    let publishing: (any PublishingRepository)?
    let features: DemoFeatures?
  }

  private final class Opened: Sendable {
    /// The repositories of opened accounts. An account that is opened again continues its script.
    let repositories = Mutex<[AccountID: OpenedAccount]>([:])
    let publicServers = Mutex<[AccountID: Source]>([:])
    /// The bytes and content of accounts.json when it was last read, to parse it only when it changes.
    let file = Mutex<(bytes: [UInt8], content: DemoAccountsFile)?>(nil)
  }

  private let directory: String
  private let clock: any WallClock
  private let source: @Sendable (_ path: String) -> any DocumentSource
  private let makePublishing: @Sendable (AccountID, any DemoWriting) -> (any PublishingRepository)?
  private let opened = Opened()

  /// - Parameters:
  ///   - makePublishing: makes the repository that publishes to an account's simulated server; nil if it is read-only.
  ///   - source: returns the document at a path.
  public init(
    directory: String, clock: any WallClock,
    makePublishing:
      @escaping @Sendable (AccountID, any DemoWriting) -> (any PublishingRepository)? = {
        _, _ in nil
      },
    source: @escaping @Sendable (_ path: String) -> any DocumentSource
  ) {
    self.makePublishing = makePublishing
    self.directory = directory
    self.clock = clock
    self.source = source
  }

  public func accounts() async throws(TimelineError) -> [Account] {
    try entries().map(\.account)
  }

  /// Accepts any password for an account without one.
  /// - Throws: `SignInError.unavailable` if accounts.json cannot be read, `.unknownAccount`, or `.wrongPassword`.
  public func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    let entries: [DemoAccountsFile.Entry]
    do throws(TimelineError) {
      entries = try self.entries()
    } catch {
      throw .unavailable(error)
    }
    guard let entry = entries.first(where: { $0.account.profile.matches(typedName: handle) }) else {
      throw .unknownAccount(handle: handle)
    }
    if let expected = entry.password, expected != password { throw .wrongPassword(handle: entry.handle) }
    await opened(entry).repository.userDidSignIn()
    return entry.account
  }

  public func source(of account: AccountID) -> Source? {
    if let server = account.publicServer { return source(ofReaderOf: server, account) }
    let known =
      opened.repositories.withLock { $0[account] }
      ?? (try? entries())?.first { $0.account.id == account }.map(opened)
    return known.map(\.source)
  }
}

extension DemoAccounts {
  private func entries() throws(TimelineError) -> [DemoAccountsFile.Entry] { try accountsFile().accounts }

  private func accountsFile() throws(TimelineError) -> DemoAccountsFile {
    let path = directory + "/accounts.json"
    let bytes = try DemoAccountsFile.bytes(of: path)
    if let known = opened.file.withLock({ $0 }), known.bytes == bytes { return known.content }
    let content = try DemoAccountsFile(bytes: bytes, path: path)
    opened.file.withLock { $0 = (bytes, content) }
    return content
  }

  private func opened(_ entry: DemoAccountsFile.Entry) -> OpenedAccount {
    opened.repositories.withLock { repositories in
      if let known = repositories[entry.account.id] { return known }
      let played = MockTimelineRepository(
        JSONTimelineRepository(
          account: entry.account.id, source: source(directory + "/" + entry.file), clock: clock),
        account: entry.account.id, handle: entry.handle, steps: entry.behaviour ?? [], script: entry.script,
        kept: entry.kept, clock: clock)
      let account = entry.account
      let repository = WritableDemoRepository(
        played, account: account.id, profile: account.profile, writing: entry.writing,
        pictureLimit: entry.pictureLimit, initialRelationships: entry.people ?? DemoRelationships(), clock: clock)
      let new = OpenedAccount(
        repository: repository, publishing: makePublishing(account.id, repository),
        features: entry.server.map { DemoFeatures($0, repository) })
      repositories[account.id] = new
      return new
    }
  }
}

extension DemoAccounts {
  /// The source of a server that is read without an account; nil for a server that the demo does not have.
  private func source(ofReaderOf server: ServerOrigin, _ account: AccountID) -> Source? {
    guard let listed = (try? accountsFile())?.servers?.first(where: { $0.host == server.host }) else { return nil }
    return opened.publicServers.withLock { servers in
      if let known = servers[account] { return known }
      let posts = MockTimelineRepository(
        JSONTimelineRepository(account: account, source: source(directory + "/" + listed.file), clock: clock),
        account: account, handle: "", steps: listed.behaviour ?? [], clock: clock)
      let new = Source(DemoPublicServer(posts), capabilities: posts.capabilities)
      servers[account] = new
      return new
    }
  }
}

extension DemoAccounts.OpenedAccount {
  fileprivate var source: Source {
    let base = repository.base
    return Source(
      capabilities: base.capabilities, timelines: repository, threads: repository, search: repository,
      profiles: DemoProfiles(repository),
      serverSearch: base.simulatesServer ? DemoServerSearch(base, search: repository) : nil, actions: repository,
      publishing: publishing, scheduled: publishing == nil ? nil : repository,
      markers: DemoReadMarkers(repository: base),
      heldNotifications: repository.initialRelationships.held == nil ? nil : repository, management: repository,
      features: features)
  }
}

extension DemoAccountsFile.Entry {
  fileprivate var account: Account {
    Account(
      id: .demo(handle), profile: Profile(handle: handle, name: name), origin: .demo, note: note,
      access: password == nil || hasExpiredSession ? .open : .password)
  }

  /// An account whose script starts with an expired session has been signed in before. It opens without a password and
  /// shows that the session has expired.
  private var hasExpiredSession: Bool {
    behaviour?.first?.failure == .sessionExpired
  }
}
