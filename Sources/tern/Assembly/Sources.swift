import DemoSource
import Domain
import LocalFiles
import Logging
import Runtime
import Session
import Store
import SystemFiles

/// Where everything comes from: the accounts, what is read in each, and what is remembered.
@MainActor
struct Sources {
  let accounts: CombinedAccounts
  let session: any SessionRepository
  let log: any EventLog
  /// The account that PATH or `--account` names.
  let requested: Account?
  /// The account that `--timeline` speaks of: the one that is requested for, else the last one.
  let first: Account?
  /// The account of PATH, which is one for the time being only.
  let fileAccount: Account?
}

extension Sources {
  /// - Parameter remembers: whether what is remembered is kept where no state directory is named.
  init(_ configuration: Configuration, clock: any WallClock, remembers: Bool = true) throws {
    let file =
      configuration.paths.isEmpty
      ? nil
      : FileAccount(
        paths: configuration.paths, source: FileDocumentSource(paths: configuration.paths), clock: clock)
    var parts: [any ReadableAccounts] = file.map { [$0] } ?? []
    let store = PostStore(
      directory: configuration.dataDirectory ?? UserDirectory.data(environment: Environment.variables))
    if !configuration.isDemo { parts.append(StoreAccounts(store: store)) }
    if !configuration.hidesDemo, let demo = DemoDirectory.find() {
      parts.append(DemoAccounts(directory: demo, clock: clock) { FileDocumentSource(paths: [$0]) })
    }
    let accounts = CombinedAccounts(parts)
    let session = Self.session(configuration, store: store, remembers: remembers)
    let log = try Self.log(configuration, clock: clock)
    let requested = try Self.requestedAccount(configuration, file: file?.account, accounts: accounts)
    let first = try configuration.timeline == nil ? requested : requested ?? Self.lastAccount(of: session, in: accounts)
    self.init(
      accounts: accounts, session: session, log: log, requested: requested, first: first, fileAccount: file?.account)
    if let first, let name = configuration.timeline { try check(timeline: name, of: first) }
  }

  /// To be called where nobody is asked which account is meant.
  func requireOwnerOfTimeline(in configuration: Configuration) throws {
    guard let name = configuration.timeline, first == nil else { return }
    throw Failure(.usage, "--timeline \(name) of which account? Name it with --account, or give a file")
  }

  private static func session(
    _ configuration: Configuration, store: PostStore, remembers: Bool
  ) -> any SessionRepository {
    guard remembers || configuration.stateDirectory != nil else { return TransientSessionRepository() }
    let directory = configuration.stateDirectory ?? UserDirectory.state(environment: Environment.variables)
    return LastingSessionRepository(StoreSession(store: store, others: FileSessionRepository(directory: directory)))
  }

  private static func log(_ configuration: Configuration, clock: any WallClock) throws -> any EventLog {
    guard let path = configuration.logPath else { return SilentLog() }
    do {
      return try FileLog(path: path, clock: clock)
    } catch {
      throw Failure(.notAllowed, "\(error.path): \(error.reason)")
    }
  }

  private static func requestedAccount(
    _ configuration: Configuration, file: Account?, accounts: CombinedAccounts
  ) throws -> Account? {
    guard let wish = configuration.account else { return file }
    if file != nil { throw Failure(.usage, "--account \(wish) and a PATH: name one of them") }
    let known = try MainLoop.wait { () async throws(TimelineError) in try await accounts.accounts() }
    guard let account = known.first(where: { $0.profile.goes(by: wish) }) else {
      let names = known.map(\.label).joined(separator: ", ")
      throw Failure(.usage, "no account “\(wish)”; " + (names.isEmpty ? "there are none" : "there are \(names)"))
    }
    return account
  }

  private static func lastAccount(
    of session: any SessionRepository, in accounts: CombinedAccounts
  ) throws -> Account? {
    guard let last = session.load().lastAccount else { return nil }
    return try MainLoop.wait { () async throws(TimelineError) in try await accounts.accounts() }
      .first { $0.id == last }
  }

  private func check(timeline name: String, of account: Account) throws {
    guard let repository = accounts.repository(for: account.id) else { return }
    let kind = TimelineKind(name)
    try MainLoop.wait { () async throws(TimelineError) in
      var overview = try await repository.overview()
      if overview.isGrowing, !overview.timelines.contains(kind) {
        await repository.waitUntilRead()
        overview = try await repository.overview()
      }
      if overview.timelines.contains(kind) { return }
      // Where the source cannot even say which timelines it has, that is what is wrong.
      _ = try await repository.page(of: overview.timelines[0], at: .newest, limit: 1)
      throw .unknownTimeline(name: name, known: overview.timelines.map(\.name))
    }
  }
}
