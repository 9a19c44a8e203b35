import DemoSource
import Domain
import LocalFiles
import Runtime
import ServerSession
import TerminalKit
import TestSupport

@testable import tern

/// The assembled program from its start to its end, with everything around it that a test can look at.
@MainActor
final class WalkProgram {
  let clock: VirtualClock
  let opener = SpyLinkOpener()
  let clipboard = SpyClipboard()
  let outside = ExternalPorts()
  let runner: TaskRunner
  /// A server, and what is kept of it; nil where there is nothing but the demo.
  let world: WalkWorld?
  private let executor = StepExecutor()
  /// nil once the program has ended.
  private(set) var assembly: AppAssembly?
  private var seen: [SeenScreen] = []
  let published: PublishedReplies

  /// What the program has done to the world outside it.
  @MainActor
  final class ExternalPorts {
    var quits = 0
    var suspensions = 0
    var redraws = 0
    var displayRequests = 0
  }

  /// A screen that has been in front.
  private struct SeenScreen {
    weak var screen: (any ViewController)?
    let title: String
  }

  /// - Parameter session: what is remembered from one start to the next.
  init(
    _ start: WalkStart, session: any SessionRepository, demo: String, faults: Faults, world: WalkWorld?,
    clock: VirtualClock
  ) throws {
    self.clock = clock
    self.world = world
    let isDemo = start == .demo || start == .tour
    let live = isDemo ? nil : world?.parts(clock: clock)
    let demo = DemoAccounts(directory: demo, clock: clock) { FileDocumentSource(paths: [$0]) }
    let invented = FaultyAccounts(demo, faults: faults)
    let accounts = CombinedAccounts(live.map { [$0.sources, invented] } ?? [invented])
    var requested: Account?
    if start == .live { requested = WalkWorld.reader }
    if case .account(let handle) = start {
      requested = Account(id: .demo(handle), profile: Profile(handle: handle), origin: .demo)
    }
    let outside = outside
    let assembly = AppAssembly(
      configuration: Configuration(
        try SharedOptions.parse([]), isDemo: isDemo, isTour: start == .tour),
      sources: AppEnvironment(
        accounts: accounts, session: session, log: SilentLog(), requested: requested, first: requested,
        firstTimeline: nil, fileAccount: nil, live: live, drafts: world?.drafts ?? TransientWriting(),
        demoDrafts: TransientWriting()),
      clock: clock, linkOpener: opener,
      terminal: .init(
        clipboard: clipboard, drawing: FaultyDrawing(faults: faults), quit: { outside.quits += 1 },
        suspend: { outside.suspensions += 1 }, redraw: { outside.redraws += 1 }),
      executor: executor)
    published = PublishedReplies(assembly.postCache)
    assembly.navigator.needsDisplay = { outside.displayRequests += 1 }
    runner = assembly.runner
    self.assembly = assembly
    assembly.start()
    note()
  }

  var navigator: Navigator? { assembly?.navigator }

  /// Whether what is read is the demo: nothing that is written there is kept.
  var isOfDemo: Bool { assembly?.currentAccount?.kind == .demo }

  /// Screens that nobody can come back to, and that are still there.
  var lingeringScreens: [String] {
    let living = Set((assembly?.livingScreens ?? []).map { ObjectIdentifier($0) })
    return seen.compactMap { seen in
      seen.screen.flatMap { living.contains(ObjectIdentifier($0)) ? nil : seen.title }
    }
  }

  func press(_ key: Key) { send(.key(key)) }

  func send(_ event: Event) {
    navigator?.handle(event)
    note()
  }

  /// Lets work go on by so many pieces.
  func run(rounds: Int) async {
    for _ in 0..<rounds {
      executor.run()
      await Task.yield()
    }
    note()
  }

  /// - Returns: whether all has come to rest until the clock moves.
  func settle() async -> Bool {
    var idleRounds = 0
    for _ in 0..<20_000 {
      idleRounds = executor.isIdle ? idleRounds + 1 : 0
      executor.run()
      if executor.isIdle, world == nil ? runner.isSettled(on: clock) : idleRounds > Self.roundsOfRest {
        note()
        return true
      }
      await Task.yield()
    }
    return false
  }

  /// What follows a server works beside the runner. All of it is done here, on the main thread: where nothing has come to
  /// be done in so many rounds, nothing will before the clock moves.
  private static let roundsOfRest = 10

  /// Ends the program as the terminal does, when what is to be remembered is stored, and lets go of all of it.
  func end() async {
    assembly?.end(reason: "the walk goes on elsewhere")
    // What does not end by itself is a fault, which is found afterwards.
    for _ in 0..<1_000 where runner.lastingCount > 0 { await run(rounds: 1) }
    if world != nil { await waitForServer() }
    assembly = nil
  }

  /// The program waits so many seconds at its end for what a server has to be told.
  private func waitForServer() async {
    let end = clock.now.addingTimeInterval(3)
    while runner.lastingCount > 0, let deadline = clock.nextDeadline, deadline <= end {
      clock.advance(to: deadline)
      _ = await settle()
    }
  }

  private func note() {
    seen.removeAll { $0.screen == nil }
    for screen in navigator?.allScreens ?? [] where !seen.contains(where: { $0.screen === screen }) {
      seen.append(SeenScreen(screen: screen, title: screen.title))
    }
  }
}
