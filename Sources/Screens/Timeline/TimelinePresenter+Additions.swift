import Domain
import EmptyState
import TimelineCore

// MARK: - Posts added by the user, and automatic refresh

extension TimelinePresenter {
  func pager(_ pager: TimelinePager, didAdd post: Post) {
    if let tab = tabs.all.first(where: { $0.pager === pager }) {
      unread.didAdd(post, to: tab.timeline.id, window: pager.window)
    }
    if pager === self.pager { render() } else { showHeader() }
  }

  /// Refreshes a timeline that may contain a post the user has added: now if it is shown, or when it is. A saved search
  /// only reloads stored posts.
  func pagerDidMissEntries(_ pager: TimelinePager) {
    guard let tab = tabs.all.first(where: { $0.pager === pager }), pager.window != nil else { return }
    guard tab.timeline.id.query == nil else {
      if pager === self.pager, !loading.isRunning { pager.reloadWithNewMatches() }
      return
    }
    // Pages that do not expire are not refreshed.
    if session.capabilities.maxAge != nil { outdated.needsRefresh(tab.timeline.id) }
    if pager === self.pager, isInFront { refreshIfOld() }
  }

  /// Refreshes the timeline in the background if it is older than the source allows.
  func refreshIfOld() {
    guard !tabs.isEmpty, !search.isOpen, !isShowingSearchResults, !loading.isRunning else { return }
    let isRefreshRequested = pager.window != nil && outdated.isRefreshNeeded(timeline.id)
    guard isRefreshRequested || pager.isOld(after: session.capabilities.maxAge) else { return }
    outdated.startRefresh(timeline.id)
    isAutomaticRefresh = true
    pager.refreshInBackground()
  }
}
