import DemoSource
import Domain
import LocalFiles
import Runtime
import ServerSession
import Settings
import TerminalKit
import TestSupport

@testable import tern

/// The assembled program from start to end, with its environment observable by tests.
@MainActor
final class WalkProgram {
  let clock: VirtualClock
  let opener = SpyLinkOpener()
  let player = CountingPlayer()
  let clipboard = SpyClipboard()
  let external = ExternalEffects()
  let runner: TaskRunner
  /// The server and its stored data; nil with the demo only.
  let world: WalkWorld?
  private let executor = StepExecutor()
  /// nil once the program has ended.
  private(set) var assembly: AppAssembly?
  private var seen: [SeenScreen] = []
  let published: PublishedReplies

  @MainActor
  final class ExternalEffects {
    var quits = 0
    var suspensions = 0
    var redraws = 0
    var displayRequests = 0
  }

  /// A screen that has been shown.
  private struct SeenScreen {
    weak var screen: (any ViewController)?
    let title: String
  }

  /// - Parameters:
  ///   - session: the session shared by all starts.
  ///   - settingsPath: the settings file that the settings screen changes; nil for none.
  init(
    _ start: WalkStart, session: any SessionRepository, settingsPath: String?, demo: String, faults: Faults,
    world: WalkWorld?,
    clock: VirtualClock
  ) throws {
    self.clock = clock
    self.world = world
    let isDemo = start == .demo || start == .tour
    let servers = isDemo ? nil : world?.services(clock: clock)
    let demo = DemoAccounts(directory: demo, clock: clock) { FileDocumentSource(paths: [$0]) }
    let faultyDemo = FaultyAccounts(demo, faults: faults)
    let localFilters = LocalFilterStore(TransientLocalFilters(), clock: clock)
    let accounts = CombinedAccounts([
      FilteredAccounts(
        CombinedAccounts(servers.map { [$0.sources, faultyDemo] } ?? [faultyDemo]), filters: localFilters, clock: clock)
    ])
    var requested: Account?
    if start == .live { requested = WalkWorld.reader }
    if case .account(let handle) = start {
      requested = Account(id: .demo(handle), profile: Profile(handle: handle), origin: .demo)
    }
    var settings = ProgramSettings.standard
    settings.file = settingsPath.map { SettingsFile(path: $0, commands: AppCommands.all) }
    let external = external
    let assembly = AppAssembly(
      configuration: Configuration(
        try SharedOptions.parse([]), isDemo: isDemo, isTour: start == .tour, settings: settings),
      environment: AppEnvironment(
        accounts: accounts, session: session, log: NoEventLog(), requested: requested, first: requested,
        firstTimeline: nil, fileAccount: nil, servers: servers, drafts: world?.drafts ?? TransientWriting(),
        demoDrafts: TransientWriting(), localFilters: localFilters),
      clock: clock, linkOpener: opener,
      terminal: .init(
        clipboard: clipboard, drawing: FaultyDrawing(faults: faults), player: player, quit: { external.quits += 1 },
        suspend: { external.suspensions += 1 }, redraw: { external.redraws += 1 }),
      executor: executor)
    published = PublishedReplies(assembly.openAccounts.cache)
    assembly.navigator.needsDisplay = { external.displayRequests += 1 }
    runner = assembly.runner
    self.assembly = assembly
  }

  func start() async {
    await withTaskExecutorPreference(executor) { assembly?.start() }
    recordScreens()
  }

  var navigator: Navigator? { assembly?.navigator }

  /// Whether the current account is a demo account, whose posts are not stored.
  var isDemo: Bool { assembly?.accounts.currentAccount?.kind == .demo }

  /// Screens that are still in memory though they can no longer be shown.
  var lingeringScreens: [String] {
    let retained = Set((assembly?.retainedScreens ?? []).map { ObjectIdentifier($0) })
    return seen.compactMap { seen in
      seen.screen.flatMap { retained.contains(ObjectIdentifier($0)) ? nil : seen.title }
    }
  }

  func press(_ key: Key) async { await send(.key(key)) }

  /// Handles an event. Tasks that it starts prefer the executor of the walk.
  func send(_ event: Event) async {
    await withTaskExecutorPreference(executor) { navigator?.handle(event) }
    recordScreens()
  }

  /// Runs pending jobs for a number of rounds.
  func run(rounds: Int) async {
    for _ in 0..<rounds {
      executor.run()
      await Task.yield()
    }
    recordScreens()
  }

  /// Runs all jobs until they are finished or wait for the clock.
  /// - Returns: whether that happened.
  func settle() async -> Bool {
    var idleRounds = 0
    for _ in 0..<20_000 {
      idleRounds = executor.isIdle ? idleRounds + 1 : 0
      executor.run()
      if executor.isIdle, world == nil ? runner.isSettled(on: clock) : idleRounds > Self.idleRoundLimit {
        recordScreens()
        return true
      }
      await Task.yield()
    }
    return false
  }

  /// Live updates do not use the runner, but all their work runs here on the main thread. After this many idle rounds
  /// nothing is pending until the clock moves.
  private static let idleRoundLimit = 10

  /// Ends the program as the terminal does after the session is saved, and releases it.
  func end() async {
    await withTaskExecutorPreference(executor) { assembly?.end(reason: "the walk continues with another start") }
    // Tasks that do not end are a fault, reported afterwards.
    for _ in 0..<1_000 where runner.unownedCount > 0 { await run(rounds: 1) }
    await waitForServer()
    assembly = nil
  }

  /// At its end the program waits up to three seconds for requests to the server.
  private func waitForServer() async {
    let end = clock.now.addingTimeInterval(3)
    while runner.unownedCount > 0, let deadline = clock.nextDeadline, deadline <= end {
      clock.advance(to: deadline)
      _ = await settle()
    }
  }

  private func recordScreens() {
    seen.removeAll { $0.screen == nil }
    for screen in navigator?.allScreens ?? [] where !seen.contains(where: { $0.screen === screen }) {
      seen.append(SeenScreen(screen: screen, title: screen.title))
    }
  }
}
