import Domain
import EmptyState
import TimelineCore

/// Searches that stand as tabs.
extension TimelinePresenter {
  /// Whether what stands was found by a search, be it that it is a tab: nothing of that is read as a timeline is.
  var isShowingSearchResults: Bool { search.matches != nil || timeline.id.query != nil }

  /// The saved search that stands; nil where a timeline does, or another search.
  var savedTab: SavedSearchSource? { search.result == nil ? savedTabs[timeline.id] : nil }

  /// nil for a timeline of the source.
  func savedTab(of id: TimelineID) -> SavedSearchSource? {
    let found: SavedSearchSource
    switch id {
    case .search(let text):
      found = SavedSearchSource(
        text, dependencies.searchTimeline, accounts: nil, clock: dependencies.clock, runner: dependencies.runner)
    case .searchOfAll(let text):
      guard let accounts = dependencies.makeSearchAccounts?() else { return nil }
      found = SavedSearchSource(
        text, accounts, accounts: accounts, clock: dependencies.clock, runner: dependencies.runner)
    default: return nil
    }
    savedTabs[id] = found
    return found
  }

  /// What has become of the question to all accounts; nil where what stands is of this one.
  var answer: MultiAccountResult? { search.result == nil ? savedTab?.accounts?.answer : search.answer }

  /// What a key does with the search that stands.
  var keeping: TimelineHeader.Keeping? {
    guard !tabs.isEmpty, !dependencies.isSingle, !dependencies.account.origin.isReadOnce else { return nil }
    if search.isOpen { return search.matches == nil || search.isTyping ? nil : .keep }
    return standingSearch.map(dependencies.saved.isKept) == true ? .forget : nil
  }

  /// The search of the tab that stands.
  private var standingSearch: SavedSearch? {
    switch timeline.id {
    case .search(let text): SavedSearch(text, in: dependencies.account.id)
    case .searchOfAll(let text): SavedSearch(text, in: nil)
    default: nil
    }
  }

  func keepSearch() {
    switch keeping {
    case .keep: keepCurrentMatches()
    case .forget: forgetStandingTab()
    case nil: break
    }
  }

  private func keepCurrentMatches() {
    guard let query = search.query else { return }
    let text = SessionState.kept(search: query.text)
    let saved = SavedSearch(text, in: search.foundScope == .accounts ? nil : dependencies.account.id)
    let isThere = tabs.tab(of: saved.timeline) != nil
    if !isThere { places.begin(saved.timeline, at: pager.selection > 0 ? pager.place : nil) }
    guard isThere || dependencies.saved.keep(saved) else {
      let notice =
        text.isEmpty ? "So long a search is not kept." : "No more than \(SessionState.maxSavedSearches) are kept."
      return view?.showNotice(NoticeViewModel(text: notice)) ?? ()
    }
    if !isThere { dependencies.searches.add(text) }
    if let index = tabs.all.firstIndex(where: { $0.timeline.id == saved.timeline }) { showTimeline(at: index) }
    guard !isThere else { return }
    let title = SavedSearches.title(of: text)
    dependencies.actor.history.add(.init("\(title) kept as a tab") { [weak self] in self?.forget(saved) })
    showHeader()
    say("\(title) is a tab now.")
  }

  private func forgetStandingTab() {
    guard let saved = standingSearch, let index = forget(saved) else { return }
    let title = SavedSearches.title(of: saved.query)
    dependencies.actor.history.add(
      .init("\(title) forgotten") { [weak self] in
        guard let self, dependencies.saved.keep(saved, at: index),
          let tab = tabs.all.firstIndex(where: { $0.timeline.id == saved.timeline })
        else { return }
        showTimeline(at: tab)
      })
    showHeader()
    say("\(title) is a tab no more.")
  }

  /// - Returns: where it stood among those that are kept.
  @discardableResult
  private func forget(_ saved: SavedSearch) -> Int? {
    let isStanding = !search.isOpen && timeline.id == saved.timeline && tabs.all.count > 1
    if isStanding {
      pager.stop()
      tabs.select(tabs.selected > 0 ? tabs.selected - 1 : 1)
    }
    let index = dependencies.saved.forget(saved)
    // Only now, so that the place of what is forgotten is not remembered once more.
    if isStanding { showTab(tabs.selected) }
    return index
  }

  private func say(_ words: String) {
    let remedy = dependencies.keymap.value.sentence(SourceCommands.takeBack, "takes it back")
    view?.showNotice(NoticeViewModel(text: remedy.isEmpty ? words : "\(words) \(remedy)."))
  }

  /// Takes in what accounts find that take their time, as long as the tab stands.
  func followAccounts() {
    guard let tab = savedTabs[timeline.id] else { return }
    let id = timeline.id
    tab.follow { [weak self, weak tab] in
      guard let self, timeline.id == id else { return }
      tab?.hasMore = true
      if !search.isOpen { pager.showMore() }
    }
  }

  /// Who is still looked through, and who could not be.
  var accountsNotice: NoticeViewModel? {
    guard let answer else { return nil }
    return TimelineStatus.notice(of: answer)
  }
}

extension TimelinePresenter: SavedSearchesHolder {
  /// A timeline that stands by itself has none beside it.
  func useSavedSearches() {
    guard !dependencies.isSingle else { return }
    tabs.use(searches: dependencies.saved.timelines(of: dependencies.account))
  }

  func savedSearchesDidChange() {
    guard !tabs.isEmpty else { return }
    let (id, before) = (timeline.id, pager)
    useSavedSearches()
    stopWhereGone(before)
    for id in savedTabs.keys where tabs.tab(of: id) == nil { savedTabs[id] = nil }
    guard id != timeline.id, isInFront, !search.isOpen else { return render() }
    showTab(tabs.selected)
  }
}
