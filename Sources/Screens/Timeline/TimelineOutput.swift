import EmptyState

/// The display updates that the components of the timeline request from its presenter, which alone decides what is
/// shown.
@MainActor
protocol TimelineOutput: AnyObject {
  var view: (any TimelineView)? { get }
  /// Shows everything again.
  func render()
  func showHeader()
  func showStatus()
  /// Updates the text below the last post without rebuilding the list.
  func showFooter()
  /// Shows or hides the notice above the posts.
  func updateNotice()
  /// Updates everything that shows the state of the search, but not the list.
  func showSearchState()
  /// Selects a tab.
  func showTimeline(at index: Int)
}

extension TimelineOutput {
  func showNotice(_ notice: NoticeViewModel) { view?.showNotice(notice) }
}
