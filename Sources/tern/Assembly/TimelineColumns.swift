import Domain
import EmptyState
import UserProfile
import Runtime
import TerminalKit
import Timeline

/// Timelines side by side, of any accounts: which there are, and what can be done with them.
@MainActor
final class TimelineColumns {
  /// How many stand there at most.
  private static let maxCount = 6

  private struct Column {
    let place: TimelineColumn
    let account: Account
    let screen: any ViewController
  }

  /// What a timeline is for that an account opens.
  enum Placement {
    /// The account that is read, by itself.
    case alone
    /// One of the columns that are kept from start to start.
    case kept(TimelineColumn.ID)
    /// One of those that stand there for this start.
    case preset
  }

  /// Makes the timelines of an account, beginning with one of them.
  typealias MakeTimeline = @MainActor (Account, ListedTimeline?, Placement) -> (any ViewController)?

  private let listAccounts: any ListAccountsUseCase
  private let arrange: any SaveColumnsUseCase
  /// The handles of the accounts that stand there in any case, for this start alone.
  private let presetHandles: [String]
  /// Whether the first of them may be invented people's, where the person has not chosen any.
  private let beginsInDemo: @MainActor () -> Bool
  private let navigator: Navigator
  private let storing: SerialQueue
  private let loading: LoadTask
  private let loadTimelines: @MainActor (AccountID) -> (any LoadTimelineUseCase)?
  private let makeTimeline: MakeTimeline

  private var columns: [Column] = []
  /// Those that stay known and are not shown: their accounts are not there at the moment, or there are too many.
  private var unshown: [TimelineColumn] = []
  /// The column that had the focus when they were left.
  private var lastFocused: TimelineColumn.ID?
  /// The columns, and which of them had the focus, as they were opened from an account that none of them shows.
  private var asOpened: (ids: [TimelineColumn.ID], focused: Int)?

  /// - Parameters:
  ///   - presetHandles: accounts, instead of what is remembered; that they stand there is not remembered.
  ///   - loadTimelines: asks an account which timelines it has.
  init(
    listAccounts: any ListAccountsUseCase, arrange: any SaveColumnsUseCase, presetHandles: [String],
    beginsInDemo: @escaping @MainActor () -> Bool, navigator: Navigator, clock: any WallClock,
    runner: TaskRunner, loadTimelines: @escaping @MainActor (AccountID) -> (any LoadTimelineUseCase)?,
    makeTimeline: @escaping MakeTimeline
  ) {
    self.listAccounts = listAccounts
    self.arrange = arrange
    self.presetHandles = presetHandles
    self.beginsInDemo = beginsInDemo
    self.navigator = navigator
    storing = SerialQueue(runner: runner)
    loading = LoadTask(clock: clock, runner: runner)
    self.loadTimelines = loadTimelines
    self.makeTimeline = makeTimeline
  }

  /// Whether columns stand on the screen, or behind it.
  private(set) var isOpen = false

  /// The account of the column that has the focus.
  var focusedAccount: Account? {
    let index = navigator.focusedColumn
    return isOpen && columns.indices.contains(index) ? columns[index].account : nil
  }

  /// Those that columns are of, be it that there is no room for all of them.
  var accounts: Set<AccountID> { isOpen ? Set(columns.map(\.account.id)) : [] }

  /// Which of its timelines that column shows.
  var focusedTab: Int? {
    let index = navigator.focusedColumn
    return isOpen && columns.indices.contains(index) ? columns[index].screen.header?.selectedTab : nil
  }

  /// The account to go to where they are left: nil for the one that they were opened from.
  var accountToLeaveFor: Account? {
    if let asOpened, asOpened == (columns.map(\.place.id), navigator.focusedColumn) { return nil }
    return focusedAccount
  }
}

// MARK: - Opening and closing

extension TimelineColumns {
  /// Shows the columns that there were, or at first the timelines of an account.
  /// - Parameters:
  ///   - account: the one to begin with; nil for the first one that can be read.
  ///   - orElse: called where there is no account to show.
  func open(beginningWith account: AccountID?, orElse showAccounts: @escaping @MainActor () -> Void) {
    loading.start { [weak self, listAccounts] in
      let accounts = ((try? await listAccounts()) ?? []).filter(\.isReady).map(\.account)
      let known = await self?.known() ?? []
      let listed = known.filter { column in accounts.contains { $0.id == column.account } }.prefix(Self.maxCount)
      let first = listed.isEmpty ? await self?.first(beginningWith: account, among: accounts) ?? [] : []
      guard let self, !Task.isCancelled else { return }
      stopOpening()
      unshown = known.filter { !listed.contains($0) }
      columns = (listed + first).compactMap { self.column($0, among: accounts) }
      guard !columns.isEmpty else { return showAccounts() }
      isOpen = true
      navigator.layout = .columns
      let own =
        columns.firstIndex { $0.place.id == lastFocused && $0.account.id == account }
        ?? columns.firstIndex { $0.account.id == account }
      show(focusing: own ?? 0)
      asOpened = account == nil || own != nil ? nil : (columns.map(\.place.id), navigator.focusedColumn)
      if !first.isEmpty { store() }
    } whenSlow: { [weak navigator] in
      navigator?.announce("Opening your columns…")
    }
  }

  /// Does not open them any more: the person has gone elsewhere.
  func stopOpening() {
    if loading.isSlow { navigator.announce(nil) }
    loading.cancel()
  }

  /// Leaves them for a single timeline; they stay known.
  func close() {
    stopOpening()
    let index = navigator.focusedColumn
    lastFocused = columns.indices.contains(index) ? columns[index].place.id : lastFocused
    (isOpen, columns, asOpened) = (false, [], nil)
  }

  private func known() async -> [TimelineColumn] { presetHandles.isEmpty ? await arrange() : [] }

  /// The columns of somebody who has had none yet.
  private func first(beginningWith wanted: AccountID?, among accounts: [Account]) async -> [TimelineColumn] {
    if !presetHandles.isEmpty {
      let preset = presetHandles.compactMap { handle in accounts.first { $0.profile.handle == handle } }
      return preset.enumerated().map { TimelineColumn(id: $0.offset, account: $0.element.id) }
    }
    // Nobody begins with invented posts without having asked for them.
    let beginning = accounts.first { $0.origin != .demo || beginsInDemo() }
    guard let first = accounts.first(where: { $0.id == wanted }) ?? beginning else { return [] }
    let overview = try? await loadTimelines(first.id)?.overview(isRetry: false)
    let timelines = (overview?.timelines ?? []).prefix(Self.maxCount)
    guard !timelines.isEmpty else { return [TimelineColumn(id: freeID, account: first.id)] }
    return timelines.enumerated().map {
      TimelineColumn(id: freeID + $0.offset, account: first.id, timeline: $0.element)
    }
  }

  private func column(_ place: TimelineColumn, among accounts: [Account]) -> Column? {
    guard let account = accounts.first(where: { $0.id == place.account }) else { return nil }
    let placement = presetHandles.isEmpty ? Placement.kept(place.id) : .preset
    return makeTimeline(account, place.timeline, placement).map { Column(place: place, account: account, screen: $0) }
  }

  /// Greater than all that are taken.
  private var freeID: TimelineColumn.ID { ((columns.map(\.place) + unshown).map(\.id).max() ?? -1) + 1 }

  private func show(focusing index: Int) {
    navigator.setColumns(columns.map(\.screen), focused: index)
  }

  private func store() {
    guard presetHandles.isEmpty else { return }
    let places = columns.map(\.place) + unshown
    storing.add { [arrange, weak navigator] in
      do throws(SessionError) {
        try await arrange.store(places)
      } catch {
        navigator?.announce("Your columns are not kept: \(error.path): \(error.reason)".asSentence)
      }
    }
  }
}

// MARK: - What can be done with them

extension TimelineColumns {
  /// Has the focused column show another account.
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
    let place = TimelineColumn(id: freeID, account: account.id)
    guard let column = column(place, among: [account]) else { return }
    columns.replaceSubrange(range, with: [column])
    show(focusing: range.lowerBound)
    store()
  }

  private func closeFocused() {
    guard columns.count > 1 else { return navigator.say("This is the only column") }
    let index = navigator.focusedColumn
    columns.remove(at: index)
    show(focusing: min(index, columns.count - 1))
    store()
  }

  private func moveFocused(by step: Int) {
    let index = navigator.focusedColumn
    guard columns.indices.contains(index + step) else { return navigator.say("There is no column on that side") }
    columns.swapAt(index, index + step)
    show(focusing: index + step)
    store()
  }

  private func chooseAccount() {
    stopOpening()
    loading.start { [weak self, listAccounts] in
      let accounts = ((try? await listAccounts()) ?? []).filter(\.isReady).map(\.account)
      guard let self, !Task.isCancelled else { return }
      stopOpening()
      navigator.openPalette(
        asking: "Column of",
        accounts.map { account in
          PaletteEntry(PaletteDestinations.title(of: account), note: "account") { [weak self] in self?.add(account) }
        })
    } whenSlow: {
    }
  }

  /// Keys that lead to the side lead from column to column.
  var movingCommands: [AvailableCommand] {
    guard isOpen, columns.count > 1, navigator.standingLayout == .columns else { return [] }
    return [
      AvailableCommand(ColumnCommands.next) { [weak self] in self?.navigator.focusColumn(by: 1) },
      AvailableCommand(ColumnCommands.previous) { [weak self] in self?.navigator.focusColumn(by: -1) },
    ]
  }

  /// Beside a post that is opened, keys are for the post.
  var availableCommands: [AvailableCommand] {
    guard isOpen, navigator.isAtRoot else { return [] }
    let adding = AvailableCommand(ColumnCommands.add) { [weak self] in self?.chooseAccount() }
    return (columns.count < Self.maxCount ? [adding] : []) + [
      AvailableCommand(ColumnCommands.close) { [weak self] in self?.closeFocused() },
      AvailableCommand(ColumnCommands.moveLeft) { [weak self] in self?.moveFocused(by: -1) },
      AvailableCommand(ColumnCommands.moveRight) { [weak self] in self?.moveFocused(by: 1) },
    ]
  }
}

/// What can be done with timelines that stand side by side.
enum ColumnCommands {
  static let next = Command(
    "next-column", "next column", keys: ["l", "Right"], in: .panes, over: [SourceCommands.nextTimeline])
  static let previous = Command(
    "previous-column", "previous column", keys: ["h", "Left"], in: .panes,
    over: [TimelineCommands.previousTimeline, ProfileCommands.previousPart])
  static let add = Command("add-column", "add a column", keys: ["+"], in: .panes)
  static let close = Command("close-column", "close this column", keys: ["x"], in: .panes)
  static let moveLeft = Command("move-column-left", "move this column to the left", keys: ["<"], in: .panes)
  static let moveRight = Command("move-column-right", "move this column to the right", keys: [">"], in: .panes)
  static let changeLayout = Command("change-layout", "layout: one screen, panes or columns", keys: ["|"], in: .panes)

  static let all = [next, previous, add, close, moveLeft, moveRight, changeLayout]
}
