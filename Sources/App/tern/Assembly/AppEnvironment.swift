import DemoSource
import Domain
import LocalFiles
import Logging
import Runtime
import ServerSession
import Session
import Store
import SystemFiles
import TimelineStatistics

/// The accounts, their sources and stores, the session and the log, as the command line and the settings select them.
@MainActor
struct AppEnvironment {
  let accounts: CombinedAccounts
  let session: any SessionRepository
  let log: any EventLog
  /// The account selected by PATH or `--account`; nil if neither is given.
  let requested: Account?
  /// The account to open first: the requested one, else the last one if `--timeline` is given; nil otherwise.
  let first: Account?
  /// The timeline or search tab of `first` selected by `--timeline`, or nil.
  let firstTimeline: ListedTimeline?
  /// The searches from the settings, shown as tabs.
  var configuredSearches: [ConfiguredSearch] = []
  /// The temporary account for the files of PATH, or nil.
  let fileAccount: Account?
  /// Lists the demo accounts depending on the settings. nil if the demo is hidden, and if only the demo is shown.
  var demoListing: DemoListing?
  /// nil if only the demo is shown.
  var servers: ServerServices?
  /// nil if no stored posts are read.
  var store: PostStore?
  /// The directory of the store; nil if nothing is stored.
  var directory: String?
  /// Drafts of the user's accounts.
  let drafts: any DraftRepository
  /// Drafts of the demo accounts, in memory only.
  let demoDrafts: any DraftRepository

  var pictures = PictureSources()
  /// The filters in the search language; nil if there are none.
  var localFilters: LocalFilterStore?

  var listAccounts: ListAccounts { ListAccounts(accounts: accounts, session: session) }

  /// The drafts of an account: `demoDrafts` for a demo account, otherwise `drafts`.
  func drafts(of account: AccountID) -> any DraftRepository { account.kind == .demo ? demoDrafts : drafts }
}

extension AppEnvironment {
  /// - Parameters:
  ///   - policy: when servers may be contacted; ignored with `--offline`.
  ///   - remembers: whether the session is saved in the default state directory if none is given.
  init(
    _ configuration: Configuration, policy: ServerServices.NetworkPolicy = .onRequest, clock: any WallClock,
    remembers: Bool = true
  ) throws {
    let file =
      configuration.paths.isEmpty
      ? nil
      : FileAccount(
        paths: configuration.paths, displayed: configuration.paths.map(NonUTF8Paths.displayed),
        source: FileDocumentSource(paths: configuration.paths), clock: clock)
    var userAccounts: [any SourceRepository] = file.map { [$0] } ?? []
    let directory = configuration.dataDirectory ?? UserDirectory.data(environment: Environment.variables)
    let store = PostStore(directory: directory)
    store.reportDamage { StandardError.printOnce(CommandFailure($0).message) }
    let servers =
      configuration.isDemo
      ? nil
      : ServerServices(
        store: store, directory: directory, settings: configuration.settings.parseResult.settings,
        policy: configuration.isOffline ? .never : policy, clock: clock)
    if let servers { userAccounts += [servers.sources, StoreAccounts(store: store)] }
    let demoWriting = TransientWriting()
    let demo = configuration.hidesDemo ? nil : Self.demo(demoWriting, clock: clock)
    let demoListing =
      configuration.isDemo
      ? nil
      : demo.map {
        DemoListing(
          userAccounts: CombinedAccounts(userAccounts), demo: $0,
          setting: configuration.settings.parseResult.settings.demo)
      }
    let localFilters = LocalFilterStore(Self.filterStorage(configuration, remembers: remembers), clock: clock)
    let all = CombinedAccounts(demoListing.map { [$0] } ?? userAccounts + (demo.map { [$0] } ?? []))
    let accounts = CombinedAccounts([FilteredAccounts(all, filters: localFilters, clock: clock)])
    let session = Self.session(configuration, store: store, remembers: remembers)
    let log = try Self.log(configuration, clock: clock)
    let requested = try Self.requestedAccount(
      configuration, file: file?.account, accounts: accounts, demoListing: demoListing)
    let first = try configuration.timeline == nil ? requested : requested ?? Self.lastAccount(of: session, in: accounts)
    let configuredSearches = configuration.settings.parseResult.settings.searches
    let firstTimeline = try first.flatMap { account in
      try configuration.timeline.flatMap { title in
        let saved = try Self.savedSearches(in: account, set: configuredSearches, session)
        return try Self.timeline(titled: title, of: account, in: accounts, saved: saved)
      }
    }
    self.init(
      accounts: accounts, session: session, log: log, requested: requested, first: first, firstTimeline: firstTimeline,
      configuredSearches: configuredSearches,
      fileAccount: file?.account, demoListing: demoListing, servers: servers, store: store, directory: directory,
      drafts: StoredDrafts(store: store),
      demoDrafts: demoWriting)
    pictures = PictureSources(
      directory: directory, transport: configuration.isOffline ? nil : servers?.transport,
      limit: configuration.settings.parseResult.settings.cachePictures * 1_000_000,
      isOffline: configuration.isOffline)
    self.localFilters = localFilters
  }

  /// The environment of a command that only reads. If the store cannot be written, it is read as with `--offline`.
  init(readingWith configuration: Configuration) throws {
    let environment = try AppEnvironment(configuration, clock: SystemClock())
    guard !configuration.isOffline, configuration.paths.isEmpty, let reason = environment.store?.readOnlyReason else {
      self = environment
      return
    }
    environment.servers?.stop()
    StandardError.printMessage(CommandFailure(reason).appending("showing stored posts only, as with --offline").message)
    var offline = configuration
    offline.isOffline = true
    self = try AppEnvironment(offline, clock: SystemClock())
  }

  /// The repository that computes an account's statistics: the store if it has the posts, otherwise one that reads all
  /// timelines.
  func statistics(of account: Account, _ source: Source) -> any StatisticsRepository {
    if let store, [.store, .mastodon].contains(account.id.kind) {
      return StoreStatistics(store: store, account: account.id)
    }
    return StatisticsOfTimelines(timelines: source.timelines)
  }

  /// The requested account, otherwise the last one, otherwise the first that is ready.
  /// - Parameter hint: the user's next step if there is no account; ends the error message.
  @MainActor
  func accountToShow(hint: String) throws -> (Account, Source) {
    let (listed, last) = try MainLoop.wait { [listAccounts, session] () async throws(TimelineError) in
      (try await listAccounts(), await session.load().lastAccount)
    }
    let requestedID = requested?.id ?? last
    guard let entry = listed.first(where: { $0.account.id == requestedID }) ?? listed.first(where: \.isReady),
      let source = accounts.source(of: entry.account.id)
    else { throw CommandFailure(.unavailable, "no accounts; \(hint)") }
    guard entry.isReady else {
      throw CommandFailure(.notAllowed, "\(entry.account.label) needs a password; sign in with tern")
    }
    return (entry.account, source)
  }

  /// Checks that `--timeline` refers to a known account. Called by commands that cannot let the user choose one.
  func requireAccountForTimeline(in configuration: Configuration) throws {
    guard let name = configuration.timeline, first == nil else { return }
    throw CommandFailure(.usage, "--timeline \(name) needs an account; choose one with --account, or give a file")
  }

  private static func session(
    _ configuration: Configuration, store: PostStore, remembers: Bool
  ) -> any SessionRepository {
    guard remembers || configuration.stateDirectory != nil else { return SessionMemory(TransientSessionStorage()) }
    let directory = configuration.stateDirectory ?? UserDirectory.state(environment: Environment.variables)
    return SessionMemory(StoreSessionStorage(store: store, others: FileSessionStorage(directory: directory)))
  }

  private static func filterStorage(_ configuration: Configuration, remembers: Bool) -> any LocalFilterStorage {
    guard remembers || configuration.stateDirectory != nil else { return TransientLocalFilters() }
    return FileLocalFilters(
      directory: configuration.stateDirectory ?? UserDirectory.state(environment: Environment.variables))
  }

  private static func log(_ configuration: Configuration, clock: any WallClock) throws -> any EventLog {
    guard let path = configuration.logPath else { return NoEventLog() }
    do {
      return try FileLog(path: path, clock: clock)
    } catch {
      throw CommandFailure(.notAllowed, "\(error.path): \(error.reason)")
    }
  }

  private static func demo(_ writing: TransientWriting, clock: any WallClock) -> DemoAccounts? {
    DemoDirectory.find().map { directory in
      DemoAccounts(
        directory: directory, clock: clock,
        makePublishing: { account, server in
          ServerPublishing(
            .init(
              account: account, remote: server, outbox: writing, actions: server, scheduled: server),
            clock: clock)
        }, source: { FileDocumentSource(paths: [$0]) })
    }
  }

  /// A demo account that is not listed is found by its full handle only.
  private static func requestedAccount(
    _ configuration: Configuration, file: Account?, accounts: CombinedAccounts, demoListing: DemoListing?
  ) throws -> Account? {
    guard let requestedName = configuration.account else { return file }
    if file != nil { throw CommandFailure(.usage, "--account \(requestedName) and a PATH cannot be combined") }
    let demoAccount = try MainLoop.wait { () async throws(TimelineError) in
      await demoListing?.account(matching: requestedName)
    }
    if let demoAccount { return demoAccount }
    let known = try MainLoop.wait { () async throws(TimelineError) in try await accounts.accounts() }
    guard let account = known.account(named: requestedName) else {
      let names = known.map(\.commandLineName).joined(separator: ", ")
      let choice = names.isEmpty ? "there are none" : "choose one of \(names)"
      throw CommandFailure(.usage, "no account “\(requestedName)”; \(choice)")
    }
    return account
  }

  private static func lastAccount(
    of session: any SessionRepository, in accounts: CombinedAccounts
  ) throws -> Account? {
    try MainLoop.wait { () async throws(TimelineError) in
      guard let last = await session.load().lastAccount else { return nil }
      return try await accounts.accounts().first { $0.id == last }
    }
  }

  /// The timeline or saved search with a title; nil if the account has no source.
  /// - Throws: `TimelineError.unknownTimeline` if there is none.
  private static func timeline(
    titled title: String, of account: Account, in accounts: CombinedAccounts, saved: [ListedTimeline]
  ) throws -> ListedTimeline? {
    guard let source = accounts.source(of: account.id) else { return nil }
    let timelines = source.timelines
    return try MainLoop.wait { () async throws(TimelineError) in
      var overview = try await timelines.overview(.cached)
      if overview.isGrowing, overview.timeline(titled: title) == nil {
        await timelines.waitUntilLoaded()
        overview = try await timelines.overview(.cached)
      }
      if let timeline = overview.timeline(titled: title) ?? saved.search(called: title) { return timeline }
      // The list of timelines may be outdated; load it again from the server.
      if source.capabilities.maxAge != nil, let reloaded = try? await timelines.overview(.fresh) { overview = reloaded }
      if let timeline = overview.timeline(titled: title) { return timeline }
      // If the source cannot be read at all, report that failure instead.
      _ = try await timelines.page(of: overview.timelines[0].id, PageRequest(.newest, limit: 1))
      throw .unknownTimeline(name: title, known: (overview.timelines + saved).map(\.title))
    }
  }
}

extension Account {
  /// The name for the command line: the user's name for the account, otherwise its handle.
  var commandLineName: String { givenName?.text ?? label }
}
