import DemoSource
import Domain
import LocalFiles
import Logging
import Runtime
import Session
import Store
import ServerSession
import SystemFiles

/// Where everything comes from: the accounts, what is read in each, and what is remembered.
@MainActor
struct AppEnvironment {
  let accounts: CombinedAccounts
  let session: any SessionRepository
  let log: any EventLog
  /// The account that PATH or `--account` names.
  let requested: Account?
  /// The account that `--timeline` speaks of: the one that is requested, else the last one.
  let first: Account?
  /// The timeline of that account, or the search that stands as a tab there, that `--timeline` names.
  let firstTimeline: ListedTimeline?
  /// The searches of the settings that stand as tabs.
  var setSearches: [ConfiguredSearch] = []
  /// The account of PATH, which is one for the time being only.
  let fileAccount: Account?
  /// nil where there is no demo, and where it is all that there is.
  var demoListing: DemoListing?
  /// nil where there is nothing but the demo.
  var live: ServerServices?
  /// nil where nothing but what is made up is read.
  var store: PostStore?
  /// What is being written, of the person's own accounts and of the demo's.
  let drafts: any DraftRepository
  let demoDrafts: any DraftRepository

  /// Where the pictures of posts are.
  var pictures = PictureSources()

  func drafts(of account: AccountID) -> any DraftRepository { account.kind == .demo ? demoDrafts : drafts }
}

extension AppEnvironment {
  /// - Parameters:
  ///   - contact: how servers are asked, unless the person has said that they are not.
  ///   - remembers: whether what is remembered is kept where no state directory is named.
  init(
    _ configuration: Configuration, contact: ServerServices.NetworkPolicy = .whenAsked, clock: any WallClock,
    remembers: Bool = true
  ) throws {
    let file =
      configuration.paths.isEmpty
      ? nil
      : FileAccount(
        paths: configuration.paths, source: FileDocumentSource(paths: configuration.paths), clock: clock)
    var own: [any SourceRepository] = file.map { [$0] } ?? []
    let directory = configuration.dataDirectory ?? UserDirectory.data(environment: Environment.variables)
    let store = PostStore(directory: directory)
    let live =
      configuration.isDemo
      ? nil
      : ServerServices(
        store: store, directory: directory, settings: configuration.settings.reading.settings,
        contact: configuration.isOffline ? .never : contact, clock: clock)
    if let live { own += [live.sources, StoreAccounts(store: store)] }
    let demoWriting = TransientWriting()
    let demo = configuration.hidesDemo ? nil : Self.demo(demoWriting, clock: clock)
    let demoListing =
      configuration.isDemo
      ? nil
      : demo.map {
        DemoListing(
          own: CombinedAccounts(own), demo: $0, setting: configuration.settings.reading.settings.demo)
      }
    let accounts = CombinedAccounts(demoListing.map { [$0] } ?? own + (demo.map { [$0] } ?? []))
    let session = Self.session(configuration, store: store, remembers: remembers)
    let log = try Self.log(configuration, clock: clock)
    let requested = try Self.requestedAccount(
      configuration, file: file?.account, accounts: accounts, demoListing: demoListing)
    let first = try configuration.timeline == nil ? requested : requested ?? Self.lastAccount(of: session, in: accounts)
    let setSearches = configuration.settings.reading.settings.searches
    let firstTimeline = try first.flatMap { account in
      try configuration.timeline.flatMap { title in
        let saved = try Self.savedSearches(in: account, set: setSearches, session)
        return try Self.timeline(titled: title, of: account, in: accounts, saved: saved)
      }
    }
    self.init(
      accounts: accounts, session: session, log: log, requested: requested, first: first, firstTimeline: firstTimeline,
      setSearches: setSearches,
      fileAccount: file?.account, demoListing: demoListing, live: live, store: store,
      drafts: StoredDrafts(store: store),
      demoDrafts: demoWriting)
    pictures = PictureSources(
      directory: directory, transport: configuration.isOffline ? nil : live?.transport,
      limit: configuration.settings.reading.settings.cachePictures * 1_000_000,
      isOffline: configuration.isOffline)
  }

  /// Who counts the posts of an account: the store itself where it has them.
  func statistics(of account: AccountID, _ source: Source) -> any StatisticsRepository {
    if let store, [.store, .mastodon].contains(account.kind) { return StoreStatistics(store: store, account: account) }
    return StatisticsOfTimelines(timelines: source.timelines)
  }

  /// The account that was asked for, else the one read last, else the first that opens.
  /// - Parameter hint: what to do where there is none.
  @MainActor
  func accountToRead(hint: String) throws -> (Account, Source) {
    let listAccounts = ListAccounts(accounts: accounts, session: session)
    let (listed, last) = try MainLoop.wait { [session] () async throws(TimelineError) in
      (try await listAccounts(), await session.load().lastAccount)
    }
    let wanted = requested?.id ?? last
    guard let entry = listed.first(where: { $0.account.id == wanted }) ?? listed.first(where: \.isReady),
      let source = accounts.source(of: entry.account.id)
    else { throw CommandFailure(.unavailable, "no accounts; \(hint)") }
    guard entry.isReady else {
      throw CommandFailure(.notAllowed, "\(entry.account.label) asks for a password; sign in to it in tern")
    }
    return (entry.account, source)
  }

  /// To be called where nobody is asked which account is meant.
  func requireOwnerOfTimeline(in configuration: Configuration) throws {
    guard let name = configuration.timeline, first == nil else { return }
    throw CommandFailure(.usage, "--timeline \(name) of which account? Name it with --account, or give a file")
  }

  private static func session(
    _ configuration: Configuration, store: PostStore, remembers: Bool
  ) -> any SessionRepository {
    guard remembers || configuration.stateDirectory != nil else { return SessionMemory(TransientSessionStorage()) }
    let directory = configuration.stateDirectory ?? UserDirectory.state(environment: Environment.variables)
    return SessionMemory(StoreSessionStorage(store: store, others: FileSessionStorage(directory: directory)))
  }

  private static func log(_ configuration: Configuration, clock: any WallClock) throws -> any EventLog {
    guard let path = configuration.logPath else { return SilentLog() }
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
            .init(account: account, remote: server, outbox: writing, cache: NoTimelineCache()), clock: clock)
        }, source: { FileDocumentSource(paths: [$0]) })
    }
  }

  /// An account of the demo that is not listed goes by its whole handle alone.
  private static func requestedAccount(
    _ configuration: Configuration, file: Account?, accounts: CombinedAccounts, demoListing: DemoListing?
  ) throws -> Account? {
    guard let wish = configuration.account else { return file }
    if file != nil { throw CommandFailure(.usage, "--account \(wish) and a PATH: name one of them") }
    let invented = try MainLoop.wait { () async throws(TimelineError) in
      await demoListing?.account(goingBy: wish)
    }
    if let invented { return invented }
    let known = try MainLoop.wait { () async throws(TimelineError) in try await accounts.accounts() }
    guard let account = known.account(called: wish) else {
      let names = known.map(\.callingName).joined(separator: ", ")
      throw CommandFailure(.usage, "no account “\(wish)”; " + (names.isEmpty ? "there are none" : "there are \(names)"))
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

  /// The timeline that a person means by a title.
  private static func timeline(
    titled title: String, of account: Account, in accounts: CombinedAccounts, saved: [ListedTimeline]
  ) throws -> ListedTimeline? {
    guard let source = accounts.source(of: account.id) else { return nil }
    let timelines = source.timelines
    return try MainLoop.wait { () async throws(TimelineError) in
      var overview = try await timelines.overview(.cached)
      if overview.isGrowing, overview.timeline(titled: title) == nil {
        await timelines.waitUntilRead()
        overview = try await timelines.overview(.cached)
      }
      if let timeline = overview.timeline(titled: title) ?? saved.search(called: title) { return timeline }
      // It may have been made at the server since that was asked.
      if source.capabilities.maxAge != nil, let asked = try? await timelines.overview(.fresh) { overview = asked }
      if let timeline = overview.timeline(titled: title) { return timeline }
      // Where the source cannot even say which timelines it has, that is what is wrong.
      _ = try await timelines.page(of: overview.timelines[0].id, at: .newest, limit: 1, .cached)
      throw .unknownTimeline(name: title, known: (overview.timelines + saved).map(\.title))
    }
  }
}

extension Account {
  /// What one calls it by on the command line: the name that it has been given, else the handle.
  var callingName: String { givenName?.text ?? label }
}
