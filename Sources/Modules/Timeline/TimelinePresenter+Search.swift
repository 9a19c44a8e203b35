import Domain
import EmptyState
import TimelineEngine

/// What is typed is looked for at once; what stands stays until the answer is there.
extension TimelinePresenter {
  func beginSearch() {
    guard tabs.current.pager.hasPosts else { return }
    search.begin()
    view?.showSearchField(search.text)
    render()
  }

  func searchWhileTyping(_ text: String) {
    guard search.isOpen else { return }
    search.type(text, now: now)
    render()
    if search.result == nil { pager.fetchAhead() }
  }

  func search(_ text: String) {
    guard tabs.current.pager.hasPosts, !text.allSatisfy(\.isWhitespace) else { return clearSearch() }
    if search.submit(text, now: now) { view?.hideSearchField() }
    render()
  }

  func clearSearch() {
    guard search.isOpen else { return }
    leaveSearch()
    render()
    resumeCountdown()
    pager.fetchAhead()
  }

  func leaveSearch() {
    guard search.isOpen else { return }
    search.matches?.stop()
    search.leave()
    view?.hideSearchField()
  }

  func showNextMatch() { showMatch(step: 1) }
  func showPreviousMatch() { showMatch(step: -1) }

  func hear(_ event: MatchSearch.Event) {
    switch event {
    case .found(let isNew):
      render()
      if isNew, pager.isShowingPosts { view?.selectRow(at: 0) }
      pager.fetchAhead()
    case .counted: showStatus()
    case .failed(let error):
      if !search.isOpen { view?.hideSearchField() }
      pager.fail(error)
    case .becameSlow:
      listen()
      render()
    }
  }

  /// What is said above the posts about a search.
  var searchNotice: NoticeViewModel? {
    guard search.isOpen else { return nil }
    if let query = search.pendingQuery, loading.isSlow {
      return TimelineStatus.notice(
        lookingFor: query, in: wanted, listener.progress, actions: search.isTyping ? [] : [.cancel])
    }
    return search.hint(now: now).map { TimelineStatus.notice(for: $0, search.text, keymap: dependencies.keymap.value) }
  }

  private func showMatch(step: Int) {
    guard let matches = search.matches, matches.isShowingPosts, let window = matches.window else { return }
    if window[matches.selection + step] != nil { return select(matches.selection + step) }
    guard (step > 0 ? window.older : window.newer) == nil else { return }
    view?.showNotice(TimelineStatus.noticeOfNoMatch(isOnly: window.count == 1, step: step))
  }
}
