import Domain
import EmptyState
import FoundationEssentials
import ScreenSupport
import TerminalKit
import TimelineCore

/// The search field of a timeline, with its history and completions, and the saved tabs.
@MainActor
final class TimelineSearch {
  weak var output: (any TimelineOutput)?
  private let timelines: AccountTimelines
  private let loader: TimelineLoader
  private let readState: TimelineReadState
  private let dependencies: TimelineDependencies
  private let services: AppServices
  private let session: AccountSession
  /// The position in the search history while a search is typed.
  private lazy var recall = SearchRecall(dependencies.searches.recent)

  init(
    _ timelines: AccountTimelines, _ loader: TimelineLoader, _ readState: TimelineReadState,
    _ dependencies: TimelineDependencies, _ services: AppServices, _ session: AccountSession
  ) {
    (self.timelines, self.loader, self.readState) = (timelines, loader, readState)
    (self.dependencies, self.services, self.session) = (dependencies, services, session)
  }

  private var search: SearchSession { timelines.search }
  private var tabs: TimelineTabs { timelines.tabs }
  private var pager: TimelinePager { timelines.pager }
  private var now: Date { services.clock.now }
}

// MARK: - The search field

extension TimelineSearch {
  func openField() {
    guard canSearch else { return }
    search.open()
    timelines.accounts.count(services) { [weak self] in self?.output?.showHeader() }
    dependencies.searches.recent.load()
    recall.reset()
    output?.view?.showSearchField(search.text)
    output?.render()
  }

  /// Saved searches can be edited even if they have no matches.
  private var canSearch: Bool {
    tabs.current.pager.hasPosts || timelines.selected.id.query != nil || isServerSearchable
  }

  /// Whether a search in a timeline without posts can go on at the server.
  private var isServerSearchable: Bool {
    !tabs.isEmpty && tabs.current.pager.content == .empty && dependencies.searches.searchedServer() != nil
  }

  /// Whether the empty view offers to find people.
  var canFindPeople: Bool { isServerSearchable && !search.isOpen }

  func switchScope() {
    guard search.isOpen, timelines.accounts.hasOtherAccounts else { return }
    search.switchScope()
    output?.render()
  }

  func textDidChange(_ text: String) {
    recall.reset()
    update(text)
  }

  private func update(_ text: String) {
    guard search.isOpen else { return }
    // Runs on each key press: the list is not rebuilt if it has not changed.
    if search.updateText(text, now: now) || !timelines.isShowingPosts {
      output?.render()
    } else {
      output?.showSearchState()
    }
    if search.result == nil { pager.fetchAhead() }
  }

  func recallEarlier(than text: String) {
    let typed = search.text
    // The history may still be loading. If the user has typed on in the meantime, nothing is recalled.
    dependencies.searches.recent.runWhenLoaded { [weak self] in
      guard let self, search.isOpen, search.text == typed else { return }
      showEarlier(than: text)
    }
  }

  private func showEarlier(than text: String) {
    guard let earlier = recall.earlier(than: text) else {
      output?.showNotice(NoticeViewModel(text: recall.isEmpty ? "No searches yet." : "No earlier search."))
      return
    }
    replaceText(with: earlier)
  }

  func recallLater() {
    if let later = recall.later() { replaceText(with: later) }
  }

  private func replaceText(with text: String) {
    output?.view?.showSearchField(text)
    update(text)
  }

  func submit(_ text: String) {
    guard canSearch, !text.allSatisfy(\.isWhitespace) else { return clear() }
    if search.submit(text, now: now) {
      dependencies.searches.recent.add(text)
      output?.view?.hideSearchField()
    }
    output?.render()
  }

  /// Closes the search and shows the timeline.
  func clear() {
    guard search.isOpen else { return }
    close()
    loader.returnToTimeline()
  }

  func close() {
    guard search.isOpen else { return }
    search.matches?.stop()
    search.close()
    output?.view?.hideSearchField()
  }

  func searchDidChange(_ event: SearchSession.Event) {
    switch event {
    case .found(let isNew):
      output?.render()
      if isNew, pager.isShowingPosts { output?.view?.selectRow(at: 0) }
      pager.fetchAhead()
    case .counted: output?.showSearchState()
    case .failed(let error):
      if !search.isOpen { output?.view?.hideSearchField() }
      pager.fail(error)
    case .isSlow:
      loader.observeSource()
      output?.render()
    }
  }

  /// The host whose server can search for the current query; nil while the query is typed.
  var searchedServer: String? {
    guard !tabs.isEmpty, timelines.isShowingSearchResults, !search.isTyping, timelines.accountsResult == nil else {
      return nil
    }
    return dependencies.searches.searchedServer()
  }

  /// The row of the next match in a direction; nil, with a notice if it is the last one.
  func matchRow(step: Int) -> Int? {
    guard let matches = search.matches, matches.isShowingPosts, let window = matches.window else { return nil }
    if window[matches.selection + step] != nil { return matches.selection + step }
    guard (step > 0 ? window.older : window.newer) == nil else { return nil }
    output?.showNotice(TimelineStatus.noticeOfNoMatch(isOnly: window.count == 1, step: step))
    return nil
  }
}

// MARK: - State on screen

extension TimelineSearch {
  /// The search that replaces the tabs, while it is open.
  var header: TimelineHeader.Search? {
    guard search.isOpen else { return nil }
    let text = search.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let scope =
      switch search.scope {
      case .accounts: "in all accounts"
      case .account: tabs.all.count > 1 && !isInServer ? "in all timelines" : ""
      }
    var header = TimelineHeader.Search(text: text, scope: scope, isRecalled: recall.isRecalling)
    header.canComplete = !completions.isEmpty
    if timelines.accounts.hasOtherAccounts {
      header.otherScope = search.scope == .account ? .allAccounts : .thisAccount
    }
    return header
  }

  /// The notice about the search: its progress, completions or a hint.
  var notice: NoticeViewModel? {
    guard search.isOpen else { return nil }
    if let query = search.pendingQuery, timelines.loading.isSlow {
      return TimelineStatus.notice(
        searchingFor: query, in: timelines.subject, timelines.sourceObserver.progress,
        seconds: timelines.loading.seconds, actions: search.isTyping ? [] : [.cancel])
    }
    if let notice = completionNotice { return notice }
    return search.hint(now: now).map { TimelineStatus.notice(for: $0, search.text, keymap: services.keymap.value) }
  }

  /// Whether the tab of a saved search is empty while another search is being typed. Its empty view would be
  /// misleading.
  var isFieldOnly: Bool {
    guard !tabs.isEmpty, timelines.savedSearchSource != nil, search.isOpen, search.result == nil,
      !timelines.isShowingPosts
    else { return false }
    // A failure of the new search is shown, too.
    if case .failed = pager.content { return false }
    return true
  }
}

// MARK: - Completion of words

extension TimelineSearch {
  /// As many as can be read at a glance.
  private static let maxCompletions = 5

  private var completions: [SearchCompletion] {
    search.isTyping ? SearchCompletion.all(of: search.text, limit: Self.maxCompletions) { known } : []
  }

  /// Completes the last word with the best candidate.
  func complete(_ text: String) {
    guard let completion = SearchCompletion.all(of: text, limit: 1, candidates: { known }).first else { return }
    output?.view?.showSearchField(completion.text)
    textDidChange(completion.text)
  }

  /// nil if there are no completions.
  var completionNotice: NoticeViewModel? {
    let words = completions.map(\.word)
    guard !words.isEmpty else { return nil }
    let key = services.keymap.value.label(of: TimelineCommands.completeSearch).map { "\($0): " } ?? ""
    return NoticeViewModel(text: key + words.joined(separator: " · "), isPersistent: true)
  }

  /// The timelines and accounts known from loaded posts, without duplicates, in the order of the posts.
  private var known: SearchCompletion.Candidates {
    let posts = [tabs.current.pager, search.matches].compactMap { $0?.window?.posts }.joined()
    var handles: [String] = []
    var seen: Set<String> = [""]
    for candidate in posts.flatMap(\.knownProfiles) + [timelines.profile]
    where seen.insert(candidate.handle).inserted {
      handles.append(candidate.handle)
    }
    return SearchCompletion.Candidates(
      timelines: tabs.all.map(\.timeline.title) + tabs.others.map(\.title), handles: handles)
  }
}

extension Post {
  fileprivate var knownProfiles: [Profile] {
    [author, repost?.by, replyToAuthor].compactMap(\.self) + mentions.map(\.profile)
  }
}

// MARK: - Saved tabs

extension TimelineSearch {
  /// The action of the key for saved tabs on the current search or timeline; nil for none.
  var saveAction: TimelineHeader.SavedSearchAction? {
    guard !tabs.isEmpty, let owner else { return nil }
    if search.isOpen {
      let isSavable = !dependencies.isSingle && !isInServer && search.matches != nil && !search.isTyping
      return isSavable ? .save : nil
    }
    guard let tab = currentTab(of: owner) else { return nil }
    if dependencies.searches.saved.isSaved(tab) { return tab.query == nil ? .removeTimeline : .remove }
    return dependencies.isSingle && tab.query == nil ? .saveTimeline : nil
  }

  /// Whether a timeline of another server is selected. A search there looks through what was loaded of that server.
  private var isInServer: Bool { if case .publicTimeline = timelines.selected.id { true } else { false } }

  /// The account that shows the saved tabs; nil if nothing can be saved.
  private var owner: Account? {
    let owner: Account? =
      switch dependencies.mode {
      case .tabs: session.account
      case .single(let owner): owner()
      case .merged: nil
      }
    return owner?.origin.isReadOnce == true ? nil : owner
  }

  /// The saved tab of the timeline on screen, or that as which it could be saved.
  private func currentTab(of owner: Account) -> SavedSearch? {
    let id = timelines.selected.id
    return switch id {
    case .search, .publicTimeline: SavedSearch(id, in: owner.id)
    case .searchOfAll: SavedSearch(id, in: nil)
    // A single hashtag becomes a tab when the user follows it.
    case .tag(let name): TagCombination(name)?.isCombined == true ? SavedSearch(id, in: owner.id) : nil
    default: nil
    }
  }

  /// Saves the search or timeline on screen as a tab, or removes the saved tab.
  func toggleSaved() {
    switch saveAction {
    case .save: save()
    case .saveTimeline:
      if let tab = owner.flatMap(currentTab) { add(tab) }
    case .remove, .removeTimeline: removeCurrentTab()
    case nil: break
    }
  }

  private func save() {
    guard let query = search.query else { return }
    let text = SessionState.normalized(search: query.text)
    let saved = SavedSearch(text, in: search.foundScope == .accounts ? nil : session.account.id)
    guard tabs.tab(of: saved.timeline) == nil else { return showTab(of: saved) }
    readState.setInitialPosition(of: saved.timeline, to: pager.selection > 0 ? pager.position : nil)
    if add(saved) { dependencies.searches.recent.add(text) }
  }

  /// Whether the user's posts of earlier years can be shown.
  var canShowAnniversaries: Bool {
    !tabs.isEmpty && !dependencies.isSingle && !session.account.origin.isReadOnce && session.capabilities.canSearch
  }

  /// Searches for them, unless the search is a tab.
  func showOnThisDay() {
    guard canShowAnniversaries else { return }
    let text = SearchQuery.onThisDay(of: timelines.profile)
    let saved = SavedSearch(text, in: session.account.id)
    guard tabs.tab(of: saved.timeline) == nil else { return showTab(of: saved) }
    // A search there would look through another server.
    if isInServer { output?.showTimeline(at: 0) }
    close()
    if search.submit(text, now: now) { output?.view?.hideSearchField() }
    output?.render()
  }

  /// Saves a tab and shows it.
  /// - Returns: whether it could be saved. If not, a notice says why.
  @discardableResult
  private func add(_ saved: SavedSearch) -> Bool {
    guard dependencies.searches.saved.save(saved) else {
      let notice =
        saved.query?.isEmpty == true
        ? "This search is too long to save." : "You can save up to \(SessionState.maxSavedSearches) tabs."
      output?.showNotice(NoticeViewModel(text: notice))
      return false
    }
    showTab(of: saved)
    let title = SavedSearches.title(of: saved)
    session.actions.history.add(.init("\(title) saved as a tab") { [weak self] in self?.removeTab(of: saved) })
    showUndoableNotice("\(title) saved as a tab")
    return true
  }

  private func showTab(of saved: SavedSearch) {
    if let index = tabs.index(of: saved.timeline) { output?.showTimeline(at: index) }
  }

  private func removeCurrentTab() {
    guard let saved = owner.flatMap(currentTab), let index = removeTab(of: saved) else { return }
    let title = SavedSearches.title(of: saved)
    session.actions.history.add(
      .init("\(title) removed") { [weak self] in
        guard let self, dependencies.searches.saved.save(saved, at: index) else { return }
        showTab(of: saved)
      })
    showUndoableNotice("\(title) removed")
  }

  /// Removes a saved tab.
  /// - Returns: its former index among the saved ones.
  @discardableResult
  private func removeTab(of saved: SavedSearch) -> Int? {
    let isShown = !search.isOpen && timelines.selected.id == saved.timeline && tabs.all.count > 1
    if isShown {
      pager.stop()
      tabs.select(tabs.selected > 0 ? tabs.selected - 1 : 1)
    }
    let index = dependencies.searches.saved.remove(saved)
    // Only now, so that the position in the removed tab is not stored.
    if isShown { loader.showTab(tabs.selected) }
    return index
  }

  private func showUndoableNotice(_ text: String) {
    output?.showHeader()
    let hint = TimelineStatus.keyHint(SourceCommands.undo, "undo", services.keymap.value)
    output?.showNotice(NoticeViewModel(text: text + hint))
  }
}

extension TimelineSearch: SavedSearchesObserver {
  func savedSearchesDidChange() {
    guard !tabs.isEmpty else { return }
    let (id, before) = (timelines.selected.id, pager)
    timelines.updateSavedSearchTabs()
    timelines.stopIfRemoved(before)
    timelines.removeUnusedSources()
    if id != timelines.selected.id, loader.isInFront, !search.isOpen {
      loader.showTab(tabs.selected)
    } else {
      output?.render()
    }
  }
}
