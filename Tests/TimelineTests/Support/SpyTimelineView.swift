import EmptyState
import PostCell
import Testing

@testable import Timeline

/// Records what it is told, and objects as soon as two of list, empty view and loading stand, or none once it matters.
@MainActor
final class SpyTimelineView: TimelineView {
  enum Standing: Hashable {
    case list, emptyView, loading
  }

  /// The calls by name, in order.
  private(set) var calls: [String] = []
  private(set) var standing: Set<Standing> = []
  private(set) var header = TimelineHeader(tabs: [], selectedTab: 0, account: "", label: "")
  private(set) var loading: EmptyStateViewModel?
  private(set) var timeline: TimelineViewModel?
  private(set) var emptyView: EmptyStateViewModel?
  private(set) var status = ""
  private(set) var notice: NoticeViewModel?
  private(set) var notices: [NoticeViewModel] = []
  private(set) var selection = 0
  /// What stood in the search field when it was opened; nil while it is closed.
  private(set) var searchField: String?

  /// The calls that say what stands, in order; one that is repeated once.
  var shows: [String] {
    let said = calls.filter { ["showLoading", "showTimeline", "showEmptyView", "hideEmptyView"].contains($0) }
    return said.enumerated().filter { $0.offset == 0 || said[$0.offset - 1] != $0.element }.map(\.element)
  }

  var rows: [PostCellViewModel] { timeline?.rows.compactMap(\.post) ?? [] }
  /// What the rows say that are no posts.
  var gaps: [String] {
    timeline?.rows.compactMap { if case .gap(let words, _) = $0 { words } else { nil } } ?? []
  }
  var texts: [String] { rows.map { $0.text.map(\.text).joined() } }
  /// The texts of the unread rows.
  var unread: [String] { zip(rows, texts).filter(\.0.isUnread).map(\.1) }
  /// The text of the selected row.
  var selectedText: String { texts.indices.contains(selection) ? texts[selection] : "" }

  func forget() {
    calls = []
    notices = []
  }

  /// What a key does to a notice that does not stay.
  func pressKey() {
    if notice?.stays == false { notice = nil }
  }

  func showHeader(_ header: TimelineHeader) {
    self.header = header
    record("showHeader")
  }

  func showLoading(_ viewModel: EmptyStateViewModel?) {
    stand(.loading)
    loading = viewModel
    record("showLoading")
  }

  func showFooter(_ text: String) {
    timeline?.footer = text
    record("showFooter")
  }

  func showTimeline(_ viewModel: TimelineViewModel) {
    stand(.list)
    timeline = viewModel
    selection = viewModel.selection
    record("showTimeline")
    #expect(viewModel.rows.indices.contains(viewModel.selection), "no row is selected")
  }

  func showEmptyView(_ viewModel: EmptyStateViewModel) {
    stand(.emptyView)
    emptyView = viewModel
    record("showEmptyView")
  }

  func hideEmptyView() {
    emptyView = nil
    standing.remove(.emptyView)
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
    #expect(standing.count == 1, "a render ends and \(standing.count) stand")
  }

  func showNotice(_ notice: NoticeViewModel) {
    self.notice = notice
    notices.append(notice)
    record("showNotice")
  }

  func hideNotice() {
    if notice?.stays == true { notice = nil }
    record("hideNotice")
    #expect(standing.count == 1, "a render is done and \(standing.count) stand")
  }

  func showSearchField(_ text: String) {
    searchField = text
    record("showSearchField")
  }

  func hideSearchField() {
    searchField = nil
    record("hideSearchField")
  }

  /// What is shown takes the place of what stood.
  private func stand(_ new: Standing) {
    standing = [new]
    (loading, timeline, emptyView) = (nil, nil, nil)
  }

  private func record(_ call: String) {
    calls.append(call)
    #expect(standing.count <= 1, "after \(call) \(standing) stand")
  }
}
