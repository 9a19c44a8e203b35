import Domain
import EmptyState

/// What the other parts of the presenter ask and tell about a search.
extension TimelinePresenter {
  /// What is being looked for and is not what stands.
  var pendingQuery: SearchQuery? {
    guard question.isAsked, let query = search?.query, query != search?.results?.query else { return nil }
    return query
  }

  func leaveSearch() {
    guard search != nil else { return }
    countingMatches?.cancel()
    search = nil
    view?.hideSearchField()
  }

  /// The posts stay as they are.
  func cancelSearch() {
    stopLoading()
    forgetPendingSearch()
    render()
    fetchAhead()
  }

  /// Whoever asks for something else does not wait for matches any more.
  func forgetPendingSearch() {
    guard let search else { return }
    if search.results == nil, !search.isTyping { return leaveSearch() }
    self.search?.query = search.results?.query
  }

  func searchAgain() {
    if let query = tab.query { ask(query, isRefresh: true) }
    render()
  }

  /// What is said above the posts about a search.
  var searchNotice: NoticeViewModel? {
    guard let search else { return nil }
    if let query = pendingQuery, question.isSlow {
      let reading = following?.progress.map { " once \(wanted.fileName) is read… \($0.words)" } ?? "…"
      return NoticeViewModel(
        text: "Looking for “\(query.text)”\(wanted.isFile ? reading : "…")", stays: true,
        actions: search.isTyping ? [] : [.cancel])
    }
    return search.isTyping ? hint(on: search).map { NoticeViewModel(text: $0, stays: true) } : nil
  }
}
