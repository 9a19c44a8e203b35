import Domain
import EmptyState
import TimelineCore

// MARK: - Search

extension TimelinePresenter {
  func beginSearch() {
    guard canSearch else { return }
    search.open()
    searchedAccounts.count(services) { [weak self] in self?.showHeader() }
    dependencies.searches.load()
    recall.reset()
    view?.showSearchField(search.text)
    render()
  }

  /// Saved searches can be edited even if they have no matches.
  private var canSearch: Bool { tabs.current.pager.hasPosts || timeline.id.query != nil }

  func switchSearchScope() {
    guard search.isOpen, searchedAccounts.hasOtherAccounts else { return }
    search.switchScope()
    render()
  }

  func searchWhileTyping(_ text: String) {
    recall.reset()
    updateSearch(text)
  }

  private func updateSearch(_ text: String) {
    guard search.isOpen else { return }
    // Runs on each key press: the list is not rebuilt if it has not changed.
    if search.updateText(text, now: now) || !isShowingPosts { render() } else { showSearchState() }
    if search.result == nil { pager.fetchAhead() }
  }

  func recallEarlierSearch(than text: String) {
    let typed = search.text
    // The history may still be loading. If the user has typed on meanwhile, nothing is recalled.
    dependencies.searches.runWhenLoaded { [weak self] in
      guard let self, search.isOpen, search.text == typed else { return }
      showEarlierSearch(than: text)
    }
  }

  private func showEarlierSearch(than text: String) {
    guard let earlier = recall.earlier(than: text) else {
      let notice = recall.isEmpty ? "No searches yet." : "No earlier search."
      return view?.showNotice(NoticeViewModel(text: notice)) ?? ()
    }
    view?.showSearchField(earlier)
    updateSearch(earlier)
  }

  func recallLaterSearch() {
    guard let later = recall.later() else { return }
    view?.showSearchField(later)
    updateSearch(later)
  }

  /// The search as an additional tab, while it is open.
  var searchTab: TimelineHeader.Search? {
    var tab = plainSearchTab
    tab?.canComplete = !completions.isEmpty
    if searchedAccounts.hasOtherAccounts { tab?.otherScope = search.scope == .account ? .allAccounts : .thisAccount }
    return tab
  }

  private var plainSearchTab: TimelineHeader.Search? {
    guard search.isOpen else { return nil }
    let text = search.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // The posts on screen may not belong to the text in the field.
    guard search.isResultCurrent(now: now), let count = search.count.map(TimelineStatus.text(for:)) else {
      return .init(text: text, found: "", isRecalled: recall.isRecalling)
    }
    let found =
      switch search.foundScope {
      case .accounts: "\(count) in all accounts"
      case .account: tabs.all.count > 1 ? "\(count) in all timelines" : "\(count) found"
      }
    return .init(text: text, found: found, count: count, isRecalled: recall.isRecalling)
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
    closeSearch()
    returnToTimeline()
  }

  /// Shows the timeline after a search was closed or cancelled, and resumes what was postponed meanwhile.
  func returnToTimeline() {
    // The selected tab may have been removed meanwhile.
    if pager.content == .loading, !loading.isRunning { pager.loadFirstPage() } else { render() }
    if savedSearchSource?.hasUnshownMatches == true { pager.reloadWithNewMatches() }
    reloadStale()
    if outdated.isRefreshNeeded(timeline.id) { refreshIfOld() }
    resumeCountdown()
    pager.fetchAhead()
  }

  func searchServer() {
    guard searchedServer != nil, let query = matchedBy else { return }
    router.showServerMatches(of: query, as: profile)
  }

  /// The host whose server can search for the current query; nil while the query is typed.
  var searchedServer: String? {
    guard !tabs.isEmpty, isShowingSearchResults, !search.isTyping, accountsResult == nil else { return nil }
    return dependencies.searchedServer()
  }

  /// Whether matches are being loaded.
  var isSearching: Bool { loading.isRunning && (search.pendingQuery != nil || search.matches != nil) }

  /// Cancels a pending search because the user has requested something else.
  func stopSearching() {
    if isSearching { search.cancelPending() }
  }

  func closeSearch() {
    guard search.isOpen else { return }
    search.matches?.stop()
    search.close()
    view?.hideSearchField()
  }

  func showNextMatch() { showMatch(step: 1) }
  func showPreviousMatch() { showMatch(step: -1) }

  func searchDidChange(_ event: SearchSession.Event) {
    switch event {
    case .found(let isNew):
      render()
      if isNew, pager.isShowingPosts { view?.selectRow(at: 0) }
      pager.fetchAhead()
    case .counted: showSearchState()
    case .failed(let error):
      if !search.isOpen { view?.hideSearchField() }
      pager.fail(error)
    case .isSlow:
      observeSource()
      render()
    }
  }

  /// Updates everything that shows the state of the search, but not the list.
  private func showSearchState() {
    showHeader()
    showStatus()
    updateNotice()
  }

  /// The notice about the search: its progress, completions or a hint.
  var searchNotice: NoticeViewModel? {
    guard search.isOpen else { return nil }
    if let query = search.pendingQuery, loading.isSlow {
      return TimelineStatus.notice(
        searchingFor: query, in: subject, sourceObserver.progress, seconds: loading.seconds,
        actions: search.isTyping ? [] : [.cancel])
    }
    if let notice = completionNotice { return notice }
    return search.hint(now: now).map { TimelineStatus.notice(for: $0, search.text, keymap: services.keymap.value) }
  }

  private func showMatch(step: Int) {
    guard let matches = search.matches, matches.isShowingPosts, let window = matches.window else { return }
    if window[matches.selection + step] != nil { return select(matches.selection + step) }
    guard (step > 0 ? window.older : window.newer) == nil else { return }
    view?.showNotice(TimelineStatus.noticeOfNoMatch(isOnly: window.count == 1, step: step))
  }
}
