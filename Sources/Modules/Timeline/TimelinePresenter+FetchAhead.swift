import Domain
import EmptyState

extension TimelinePresenter {
  /// A page is asked for when the selection is this close to the edge of what is held.
  private static let fetchAheadDistance = 20

  /// Asks for what lies beyond the edge before the selection gets there.
  func fetchAhead() {
    guard fetching == nil, !question.isAsked, case .posts = tab.content, let window = tab.window else { return }
    if isRenewalDue { return renew() }
    // A source that asks for patience or for the person is not asked by the way.
    switch tab.failure {
    case .rateLimited, .sessionExpired: return
    default: break
    }
    if window.count - tab.selection <= Self.fetchAheadDistance, let older = window.older, tab.edgeFailure == nil {
      fetch(.older(than: older)) { $0.append($1) }
    } else if tab.selection < Self.fetchAheadDistance, let newer = window.newer, tab.failure == nil {
      fetch(.newer(than: newer)) { $0.prepend($1) }
    }
  }
}

extension TimelinePresenter {
  private func fetch(_ position: PagePosition, join: @escaping (inout TimelineWindow, TimelinePage) -> Bool) {
    let (kind, query) = (tab.kind, tab.query)
    fetching = dependencies.runner.start(for: self) { [weak self, dependencies] in
      do throws(TimelineError) {
        let page = try await dependencies.page(
          of: kind, matching: query, at: position, limit: TimelineWindow.pageLimit)
        guard let self, !Task.isCancelled else { return }
        fetching = nil
        let hasGrown = tab.join(page, with: join)
        render()
        if hasGrown || isRenewalDue { fetchAhead() }
      } catch {
        guard let self, !Task.isCancelled else { return }
        switch (position, error) {
        // At the upper edge there is no footer to say it; in these two cases R is not what helps.
        case (.newer, _), (_, .rateLimited), (_, .sessionExpired): fail(error)
        default: failAtLowerEdge(error)
        }
      }
    }
    render()
  }

  private func failAtLowerEdge(_ error: TimelineError) {
    fetching = nil
    dependencies.log.note(.timelineFailed(handle: handle, error: error))
    tab.edgeFailure = EmptyReason(error, wanted: wanted, now: now)
    render()
  }
}
