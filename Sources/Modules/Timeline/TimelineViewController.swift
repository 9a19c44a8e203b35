import EmptyState
import PostCell
import TerminalKit

/// Draws the timeline and turns keys into presenter calls.
@MainActor
final class TimelineViewController: ViewController {
  enum Content {
    case nothing
    case loading(EmptyStateViewModel?)
    case posts
    case empty(EmptyStateViewModel)
  }

  let title = "Timeline"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any TimelinePresentation
  private(set) var content = Content.nothing
  private(set) var notice: TimelineNotice?
  private(set) var searchField: TextField?
  private(set) var header = TimelineHeader(tabs: [], selectedTab: 0, account: "")
  private var standingNotice: TimelineNotice?
  private var status = ""
  private var list = TimelineList()

  init(presenter: any TimelinePresentation) {
    self.presenter = presenter
  }

  var focusedField: TextField? { searchField }

  var bottomLine: BottomLine {
    if let searchField { return .prompt("Search", searchField) }
    return .status(status)
  }

  var keyBindings: [KeyBinding] { TimelineKeys(self).bindings }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }

  func willHandleKey() {
    notice = standingNotice
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    let hasRules = area.height >= 9
    TimelineHeaderDrawing(header).draw(on: &canvas, in: area)
    var body = area.inset(top: hasRules ? 2 : 1, bottom: hasRules ? 1 : 0)
    if hasRules { drawRule(on: &canvas, row: area.row + 1, in: area) }
    if hasRules { drawRule(on: &canvas, row: area.row + area.height - 1, in: area) }
    if !hasRules, notice != nil { body = body.inset(bottom: 1) }
    switch content {
    case .nothing, .loading(nil): break
    case .loading(let viewModel?), .empty(let viewModel): EmptyStateDrawing(viewModel).draw(on: &canvas, in: body)
    case .posts: list.draw(on: &canvas, in: body)
    }
    if let notice { drawNotice(notice, on: &canvas, row: area.row + area.height - 1, width: area.width) }
  }

  private func drawRule(on canvas: inout Canvas, row: Int, in area: Rect) {
    canvas.fill(Rect(row: row, column: area.column, width: area.width, height: 1), with: "─", style: .muted)
  }

  private func drawNotice(_ notice: TimelineNotice, on canvas: inout Canvas, row: Int, width: Int) {
    let style = notice.isFailure ? Style.failure : .notice
    canvas.draw(" \(TextLayout.harmless(notice.text)) ", row: row, column: 0, width: width, style: style)
  }
}

// MARK: - Moving in the list

extension TimelineViewController {
  var selection: Int { list.selection }
  var selectedRow: PostCellViewModel? { list.selectedRow }
  var isSearching: Bool { list.isSearching }

  var isShowingPosts: Bool {
    if case .posts = content { true } else { false }
  }

  /// Changes which row is selected and tells the presenter.
  func move(_ change: (inout TimelineList) -> Void) {
    let before = list.selection
    change(&list)
    if list.selection != before { presenter.didSelectRow(at: list.selection) }
  }

  func beginSearch() {
    searchField = TextField()
  }

  func endSearch(submitting: Bool) {
    let text = searchField?.text ?? ""
    searchField = nil
    if submitting { presenter.search(text) }
  }
}

// MARK: - What the presenter tells

extension TimelineViewController: TimelineView {
  func showHeader(_ header: TimelineHeader) {
    self.header = header
    needsDisplay?()
  }

  func showLoading(_ viewModel: EmptyStateViewModel?) {
    content = .loading(viewModel)
    needsDisplay?()
  }

  func hideLoading() {
    if case .loading = content { content = .nothing }
  }

  func showTimeline(_ viewModel: TimelineViewModel) {
    list.show(viewModel)
    content = .posts
    needsDisplay?()
  }

  func hideTimeline() {
    if case .posts = content { content = .nothing }
  }

  func showEmptyView(_ viewModel: EmptyStateViewModel) {
    content = .empty(viewModel)
    needsDisplay?()
  }

  func hideEmptyView() {
    if case .empty = content { content = .nothing }
  }

  func selectRow(at index: Int) {
    list.select(index)
    needsDisplay?()
  }

  func showStatus(_ status: String) {
    self.status = status
    needsDisplay?()
  }

  func showNotice(_ notice: TimelineNotice) {
    if notice.stays { standingNotice = notice }
    self.notice = notice
    needsDisplay?()
  }

  func hideNotice() {
    if notice == standingNotice { notice = nil }
    standingNotice = nil
    needsDisplay?()
  }
}
