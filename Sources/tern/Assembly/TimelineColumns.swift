import Domain
import EmptyState
import Runtime
import TerminalKit
import Timeline

/// Timelines side by side, of any accounts: which there are, and what can be done with them.
@MainActor
final class TimelineColumns {
  /// As many as can be told apart.
  private static let maxCount = 12
  /// How many there are at first, where the account has so many timelines.
  private static let firstCount = 6

  private struct Column {
    let place: TimelineColumn
    let account: Account
    let screen: any ViewController
  }

  /// Makes the timelines of an account, beginning with one of them.
  typealias MakeTimeline = @MainActor (Account, ListedTimeline?, TimelineColumn.ID?) -> (any ViewController)?

  private let listAccounts: any ListAccountsUseCase
  private let arrange: any ArrangeColumnsUseCase
  /// The handles of the accounts that stand there in any case, for this start alone.
  private let presetHandles: [String]
  /// Whether the first of them may be invented people's, where the person has not chosen any.
  private let beginsInDemo: @MainActor () -> Bool
  private let navigator: Navigator
  private let runner: TaskRunner
  private let loadTimelines: @MainActor (AccountID) -> (any LoadTimelineUseCase)?
  private let makeTimeline: MakeTimeline

  private var columns: [Column] = []
  private var opening: Task<Void, Never>?

  /// - Parameters:
  ///   - presetHandles: accounts, instead of what is remembered; nothing of it is remembered.
  ///   - loadTimelines: asks an account which timelines it has.
  init(
    listAccounts: any ListAccountsUseCase, arrange: any ArrangeColumnsUseCase, presetHandles: [String],
    beginsInDemo: @escaping @MainActor () -> Bool, navigator: Navigator, runner: TaskRunner,
    loadTimelines: @escaping @MainActor (AccountID) -> (any LoadTimelineUseCase)?,
    makeTimeline: @escaping MakeTimeline
  ) {
    self.listAccounts = listAccounts
    self.arrange = arrange
    self.presetHandles = presetHandles
    self.beginsInDemo = beginsInDemo
    self.navigator = navigator
    self.runner = runner
    self.loadTimelines = loadTimelines
    self.makeTimeline = makeTimeline
  }

  deinit { opening?.cancel() }

  /// Whether columns stand on the screen, or behind it.
  private(set) var isOpen = false

  /// The account of the column that has the focus.
  var focusedAccount: Account? {
    let index = navigator.focusedColumn
    return isOpen && columns.indices.contains(index) ? columns[index].account : nil
  }

  var screens: [any ViewController] { columns.map(\.screen) }
}

// MARK: - Opening and closing

extension TimelineColumns {
  /// Shows the columns that there were, or at first the timelines of an account.
  /// - Parameters:
  ///   - account: the one to begin with; nil for the first one that can be read.
  ///   - orElse: called where there is no account to show.
  func open(beginningWith account: AccountID?, orElse showAccounts: @escaping @MainActor () -> Void) {
    opening?.cancel()
    opening = runner.start(for: self) { [weak self, listAccounts] in
      let accounts = ((try? await listAccounts()) ?? []).filter(\.isReady).map(\.account)
      let places = await self?.places(beginningWith: account, among: accounts) ?? []
      guard let self, !Task.isCancelled else { return }
      columns = places.compactMap { self.column($0, among: accounts) }
      guard !columns.isEmpty else { return showAccounts() }
      isOpen = true
      navigator.layout = .columns
      show(focusing: 0)
      store()
    }
  }

  /// Leaves them for a single timeline; they stay known.
  func close() {
    opening?.cancel()
    (isOpen, columns) = (false, [])
  }

  private func places(beginningWith wanted: AccountID?, among accounts: [Account]) async -> [TimelineColumn] {
    if !presetHandles.isEmpty {
      let preset = presetHandles.compactMap { handle in accounts.first { $0.profile.handle == handle } }
      return preset.enumerated().map { TimelineColumn(id: $0.offset, account: $0.element.id) }
    }
    let known = await arrange().filter { column in accounts.contains { $0.id == column.account } }
    // Nobody begins with invented posts without having asked for them.
    let beginning = accounts.first { $0.origin != .demo || beginsInDemo() }
    guard known.isEmpty, let first = accounts.first(where: { $0.id == wanted }) ?? beginning else { return known }
    let overview = try? await loadTimelines(first.id)?.overview(isRetry: false)
    let timelines = (overview?.timelines ?? []).prefix(Self.firstCount)
    guard !timelines.isEmpty else { return [TimelineColumn(id: 0, account: first.id)] }
    return timelines.enumerated().map { TimelineColumn(id: $0.offset, account: first.id, timeline: $0.element) }
  }

  private func column(_ place: TimelineColumn, among accounts: [Account]) -> Column? {
    guard let account = accounts.first(where: { $0.id == place.account }) else { return nil }
    let id = presetHandles.isEmpty ? place.id : nil
    return makeTimeline(account, place.timeline, id).map { Column(place: place, account: account, screen: $0) }
  }

  private func show(focusing index: Int) {
    navigator.setColumns(columns.map(\.screen), focused: index)
  }

  private func store() {
    guard presetHandles.isEmpty else { return }
    let places = columns.map(\.place)
    runner.start { [arrange, weak navigator] in
      do throws(SessionError) {
        try await arrange.store(places)
      } catch {
        navigator?.announce("Your columns are not kept: \(error.path): \(error.reason).")
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
    guard columns.count < Self.maxCount else {
      return navigator.say("There are \(Self.maxCount) columns already")
    }
    let index = min(navigator.focusedColumn + 1, columns.count)
    replace(index..<index, with: account)
  }

  private func replace(_ range: Range<Int>, with account: Account) {
    let place = TimelineColumn(id: (columns.map(\.place.id).max() ?? 0) + 1, account: account.id)
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
    opening = runner.start(for: self) { [weak self, listAccounts] in
      let accounts = ((try? await listAccounts()) ?? []).filter(\.isReady).map(\.account)
      guard let self, !Task.isCancelled else { return }
      navigator.openPalette(
        asking: "Column of",
        accounts.map { account in
          let names = [account.profile.name, account.label].filter { !$0.isEmpty }
          return PaletteEntry(names.joined(separator: " · "), note: "account") { [weak self] in self?.add(account) }
        })
    }
  }

  /// Keys that lead to the side lead from column to column.
  var movingOffers: [Offer] {
    guard isOpen, columns.count > 1, navigator.isAtRoot else { return [] }
    return [
      Offer(ColumnCommands.next) { [weak self] in self?.navigator.focusColumn(by: 1) },
      Offer(ColumnCommands.previous) { [weak self] in self?.navigator.focusColumn(by: -1) },
    ]
  }

  var offers: [Offer] {
    guard isOpen else { return [] }
    return [
      Offer(ColumnCommands.add) { [weak self] in self?.chooseAccount() },
      Offer(ColumnCommands.close) { [weak self] in self?.closeFocused() },
      Offer(ColumnCommands.moveLeft) { [weak self] in self?.moveFocused(by: -1) },
      Offer(ColumnCommands.moveRight) { [weak self] in self?.moveFocused(by: 1) },
    ]
  }
}

/// What can be done with timelines that stand side by side.
enum ColumnCommands {
  static let next = Command(
    "next-column", "next column", keys: ["l", "Right"], in: .panes, over: [ReadingCommands.nextTimeline])
  static let previous = Command(
    "previous-column", "previous column", keys: ["h", "Left"], in: .panes, over: [TimelineCommands.previousTimeline])
  static let add = Command("add-column", "add a column", keys: ["+"], in: .panes)
  static let close = Command("close-column", "close this column", keys: ["x"], in: .panes)
  static let moveLeft = Command("move-column-left", "move this column to the left", keys: ["<"], in: .panes)
  static let moveRight = Command("move-column-right", "move this column to the right", keys: [">"], in: .panes)
  static let changeLayout = Command("change-layout", "one screen, panes or columns", keys: ["|"], in: .panes)

  static let all = [next, previous, add, close, moveLeft, moveRight, changeLayout]
}
