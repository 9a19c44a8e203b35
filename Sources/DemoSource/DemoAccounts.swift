import Documents
import Domain
import Runtime
import Synchronization

/// The demo's accounts, as a folder with accounts.json describes them.
public struct DemoAccounts: SourceRepository {
  private final class Opened: Sendable {
    /// Those that have been handed out: whoever asks again, an account goes on in its script where it was.
    let repositories = Mutex<[AccountID: MockTimelineRepository]>([:])
    /// What accounts.json said when it was read last. As long as its bytes are the same, so is that.
    let file = Mutex<(bytes: [UInt8], entries: [DemoAccountsFile.Entry])?>(nil)
  }

  private let directory: String
  private let clock: any WallClock
  private let source: @Sendable (_ path: String) -> any DocumentSource
  private let opened = Opened()

  /// `source` reads the file at a path.
  public init(
    directory: String, clock: any WallClock, source: @escaping @Sendable (_ path: String) -> any DocumentSource
  ) {
    self.directory = directory
    self.clock = clock
    self.source = source
  }

  public func accounts() async throws(TimelineError) -> [Account] {
    try entries().map(\.account)
  }

  /// An account without a password takes any.
  public func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    let entries: [DemoAccountsFile.Entry]
    do throws(TimelineError) {
      entries = try self.entries()
    } catch {
      throw .unavailable(error)
    }
    guard let entry = entries.first(where: { $0.account.profile.goes(by: handle) }) else {
      throw .unknownAccount(handle: handle)
    }
    if let wanted = entry.password, wanted != password { throw .wrongPassword(handle: entry.handle) }
    await repository(of: entry).personDidSignIn()
    return entry.account
  }

  public func source(of account: AccountID) -> Source? {
    let repository =
      opened.repositories.withLock { $0[account] }
      ?? (try? entries())?.first { $0.account.id == account }.map(repository(of:))
    return repository.map {
      Source(
        capabilities: $0.capabilities, timelines: $0, threads: $0, search: $0, people: $0,
        serverSearch: $0.isLikeServer ? MockServerSearch($0, clock: clock) : nil)
    }
  }
}

extension DemoAccounts {
  private func entries() throws(TimelineError) -> [DemoAccountsFile.Entry] {
    let path = directory + "/accounts.json"
    let bytes = try DemoAccountsFile.bytes(of: path)
    if let known = opened.file.withLock({ $0 }), known.bytes == bytes { return known.entries }
    let entries = try DemoAccountsFile(bytes: bytes, path: path).accounts
    opened.file.withLock { $0 = (bytes, entries) }
    return entries
  }

  private func repository(of entry: DemoAccountsFile.Entry) -> MockTimelineRepository {
    opened.repositories.withLock { repositories in
      if let repository = repositories[entry.account.id] { return repository }
      let repository = MockTimelineRepository(
        JSONTimelineRepository(
          account: entry.account.id, source: source(directory + "/" + entry.file), clock: clock),
        account: entry.account.id, handle: entry.handle, steps: entry.behaviour ?? [], script: entry.script,
        kept: entry.kept, clock: clock)
      repositories[entry.account.id] = repository
      return repository
    }
  }
}

extension DemoAccountsFile.Entry {
  fileprivate var account: Account {
    Account(
      id: .demo(handle), profile: Profile(handle: handle, name: name), origin: .demo, note: note,
      access: password == nil || hasExpiredSession ? .open : .password)
  }

  /// An account whose script starts with an expired session was signed in once: it opens without a password, and says
  /// that the session has expired.
  private var hasExpiredSession: Bool {
    behaviour?.first?.failure == .sessionExpired
  }
}
