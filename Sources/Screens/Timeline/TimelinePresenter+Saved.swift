import Domain
import EmptyState
import TimelineCore

// MARK: - Saved searches

extension TimelinePresenter {
  /// Whether the posts on screen were found by a search. They are then not marked read.
  var isShowingSearchResults: Bool { search.matches != nil || timeline.id.query != nil }

  /// The source of the saved search on screen; nil if a timeline or another search is shown.
  var savedSearchSource: SavedSearchSource? { search.result == nil ? savedSearchSources[timeline.id] : nil }

  /// Makes the source of a saved search; nil for a timeline.
  func makeSavedSearchSource(of id: TimelineID) -> SavedSearchSource? {
    let found: SavedSearchSource
    switch id {
    case .search(let text):
      found = SavedSearchSource(
        text, dependencies.searchTimeline, accounts: nil, clock: services.clock, runner: services.runner)
    case .searchOfAll(let text):
      guard let accounts = dependencies.makeSearchAccounts?() else { return nil }
      found = SavedSearchSource(
        text, accounts, accounts: accounts, clock: services.clock, runner: services.runner)
    default: return nil
    }
    savedSearchSources[id] = found
    return found
  }

  /// The state of a search in all accounts; nil if one account is searched.
  var accountsResult: MultiAccountResult? {
    search.result == nil ? savedSearchSource?.accounts?.result : search.accountsResult
  }

  /// What the key for saved searches does with the current search; nil if nothing.
  var savedSearchAction: TimelineHeader.SavedSearchAction? {
    guard !tabs.isEmpty, !dependencies.isSingle, !session.account.origin.isReadOnce else { return nil }
    if search.isOpen { return search.matches == nil || search.isTyping ? nil : .save }
    return searchOfCurrentTab.map(dependencies.saved.isSaved) == true ? .remove : nil
  }

  /// The saved search of the selected tab.
  private var searchOfCurrentTab: SavedSearch? {
    switch timeline.id {
    case .search(let text): SavedSearch(text, in: session.account.id)
    case .searchOfAll(let text): SavedSearch(text, in: nil)
    default: nil
    }
  }

  func toggleSavedSearch() {
    switch savedSearchAction {
    case .save: saveCurrentSearch()
    case .remove: removeCurrentTab()
    case nil: break
    }
  }

  private func saveCurrentSearch() {
    guard let query = search.query else { return }
    let text = SessionState.normalized(search: query.text)
    let saved = SavedSearch(text, in: search.foundScope == .accounts ? nil : session.account.id)
    let isThere = tabs.tab(of: saved.timeline) != nil
    if !isThere { positions.setInitialPosition(of: saved.timeline, to: pager.selection > 0 ? pager.position : nil) }
    guard isThere || dependencies.saved.save(saved) else {
      let notice =
        text.isEmpty
        ? "This search is too long to save." : "You can save up to \(SessionState.maxSavedSearches) searches."
      return view?.showNotice(NoticeViewModel(text: notice)) ?? ()
    }
    if !isThere { dependencies.searches.add(text) }
    if let index = tabs.all.firstIndex(where: { $0.timeline.id == saved.timeline }) { showTimeline(at: index) }
    guard !isThere else { return }
    let title = SavedSearches.title(of: text)
    session.actions.history.add(.init("\(title) saved as a tab") { [weak self] in self?.removeTab(of: saved) })
    showHeader()
    showUndoableNotice("\(title) saved as a tab")
  }

  private func removeCurrentTab() {
    guard let saved = searchOfCurrentTab, let index = removeTab(of: saved) else { return }
    let title = SavedSearches.title(of: saved.query)
    session.actions.history.add(
      .init("\(title) removed") { [weak self] in
        guard let self, dependencies.saved.save(saved, at: index),
          let tab = tabs.all.firstIndex(where: { $0.timeline.id == saved.timeline })
        else { return }
        showTimeline(at: tab)
      })
    showHeader()
    showUndoableNotice("\(title) removed")
  }

  /// Removes a saved search and its tab.
  /// - Returns: its former index among the saved searches.
  @discardableResult
  private func removeTab(of saved: SavedSearch) -> Int? {
    let isShown = !search.isOpen && timeline.id == saved.timeline && tabs.all.count > 1
    if isShown {
      pager.stop()
      tabs.select(tabs.selected > 0 ? tabs.selected - 1 : 1)
    }
    let index = dependencies.saved.remove(saved)
    // Only now, so that the position in the removed tab is not stored.
    if isShown { showTab(tabs.selected) }
    return index
  }

  private func showUndoableNotice(_ text: String) {
    let hint = TimelineStatus.keyHint(SourceCommands.undo, "undo", services.keymap.value)
    view?.showNotice(NoticeViewModel(text: text + hint))
  }

  /// Adds the matches of slow accounts while the tab is shown.
  func awaitSlowAccounts() {
    guard let tab = savedSearchSources[timeline.id] else { return }
    let id = timeline.id
    tab.awaitSlowAccounts { [weak self, weak tab] in
      guard let self, timeline.id == id else { return }
      tab?.hasUnshownMatches = true
      if !search.isOpen { pager.reloadWithNewMatches() }
    }
  }

  /// The notice about accounts that are still being searched or could not be.
  var accountsNotice: NoticeViewModel? {
    guard let accountsResult else { return nil }
    return TimelineStatus.notice(of: accountsResult)
  }
}

extension TimelinePresenter: SavedSearchesObserver {
  /// A single timeline has no other tabs.
  func updateSavedSearchTabs() {
    guard !dependencies.isSingle else { return }
    tabs.setSearches(dependencies.saved.timelines(of: session.account))
  }

  func savedSearchesDidChange() {
    guard !tabs.isEmpty else { return }
    let (id, before) = (timeline.id, pager)
    updateSavedSearchTabs()
    stopIfRemoved(before)
    for id in savedSearchSources.keys where tabs.tab(of: id) == nil { savedSearchSources[id] = nil }
    guard id != timeline.id, isInFront, !search.isOpen else { return render() }
    showTab(tabs.selected)
  }
}
