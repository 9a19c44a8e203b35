import Domain
import EmptyState
import PostCell
import TerminalKit

/// Draws the timeline, and turns commands into calls of the presenter.
@MainActor
final class TimelineViewController: ViewController {
  let title = "Timeline"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any TimelinePresentation
  private let keymap: Observed<Keymap>
  var content = HostedContent.nothing
  private var noticeLine = NoticeLine()
  private(set) var searchField: TextField?
  private(set) var dateField: TextField?
  private(set) var timelines = TimelineHeader(tabs: [], selectedTab: 0, account: "", label: "")
  private var status = ""
  private var isOldestFirst = false
  private var list = CellList<TimelineRow>()
  /// The list of the timeline while matches are shown.
  private var listBehind: CellList<TimelineRow>?
  /// The part of the row to scroll to while going to an end of the timeline.
  private var scrollTarget: ListLayout.RowPart?

  private lazy var mouse = ListMouse<TimelineRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() },
    openLink: { [weak self] in self?.presenter.openLinkTarget($0, at: self?.selection ?? 0) })

  private lazy var pictures = presenter.pictures { [weak self] in self?.needsDisplay?() }

  init(presenter: any TimelinePresentation, keymap: Observed<Keymap> = Observed(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  /// The width of a title in the header.
  private static let maxNameWidth = 40
  /// The width of a title on narrow screens.
  private static let maxShortNameWidth = 10

  var focusedField: TextField? { searchField ?? dateField }

  var bottomLine: BottomLine {
    if let dateField { return .prompt("Go to", dateField) }
    return .status(list.status(status))
  }

  var header: ScreenHeader? {
    let tabs = timelines.tabs.enumerated().map { index, tab in
      ScreenHeader.Tab(
        TextLayout.truncate(TextLayout.sanitized(tab.name), to: Self.maxNameWidth),
        shortName: TextLayout.truncate(TextLayout.sanitized(tab.shortName ?? tab.name), to: Self.maxShortNameWidth),
        isPersonal: tab.isPersonal, unreadCount: tab.unreadCount,
        unread: tab.unreadCount > 0 ? LoadingProgress.grouped(tab.unreadCount) : "",
        command: TimelineCommands.timeline(at: index))
    }
    var header = ScreenHeader(
      .tabs(tabs, selected: timelines.selectedTab, next: SourceCommands.nextTimeline), account: timelines.account,
      label: timelines.label, unreadCount: timelines.accountUnread)
    header.search = timelines.search.map {
      ScreenHeader.Search("Search", text: $0.text, scope: $0.scope, command: SourceCommands.search)
    }
    return header
  }

  var notice: ScreenNotice? { noticeLine.visibleNotice?.screenNotice }
  var canDismissNotice: Bool { noticeLine.canDismiss }
  /// The commands that the notice offers.
  var noticeActions: [EmptyStateAction] { noticeLine.visibleNotice?.actions ?? [] }

  let offersSharedCommands = true
  var availableCommands: [AvailableCommand] { TimelineAvailableCommands(self).all }
  var unavailableCommands: [UnavailableCommand] { TimelineUnavailableCommands(self).all }
  var isOpening: Bool { content.isBlank }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  /// Hides a temporary notice, because it may name a key that has changed.
  func settingsDidChange() {
    _ = noticeLine.keyWasPressed()
    presenter.settingsDidChange()
  }

  func agesDidChange() { presenter.agesDidChange() }

  func willHandleKey() {
    if noticeLine.keyWasPressed() { needsDisplay?() }
  }

  func endEditing() {
    if dateField != nil { endDateEntry() }
    if searchField != nil { submitSearch() }
  }

  func prefetchLayout() {
    if isShowingPosts { list.prefetchLayout() }
  }

  func fieldDidChange() {
    if let searchField { presenter.searchWhileTyping(searchField.text) }
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    content.draw(on: &canvas, in: area, keymap: keymap.value) {
      list.draw(on: &$0, in: area, mouse: mouse, pictures: pictures)
    }
  }
}

// MARK: - Moving in the list

extension TimelineViewController {
  var selection: Int { list.selection }
  /// nil unless posts are shown: the list keeps the rows of the tab before behind an empty view.
  var selectedRow: TimelineRow? { isShowingPosts ? list.selectedRow : nil }

  var isShowingPosts: Bool {
    if case .list = content { true } else { false }
  }

  /// Changes the selection and notifies the presenter.
  func move(_ change: (inout CellList<TimelineRow>) -> Void) {
    let before = list.selection
    change(&list)
    if list.selection != before {
      presenter.didSelectRow(at: list.selection)
    } else if isOldestFirst ? list.selection == 0 : list.isLastSelected {
      presenter.continueSearch()
    }
  }

  /// Called for a click on the selected row.
  func openSelected() {
    if dateField != nil { return endDateEntry() }
    if searchField != nil { submitSearch() } else { presenter.openPost(at: selection) }
  }

  /// Goes to the first line of the newest post.
  func goToBeginning() {
    scrollTarget = .beginning
    presenter.showNewest()
    scrollTarget = nil
  }

  /// Goes to the last line of the oldest post.
  func goToEnd() {
    scrollTarget = .end
    presenter.showOldest()
    scrollTarget = nil
  }

  func beginDateEntry() {
    dateField = TextField(placeholder: "2015, 2015-03, yesterday")
  }

  /// Whether matches of a search are shown.
  var isShowingMatches: Bool { listBehind != nil }

  func recallEarlierSearch() {
    if let searchField { presenter.recallEarlierSearch(than: searchField.text) }
  }

  func completeSearch() {
    if let searchField { presenter.completeSearch(searchField.text) }
  }

  func submitSearch() {
    if let searchField { presenter.search(searchField.text) }
  }
}

// MARK: - Updates from the presenter

extension TimelineViewController: TimelineView, EmptyStateHost {
  func showHeader(_ header: TimelineHeader) {
    timelines = header
    needsDisplay?()
  }

  func showTimeline(_ viewModel: TimelineViewModel) {
    if viewModel.isSearchResult, listBehind == nil {
      listBehind = list
      list = CellList()
    } else if !viewModel.isSearchResult, let behind = listBehind {
      list = behind
      listBehind = nil
    }
    list.show(
      viewModel.rows, selection: viewModel.selection, footer: viewModel.footer, spacing: viewModel.spacing)
    isOldestFirst = viewModel.isOldestFirst
    content = .list
    needsDisplay?()
  }

  func showFooter(_ text: String) {
    list.footer = text
    needsDisplay?()
  }

  func selectRow(at index: Int) {
    list.select(index, showing: scrollTarget ?? (index == 0 ? .beginning : nil))
    needsDisplay?()
  }

  func markRead(_ rows: [Int]) {
    list.change(rows) { $0.isUnread = false }
    needsDisplay?()
  }

  func endDateEntry() {
    dateField = nil
    needsDisplay?()
  }

  func showStatus(_ status: String) {
    self.status = status
    needsDisplay?()
  }

  func showNotice(_ notice: NoticeViewModel) {
    noticeLine.show(notice)
    needsDisplay?()
  }

  func showSearchField(_ text: String) {
    searchField = TextField(text: text)
    needsDisplay?()
  }

  func hideSearchField() {
    searchField = nil
    needsDisplay?()
  }

  func hideNotice() {
    noticeLine.hide()
    needsDisplay?()
  }

  func dismissNotice() {
    let isPersistent = noticeLine.visibleNotice?.isPersistent == true
    noticeLine.dismiss()
    if isPersistent { presenter.noticeWasDismissed() }
    needsDisplay?()
  }
}
