import EmptyState
import PostCell
import Testing

@testable import Timeline

/// Records calls. Fails a test if more than one of list, empty view and loading view is shown, or none when needed.
@MainActor
final class SpyTimelineView: TimelineView {
  enum Content: Hashable {
    case list, emptyView, loading
  }

  /// The names of the calls, in order.
  private(set) var calls: [String] = []
  private(set) var shown: Set<Content> = []
  private(set) var header = TimelineHeader(tabs: [], selectedTab: 0, account: "", label: "")
  private(set) var loading: EmptyStateViewModel?
  private(set) var timeline: TimelineViewModel?
  private(set) var emptyView: EmptyStateViewModel?
  private(set) var status = ""
  private(set) var notice: NoticeViewModel?
  private(set) var notices: [NoticeViewModel] = []
  private(set) var selection = 0
  /// The initial text of the open search field; nil if it is closed.
  private(set) var searchField: String?

  /// The calls that show content, in order, without repetitions.
  var shows: [String] {
    let said = calls.filter { ["showLoading", "showTimeline", "showEmptyView", "hideEmptyView"].contains($0) }
    return said.enumerated().filter { $0.offset == 0 || said[$0.offset - 1] != $0.element }.map(\.element)
  }

  var rows: [PostCellViewModel] { timeline?.rows.compactMap(\.post) ?? [] }
  /// The text of each row that is not a post.
  var gaps: [String] {
    timeline?.rows.compactMap { if case .gap(let words, _) = $0 { words } else { nil } } ?? []
  }
  var texts: [String] { rows.map { $0.text.map(\.text).joined() } }
  /// The text of each unread row.
  var unread: [String] { zip(rows, texts).filter(\.0.isUnread).map(\.1) }
  /// The text of the selected row.
  var selectedText: String { texts.indices.contains(selection) ? texts[selection] : "" }

  func reset() {
    calls = []
    notices = []
  }

  /// Hides a temporary notice, as any key does.
  func pressKey() {
    if notice?.isPersistent == false { notice = nil }
  }

  func showHeader(_ header: TimelineHeader) {
    self.header = header
    record("showHeader")
  }

  func showLoading(_ viewModel: EmptyStateViewModel?) {
    show(.loading)
    loading = viewModel
    record("showLoading")
  }

  func showFooter(_ text: String) {
    timeline?.footer = text
    record("showFooter")
  }

  func showTimeline(_ viewModel: TimelineViewModel) {
    show(.list)
    timeline = viewModel
    selection = viewModel.selection
    record("showTimeline")
    #expect(viewModel.rows.indices.contains(viewModel.selection), "no row is selected")
  }

  func showEmptyView(_ viewModel: EmptyStateViewModel) {
    show(.emptyView)
    emptyView = viewModel
    record("showEmptyView")
  }

  func hideEmptyView() {
    emptyView = nil
    shown.remove(.emptyView)
    record("hideEmptyView")
  }

  func selectRow(at index: Int) {
    selection = index
    record("selectRow")
    #expect(rows.indices.contains(index), "row \(index) of \(rows.count)")
  }

  func markRead(_ rows: [Int]) {
    for index in rows { timeline?.rows[index].isUnread = false }
    record("markRead")
  }

  func endDateEntry() {
    record("endDateEntry")
  }

  func showStatus(_ status: String) {
    self.status = status
    record("showStatus")
    #expect(shown.count == 1, "\(shown.count) contents are shown after rendering")
  }

  func showNotice(_ notice: NoticeViewModel) {
    self.notice = notice
    notices.append(notice)
    record("showNotice")
  }

  func hideNotice() {
    if notice?.isPersistent == true { notice = nil }
    record("hideNotice")
    #expect(shown.count == 1, "\(shown.count) contents are shown after rendering")
  }

  func showSearchField(_ text: String) {
    searchField = text
    record("showSearchField")
  }

  func hideSearchField() {
    searchField = nil
    record("hideSearchField")
  }

  /// Replaces the shown content.
  private func show(_ new: Content) {
    shown = [new]
    (loading, timeline, emptyView) = (nil, nil, nil)
  }

  private func record(_ call: String) {
    calls.append(call)
    #expect(shown.count <= 1, "\(shown) are shown after \(call)")
  }
}
