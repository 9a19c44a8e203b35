import Domain
import Runtime
import TerminalKit
import TestSupport
import Testing

@testable import tern

@MainActor @Suite struct TimelineColumnsTests {
  @Test func `Of more columns than six the first six stand there, and none is lost`() async {
    let stage = ColumnsHarness(columnCount: 8)
    await stage.open()
    #expect(stage.shown == [0, 1, 2, 3, 4, 5])
    #expect(stage.known == Array(0..<8))
  }

  @Test func `Where there are six none can be added, and where one is closed one can`() async {
    let stage = ColumnsHarness(columnCount: 8)
    await stage.open()
    #expect(stage.offer(ColumnCommands.add) == nil && stage.offer(ColumnCommands.close) != nil)
    stage.perform(ColumnCommands.close)
    await stage.settle()
    #expect(stage.shown == [1, 2, 3, 4, 5])
    #expect(stage.known == Array(1..<8))
    #expect(stage.offer(ColumnCommands.add) != nil)
  }

  @Test func `What has had no room stands there when the columns are opened again after one was closed`() async {
    let stage = ColumnsHarness(columnCount: 8)
    await stage.open()
    stage.perform(ColumnCommands.close)
    await stage.settle()
    stage.columns.close()
    await stage.open()
    #expect(stage.shown == [1, 2, 3, 4, 5, 6])
    #expect(stage.known == Array(1..<8))
  }

  @Test func `A column whose account is absent takes no other one’s room`() async {
    let stage = ColumnsHarness(columnCount: 8, absent: [1, 2])
    await stage.open()
    #expect(stage.shown == [0, 3, 4, 5, 6, 7])
    stage.perform(ColumnCommands.close)
    await stage.settle()
    #expect(Set(stage.known) == Set(1..<8))
  }
}

/// Columns that are known, each of an account of its own.
@MainActor
private final class ColumnsHarness {
  let session: MemorySessionRepository
  let columns: TimelineColumns
  private let navigator = Navigator()
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()

  init(columnCount: Int, absent: Set<Int> = []) {
    let ids = (0..<columnCount).map { AccountID.demo("\($0)@demo") }
    session = MemorySessionRepository(
      SessionState(columns: ids.enumerated().map { TimelineColumn(id: $0.offset, account: $0.element) }))
    let accounts = ids.indices.filter { !absent.contains($0) }.map { index in
      Account(id: ids[index], profile: Profile(handle: "\(index)@demo"), origin: .demo)
    }
    columns = TimelineColumns(
      listAccounts: ListAccounts(accounts: StubAccountRepository(accounts: .success(accounts)), session: session),
      arrange: SaveColumns(session: session), presetHandles: [], beginsInDemo: { true }, navigator: navigator,
      clock: clock, runner: runner, loadTimelines: { _ in nil },
      makeTimeline: { account, _, _ in NamedScreen(title: account.profile.handle) })
    navigator.handle(.resize(Size(width: 120, height: 30)))
  }

  func open() async {
    columns.open(beginningWith: nil) { Issue.record("There is no account") }
    await settle()
  }

  func settle() async { await clock.settle(runner) }

  /// The first figure of the accounts whose columns stand there.
  var shown: [Int] { navigator.columns.compactMap { $0.title.first?.wholeNumberValue } }

  var known: [Int] { session.load().columns.map(\.id) }

  func offer(_ command: Command) -> AvailableCommand? { columns.availableCommands.first { $0.command == command } }

  func perform(_ command: Command) {
    guard case .perform(let action)? = offer(command)?.effect else {
      Issue.record("\(command.id) is not offered")
      return
    }
    action()
  }
}

@MainActor
private final class NamedScreen: ViewController {
  let title: String
  let availableCommands: [AvailableCommand] = []
  var needsDisplay: (@MainActor () -> Void)?

  init(title: String) { self.title = title }

  func draw(on canvas: inout Canvas, in area: Rect) {}
}
