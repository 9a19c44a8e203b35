import Domain
import EmptyState
import PictureView
import Runtime
import TerminalKit
import Timeline
import UserProfile

/// The column layout: up to six timelines of any accounts side by side.
@MainActor
final class TimelineColumns {
  /// The maximum number of columns.
  private static let maxCount = 6
  /// The number of timelines opened if no columns are saved.
  private static let initialCount = 2

  private struct Column {
    let timelineColumn: TimelineColumn
    let account: Account
    let screen: any ViewController
  }

  /// Where a timeline screen is shown.
  enum Placement {
    /// On its own, as the current account.
    case single
    /// In a column that is restored at the next launch.
    case saved(TimelineColumn.ID)
    /// In a column given on the command line, not saved.
    case fixed
  }

  /// Makes the timeline screen of an account, with the timeline to select; nil if the account has no source.
  typealias MakeTimeline = @MainActor (Account, ListedTimeline?, Placement) -> (any ViewController)?

  private static let openingMessage = "Opening your columns…"

  private let listAccounts: any ListAccountsUseCase
  private let saveColumns: SaveColumns
  /// The handles given on the command line, used instead of the saved columns.
  private let fixedHandles: [String]
  /// Whether the columns may start with a demo account that the user has not chosen.
  private let startsInDemo: @MainActor () -> Bool
  private let navigator: Navigator
  private let clock: any WallClock
  private let runner: TaskRunner
  private let saveQueue: SerialQueue
  private let loadTask: LoadTask
  private let loadTimelines: @MainActor (AccountID) -> (any LoadTimelineUseCase)?
  private let makeTimeline: MakeTimeline

  private var columns: [Column] = []
  /// Saved columns that are not shown: their account is not available, or there are too many.
  private var hiddenColumns: [TimelineColumn] = []
  /// The column that had the focus when the layout was closed, or in the last session.
  private var lastFocused: TimelineColumn.ID?
  /// Columns and focus when the layout was opened from an account without a column; nil otherwise.
  private var initialState: (ids: [TimelineColumn.ID], focused: Int)?

  /// - Parameters:
  ///   - fixedHandles: accounts to show instead of the saved columns. The columns are then not saved.
  ///   - loadTimelines: returns the use case that lists the timelines of an account.
  init(
    listAccounts: any ListAccountsUseCase, saveColumns: SaveColumns, fixedHandles: [String],
    startsInDemo: @escaping @MainActor () -> Bool, navigator: Navigator, clock: any WallClock,
    runner: TaskRunner, loadTimelines: @escaping @MainActor (AccountID) -> (any LoadTimelineUseCase)?,
    makeTimeline: @escaping MakeTimeline
  ) {
    self.listAccounts = listAccounts
    self.saveColumns = saveColumns
    self.fixedHandles = fixedHandles
    self.startsInDemo = startsInDemo
    self.navigator = navigator
    self.clock = clock
    self.runner = runner
    saveQueue = SerialQueue(runner: runner)
    loadTask = LoadTask(clock: clock, runner: runner)
    self.loadTimelines = loadTimelines
    self.makeTimeline = makeTimeline
  }

  /// Whether the column layout is open, visible or covered.
  private(set) var isOpen = false

  /// The account of the column that has the focus.
  var focusedAccount: Account? {
    let index = navigator.focusedColumn
    return isOpen && columns.indices.contains(index) ? columns[index].account : nil
  }

  /// The accounts of all columns, including those that do not fit on the screen.
  var accounts: Set<AccountID> { isOpen ? Set(columns.map(\.account.id)) : [] }

  /// The selected tab of the focused column.
  var focusedTab: Int? {
    let index = navigator.focusedColumn
    return isOpen && columns.indices.contains(index) ? columns[index].screen.header?.selectedTab : nil
  }

  /// The account to show after closing; nil for the one that the layout was opened from.
  var accountAfterClosing: Account? {
    if let initialState, initialState == (columns.map(\.timelineColumn.id), navigator.focusedColumn) { return nil }
    return focusedAccount
  }
}

// MARK: - Opening and closing

extension TimelineColumns {
  /// Opens the saved columns, or the first timelines of an account if none are saved.
  /// - Parameters:
  ///   - account: the account to start with; nil for the first one that is ready.
  ///   - showAccounts: called if there is no account to show.
  func open(startingWith account: AccountID?, orElse showAccounts: @escaping @MainActor () -> Void) {
    let opening = navigator.holdingKeys(clock, runner) { [weak self, listAccounts] in
      let accounts = ((try? await listAccounts()) ?? []).filter(\.isReady).map(\.account)
      let savedColumns = await self?.savedColumns() ?? []
      let savedFocus = await self?.saveColumns.focusedColumn()
      let listed = savedColumns.filter { column in accounts.contains { $0.id == column.account } }.prefix(Self.maxCount)
      let first = listed.isEmpty ? await self?.first(startingWith: account, among: accounts) ?? [] : []
      guard let self, !Task.isCancelled else { return }
      stopOpening()
      hiddenColumns = savedColumns.filter { !listed.contains($0) }
      columns = (listed + first).compactMap { self.column($0, among: accounts) }
      guard !columns.isEmpty else { return showAccounts() }
      isOpen = true
      navigator.layout = .columns
      let focus = lastFocused ?? savedFocus
      let accountIndex =
        columns.firstIndex { $0.timelineColumn.id == focus && (account == nil || $0.account.id == account) }
        ?? columns.firstIndex { $0.account.id == account }
      show(focusing: accountIndex ?? 0)
      initialState =
        account == nil || accountIndex != nil ? nil : (columns.map(\.timelineColumn.id), navigator.focusedColumn)
      store()
    }
    loadTask.start(opening) { [weak navigator] in
      navigator?.announce(Self.openingMessage, severity: .notice)
    }
  }

  /// Cancels opening and removes its message. Also called when the user navigates elsewhere in the meantime.
  func stopOpening() {
    if loadTask.isSlow { navigator.withdrawBanner(Self.openingMessage) }
    loadTask.cancel()
  }

  /// Closes the layout. The saved columns stay saved.
  func close() {
    stopOpening()
    isOpen = false
    store()
    columns = []
    initialState = nil
  }

  /// Ends opening, and stores which column has the focus. To be called before the program ends.
  func end() {
    stopOpening()
    guard isOpen else { return }
    store()
  }

  private func savedColumns() async -> [TimelineColumn] { fixedHandles.isEmpty ? await saveColumns() : [] }

  /// The columns if none are saved: the accounts given on the command line, or the timelines of one account.
  private func first(startingWith wanted: AccountID?, among accounts: [Account]) async -> [TimelineColumn] {
    if !fixedHandles.isEmpty {
      let accountsInOrder = fixedHandles.compactMap { handle in accounts.first { $0.profile.handle == handle } }
      return accountsInOrder.enumerated().map { TimelineColumn(id: $0.offset, account: $0.element.id) }
    }
    // Start with a demo account only if the user has chosen that.
    let beginning = accounts.first { $0.origin != .demo || startsInDemo() }
    guard let first = accounts.first(where: { $0.id == wanted }) ?? beginning else { return [] }
    let overview = try? await loadTimelines(first.id)?.overview(isRefresh: false)
    let timelines = (overview?.timelines ?? []).prefix(Self.initialCount)
    guard !timelines.isEmpty else { return [TimelineColumn(id: freeID, account: first.id)] }
    return timelines.enumerated().map {
      TimelineColumn(id: freeID + $0.offset, account: first.id, timeline: $0.element)
    }
  }

  private func column(_ timelineColumn: TimelineColumn, among accounts: [Account]) -> Column? {
    guard let account = accounts.first(where: { $0.id == timelineColumn.account }) else { return nil }
    let placement = fixedHandles.isEmpty ? Placement.saved(timelineColumn.id) : .fixed
    return makeTimeline(account, timelineColumn.timeline, placement).map {
      Column(timelineColumn: timelineColumn, account: account, screen: $0)
    }
  }

  /// An ID greater than all in use.
  private var freeID: TimelineColumn.ID { ((columns.map(\.timelineColumn) + hiddenColumns).map(\.id).max() ?? -1) + 1 }

  private func show(focusing index: Int) {
    navigator.setColumns(columns.map(\.screen), focused: index)
  }

  private func store() {
    guard fixedHandles.isEmpty else { return }
    let timelineColumns = columns.map(\.timelineColumn) + hiddenColumns
    let index = navigator.focusedColumn
    if columns.indices.contains(index) { lastFocused = columns[index].timelineColumn.id }
    saveQueue.add { [saveColumns, isOpen, lastFocused, weak navigator] in
      do throws(SessionError) {
        try await saveColumns.store(timelineColumns, focused: lastFocused, areShown: isOpen)
      } catch {
        navigator?.announce("Your columns could not be saved: \(error.path): \(error.reason)".asSentence)
      }
    }
  }
}

// MARK: - Commands

extension TimelineColumns {
  /// Shows another account in the focused column.
  func show(_ account: Account) {
    let index = navigator.focusedColumn
    guard columns.indices.contains(index) else { return }
    replace(index..<index + 1, with: account)
  }

  private func add(_ account: Account) {
    let index = min(navigator.focusedColumn + 1, columns.count)
    replace(index..<index, with: account)
  }

  private func replace(_ range: Range<Int>, with account: Account) {
    let timelineColumn = TimelineColumn(id: freeID, account: account.id)
    guard let column = column(timelineColumn, among: [account]) else { return }
    columns.replaceSubrange(range, with: [column])
    show(focusing: range.lowerBound)
    store()
  }

  private func closeFocused() {
    guard columns.count > 1 else { return navigator.showRemark("This is the only column") }
    let index = navigator.focusedColumn
    columns.remove(at: index)
    show(focusing: min(index, columns.count - 1))
    store()
  }

  private func moveFocused(by step: Int) {
    let index = navigator.focusedColumn
    guard columns.indices.contains(index + step) else { return navigator.showRemark("No column on that side") }
    columns.swapAt(index, index + step)
    show(focusing: index + step)
    store()
  }

  private func chooseAccount() {
    stopOpening()
    let choosing = navigator.holdingKeys(clock, runner) { [weak self, listAccounts] in
      let accounts = ((try? await listAccounts()) ?? []).filter(\.isReady).map(\.account)
      guard let self, !Task.isCancelled else { return }
      stopOpening()
      navigator.openPalette(
        prompt: "Column of",
        accounts.map { account in
          MenuEntry(PaletteDestinations.title(of: account), note: "account") { [weak self] in self?.add(account) }
        })
    }
    loadTask.start(choosing, whenSlow: {})
  }

  /// The commands that move the focus between columns.
  var focusCommands: [AvailableCommand] {
    guard isOpen, columns.count > 1, navigator.effectiveLayout == .columns else { return [] }
    return [
      AvailableCommand(ColumnCommands.next) { [weak self] in self?.navigator.focusColumn(by: 1) },
      AvailableCommand(ColumnCommands.previous) { [weak self] in self?.navigator.focusColumn(by: -1) },
    ]
  }

  /// The commands that change the columns. Empty while a screen is open in front of them, as its keys take precedence.
  var availableCommands: [AvailableCommand] {
    guard isOpen, navigator.isAtRoot else { return [] }
    let addCommand = AvailableCommand(ColumnCommands.add) { [weak self] in self?.chooseAccount() }
    return (columns.count < Self.maxCount ? [addCommand] : []) + [
      AvailableCommand(ColumnCommands.close) { [weak self] in self?.closeFocused() },
      AvailableCommand(ColumnCommands.moveLeft) { [weak self] in self?.moveFocused(by: -1) },
      AvailableCommand(ColumnCommands.moveRight) { [weak self] in self?.moveFocused(by: 1) },
    ]
  }
}

extension TimelineColumns {
  /// The commands for columns that are not available now, with the reasons.
  var unavailableCommands: [UnavailableCommand] {
    let commands = [ColumnCommands.add, ColumnCommands.close, ColumnCommands.moveLeft, ColumnCommands.moveRight]
    guard isOpen else { return [UnavailableCommand](commands, "Change the layout to columns first") }
    guard navigator.isAtRoot else { return [UnavailableCommand](commands, "Go back to the columns first") }
    return [UnavailableCommand(ColumnCommands.add, "At most \(Self.maxCount) columns")]
  }
}

enum ColumnCommands {
  static let next = Command(
    "next-column", "next column", keys: ["l", "Right"], in: .panes,
    over: [SourceCommands.nextTimeline, PictureCommands.next])
  static let previous = Command(
    "previous-column", "previous column", keys: ["h", "Left"], in: .panes,
    over: [TimelineCommands.previousTimeline, ProfileCommands.previousTab, PictureCommands.previous])
  static let add = Command("add-column", "add a column", synonyms: ["split column"], keys: ["+"], in: .panes)
  static let close = Command("close-column", "close this column", synonyms: ["remove column"], keys: ["x"], in: .panes)
  static let moveLeft = Command("move-column-left", "move this column to the left", keys: ["<"], in: .panes)
  static let moveRight = Command("move-column-right", "move this column to the right", keys: [">"], in: .panes)
  static let changeLayout = Command(
    "change-layout", "layout: one screen, panes or columns",
    synonyms: [
      "split", "panes", "columns", "side by side", "two columns", "multiple columns", "multi-column", "window",
      "deck", "wide",
    ],
    keys: ["|"], in: .panes)

  static let all = [next, previous, add, close, moveLeft, moveRight, changeLayout]
}
