import DemoSource
import Domain
import LocalFiles
import Runtime
import Sync
import TerminalKit
import TestSupport

@testable import tern

/// The assembled program from its start to its end, with everything around it that a test can look at.
@MainActor
final class WalkProgram {
  let clock: VirtualClock
  let opener = SpyLinkOpener()
  let clipboard = SpyClipboard()
  let outside = Outside()
  let runner: TaskRunner
  private let executor = StepExecutor()
  /// nil once the program has ended.
  private(set) var assembly: AppAssembly?
  private var seen: [SeenScreen] = []

  /// What the program has done to the world outside it.
  @MainActor
  final class Outside {
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
  init(_ start: WalkStart, session: any SessionRepository, demo: String, faults: Faults, clock: VirtualClock) throws {
    self.clock = clock
    let demo = DemoAccounts(directory: demo, clock: clock) { FileDocumentSource(paths: [$0]) }
    let accounts = CombinedAccounts([FaultyAccounts(demo, faults: faults)])
    var requested: Account?
    if case .account(let handle) = start {
      requested = Account(id: .demo(handle), profile: Profile(handle: handle), origin: .demo)
    }
    let outside = outside
    let assembly = AppAssembly(
      configuration: Configuration(
        try SharedOptions.parse([]), isDemo: start == .demo || start == .tour, isTour: start == .tour),
      sources: Sources(
        accounts: accounts, session: session, log: SilentLog(), requested: requested, first: requested,
        firstTimeline: nil, fileAccount: nil, drafts: TransientWriting(), demoDrafts: TransientWriting()),
      clock: clock, linkOpener: opener,
      terminal: .init(
        clipboard: clipboard, quit: { outside.quits += 1 }, suspend: { outside.suspensions += 1 },
        redraw: { outside.redraws += 1 }),
      executor: executor)
    assembly.navigator.needsDisplay = { outside.displayRequests += 1 }
    runner = assembly.runner
    self.assembly = assembly
    assembly.start()
    note()
  }

  var navigator: Navigator? { assembly?.navigator }

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
    for _ in 0..<20_000 {
      executor.run()
      if runner.isSettled(on: clock), executor.isIdle {
        note()
        return true
      }
      await Task.yield()
    }
    return false
  }

  /// Ends the program as the terminal does, when what is to be remembered is stored, and lets go of all of it.
  func end() async {
    assembly?.end(reason: "the walk goes on elsewhere")
    // What does not end by itself is a fault, which is found afterwards.
    for _ in 0..<1_000 where runner.lastingCount > 0 { await run(rounds: 1) }
    assembly = nil
  }

  private func note() {
    seen.removeAll { $0.screen == nil }
    for screen in navigator?.allScreens ?? [] where !seen.contains(where: { $0.screen === screen }) {
      seen.append(SeenScreen(screen: screen, title: screen.title))
    }
  }
}
