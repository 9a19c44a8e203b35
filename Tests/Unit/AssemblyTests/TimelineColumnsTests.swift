import Domain
import Runtime
import TerminalKit
import TestSupport
import Testing

@testable import tern

@MainActor @Suite struct TimelineColumnsTests {
  @Test func `Only the first six columns are visible; all stay saved`() async {
    let harness = ColumnsHarness(columnCount: 8)
    await harness.open()
    #expect(harness.visibleIDs == [0, 1, 2, 3, 4, 5])
    #expect(harness.savedIDs == Array(0..<8))
  }

  @Test func `A column can be added if there are fewer than six`() async {
    let harness = ColumnsHarness(columnCount: 8)
    await harness.open()
    #expect(
      harness.availableCommand(ColumnCommands.add) == nil && harness.availableCommand(ColumnCommands.close) != nil)
    harness.perform(ColumnCommands.close)
    await harness.settle()
    #expect(harness.visibleIDs == [1, 2, 3, 4, 5])
    #expect(harness.savedIDs == Array(1..<8))
    #expect(harness.availableCommand(ColumnCommands.add) != nil)
  }

  @Test func `A hidden column appears after another was closed and the columns reopened`() async {
    let harness = ColumnsHarness(columnCount: 8)
    await harness.open()
    harness.perform(ColumnCommands.close)
    await harness.settle()
    harness.columns.close()
    await harness.open()
    #expect(harness.visibleIDs == [1, 2, 3, 4, 5, 6])
    #expect(harness.savedIDs == Array(1..<8))
  }

  @Test func `It is stored whether the columns are on screen`() async {
    let harness = ColumnsHarness(columnCount: 2)
    await harness.open()
    #expect(harness.session.load().isShowingColumns)
    harness.perform(ColumnCommands.close)
    await harness.settle()
    #expect(harness.session.load().isShowingColumns)
    harness.columns.close()
    await harness.settle()
    #expect(!harness.session.load().isShowingColumns && harness.savedIDs == [1])
  }

  @Test func `The focus is stored when the program ends, and restored`() async {
    let harness = ColumnsHarness(columnCount: 3)
    await harness.open()
    harness.focus(2)
    harness.columns.end()
    await harness.settle()
    #expect(harness.session.load().focusedColumn == 2)
    let next = ColumnsHarness(columnCount: 3, focused: 2)
    await next.open()
    #expect(next.focused == 2)
  }

  @Test func `A column of a missing account takes no space`() async {
    let harness = ColumnsHarness(columnCount: 8, absent: [1, 2])
    await harness.open()
    #expect(harness.visibleIDs == [0, 3, 4, 5, 6, 7])
    harness.perform(ColumnCommands.close)
    await harness.settle()
    #expect(Set(harness.savedIDs) == Set(1..<8))
  }
}

/// Saved columns, each of a different account.
@MainActor
private final class ColumnsHarness {
  let session: MemorySessionRepository
  let columns: TimelineColumns
  private let navigator = Navigator()
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()

  init(columnCount: Int, absent: Set<Int> = [], focused: Int? = nil) {
    let ids = (0..<columnCount).map { AccountID.demo("\($0)@demo") }
    var state = SessionState(columns: ids.enumerated().map { TimelineColumn(id: $0.offset, account: $0.element) })
    state.focusedColumn = focused
    session = MemorySessionRepository(state)
    let accounts = ids.indices.filter { !absent.contains($0) }.map { index in
      Account(id: ids[index], profile: Profile(handle: "\(index)@demo"), origin: .demo)
    }
    columns = TimelineColumns(
      listAccounts: ListAccounts(accounts: StubAccountRepository(accounts: .success(accounts)), session: session),
      saveColumns: SaveColumns(session: session), fixedHandles: [], startsInDemo: { true }, navigator: navigator,
      clock: clock, runner: runner, loadTimelines: { _ in nil },
      makeTimeline: { account, _, _ in NamedScreen(title: account.profile.handle) })
    navigator.handle(.resize(Size(width: 120, height: 30)))
  }

  func open() async {
    columns.open(startingWith: nil) { Issue.record("No account") }
    await settle()
  }

  func settle() async { await clock.settle(runner) }

  func focus(_ column: Int) { navigator.focusColumn(by: column - focused) }

  var focused: Int { navigator.focusedColumn }

  /// The numbers of the visible columns.
  var visibleIDs: [Int] { navigator.columns.compactMap { $0.title.first?.wholeNumberValue } }

  var savedIDs: [Int] { session.load().columns.map(\.id) }

  func availableCommand(_ command: Command) -> AvailableCommand? {
    columns.availableCommands.first { $0.command == command }
  }

  func perform(_ command: Command) {
    guard case .perform(let action)? = availableCommand(command)?.effect else {
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
