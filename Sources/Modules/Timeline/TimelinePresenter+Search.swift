import Domain
import EmptyState
import TimelineCore

/// What is typed is looked for at once; what stands stays until the answer is there.
extension TimelinePresenter {
  func beginSearch() {
    guard canSearch else { return }
    search.begin()
    countAccounts()
    dependencies.searches.read()
    recall.forget()
    view?.showSearchField(search.text)
    render()
  }

  /// What a saved search has not found, another may.
  private var canSearch: Bool { tabs.current.pager.hasPosts || timeline.id.query != nil }

  /// Whether there is another account to look through.
  private func countAccounts() {
    guard let searchAccounts else { return }
    countingAccounts?.cancel()
    countingAccounts = dependencies.runner.start(for: self) { [weak self] in
      let count = await searchAccounts.accounts().count
      guard let self, !Task.isCancelled else { return }
      knowsOthers = count > 1
      showHeader()
    }
  }

  func switchSearchScope() {
    guard search.isOpen, knowsOthers else { return }
    search.switchScope()
    render()
  }

  func searchWhileTyping(_ text: String) {
    recall.forget()
    lookFor(text)
  }

  private func lookFor(_ text: String) {
    guard search.isOpen else { return }
    // At each key: of the posts that stand nothing is made anew.
    if search.type(text, now: now) || !isShowingPosts { render() } else { showSearch() }
    if search.result == nil { pager.fetchAhead() }
  }

  func recallEarlierSearch(than text: String) {
    let typed = search.text
    // The key may come before what is remembered. Whoever has typed on meanwhile wants something else.
    dependencies.searches.whenRead { [weak self] in
      guard let self, search.isOpen, search.text == typed else { return }
      showEarlierSearch(than: text)
    }
  }

  private func showEarlierSearch(than text: String) {
    guard let earlier = recall.earlier(than: text) else {
      let notice = recall.isEmpty ? "Nothing has been searched for yet." : "There is no earlier search."
      return view?.showNotice(NoticeViewModel(text: notice)) ?? ()
    }
    view?.showSearchField(earlier)
    lookFor(earlier)
  }

  func recallLaterSearch() {
    guard let later = recall.later() else { return }
    view?.showSearchField(later)
    lookFor(later)
  }

  /// The search as a tab of its own, as long as it stands.
  var searchTab: TimelineHeader.Search? {
    var tab = plainSearchTab
    tab?.canComplete = !completions.isEmpty
    if knowsOthers { tab?.otherScope = search.scope == .account ? .allAccounts : .thisAccount }
    return tab
  }

  private var plainSearchTab: TimelineHeader.Search? {
    guard search.isOpen else { return nil }
    let words = search.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // What stands may have been found for something else than is being typed.
    guard search.isAnswered(now: now), let count = search.count.map(TimelineStatus.words) else {
      return .init(words: words, found: "", isRecalled: recall.isRecalling)
    }
    let found =
      switch search.foundScope {
      case .accounts: "\(count) in all accounts"
      case .account: tabs.all.count > 1 ? "\(count) in all timelines" : "\(count) found"
      }
    return .init(words: words, found: found, count: count, isRecalled: recall.isRecalling)
  }

  func search(_ text: String) {
    guard canSearch, !text.allSatisfy(\.isWhitespace) else { return clearSearch() }
    if search.submit(text, now: now) {
      dependencies.searches.add(text)
      view?.hideSearchField()
    }
    render()
  }

  func clearSearch() {
    guard search.isOpen else { return }
    leaveSearch()
    timelineStandsAgain()
  }

  /// Nothing is looked for any more: what was put off until then is done.
  func timelineStandsAgain() {
    // The tab that stood may be one no more.
    if pager.content == .loading, !loading.isRunning { pager.loadFirstPage() } else { render() }
    if savedTab?.hasMore == true { pager.showMore() }
    refreshStale()
    resumeCountdown()
    pager.fetchAhead()
  }

  func searchServer() {
    guard searchedServer != nil, let query = matchedBy else { return }
    router.showServerMatches(of: query, as: profile)
  }

  /// Whom what was looked for can be asked, too; nil as long as it is being typed.
  var searchedServer: String? {
    guard !tabs.isEmpty, isShowingSearchResults, !search.isTyping, answer == nil else { return nil }
    return dependencies.searchedServer()
  }

  /// Whether matches are waited for, be it others, the same anew, or more of them.
  var isSearching: Bool { loading.isRunning && (search.pendingQuery != nil || search.matches != nil) }

  /// Whoever asks for something else waits for no matches.
  func stopSearching() {
    if isSearching { search.forgetPending() }
  }

  func leaveSearch() {
    guard search.isOpen else { return }
    search.matches?.stop()
    search.leave()
    view?.hideSearchField()
  }

  func showNextMatch() { showMatch(step: 1) }
  func showPreviousMatch() { showMatch(step: -1) }

  func hear(_ event: SearchSession.Event) {
    switch event {
    case .found(let isNew):
      render()
      if isNew, pager.isShowingPosts { view?.selectRow(at: 0) }
      pager.fetchAhead()
    case .counted: showSearch()
    case .failed(let error):
      if !search.isOpen { view?.hideSearchField() }
      pager.fail(error)
    case .isSlow:
      listen()
      render()
    }
  }

  /// What is said of the search has changed, and what has been found has not.
  private func showSearch() {
    showHeader()
    showStatus()
    updateNotice()
  }

  /// What is said above the posts about a search.
  var searchNotice: NoticeViewModel? {
    guard search.isOpen else { return nil }
    if let query = search.pendingQuery, loading.isSlow {
      return TimelineStatus.notice(
        lookingFor: query, in: wanted, listener.progress, seconds: loading.seconds,
        actions: search.isTyping ? [] : [.cancel])
    }
    if let notice = completionNotice { return notice }
    return search.hint(now: now).map { TimelineStatus.notice(for: $0, search.text, keymap: dependencies.keymap.value) }
  }

  private func showMatch(step: Int) {
    guard let matches = search.matches, matches.isShowingPosts, let window = matches.window else { return }
    if window[matches.selection + step] != nil { return select(matches.selection + step) }
    guard (step > 0 ? window.older : window.newer) == nil else { return }
    view?.showNotice(TimelineStatus.noticeOfNoMatch(isOnly: window.count == 1, step: step))
  }
}
