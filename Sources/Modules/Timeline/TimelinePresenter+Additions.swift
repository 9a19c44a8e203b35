import Domain
import EmptyState
import TimelineCore

// MARK: - What the user adds, and what has grown old

extension TimelinePresenter {
  func pager(_ pager: TimelinePager, didAdd post: Post) {
    if let tab = tabs.all.first(where: { $0.pager === pager }) {
      unread.didAdd(post, to: tab.timeline.id, window: pager.window)
    }
    if pager === self.pager { render() } else { showHeader() }
  }

  /// A list is asked for again at once if it is shown, else when it is shown; a saved search finds what is kept.
  func pagerDidMissEntries(_ pager: TimelinePager) {
    guard let tab = tabs.all.first(where: { $0.pager === pager }), pager.window != nil else { return }
    guard tab.timeline.id.query == nil else {
      if pager === self.pager, !loading.isRunning { pager.showMore() }
      return
    }
    overdue.insert(tab.timeline.id)
    if pager === self.pager, isInFront { refreshIfOld() }
  }

  /// Asks the source again, behind what is shown, if that is older than the source's answers hold.
  func refreshIfOld() {
    guard !tabs.isEmpty, !search.isOpen, !isShowingSearchResults, !loading.isRunning else { return }
    let maxAge = dependencies.capabilities.maxAge
    let isOverdue = maxAge != nil && pager.window != nil && overdue.contains(timeline.id)
    guard isOverdue || pager.isOld(after: maxAge) else { return }
    overdue.remove(timeline.id)
    isRefreshingQuietly = true
    pager.refreshBehind()
  }
}
