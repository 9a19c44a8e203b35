import Domain
import EmptyState
import Runtime
import ScreenSupport
import TimelineCore

/// The timelines of an account: the tabs and the search with their loaded posts, and which of them is on screen.
@MainActor
final class AccountTimelines {
  private(set) lazy var tabs = TimelineTabs(titles: dependencies.tabTitles) { [unowned self] in makePager(of: $0) }
  private(set) lazy var search = makeSearch()
  let accounts: SearchedAccounts
  /// The request that the user is waiting for.
  let loading: LoadTask
  let sourceObserver: SourceObserver
  /// The profile of a file is known only after reading it. Other accounts have theirs from the start.
  private(set) var profile: Profile
  /// Observes all pagers.
  weak var pagerDelegate: (any TimelinePagerDelegate)?
  var searchDidChange: (SearchSession.Event) -> Void = { _ in }

  /// Maps the rows of the list to those of the window on screen.
  private(set) var rowMapping = TimelineRowMapping(count: 0)

  /// The entries shown in the tabs of this account's timelines.
  private var shownEntries: [TimelineID: ShownEntries] = [:]
  /// The sources of the tabs of saved searches.
  private var savedSearchSources: [TimelineID: SavedSearchSource] = [:]
  private let positions: PositionTracker
  private let dependencies: TimelineDependencies
  private let services: AppServices
  private let session: AccountSession

  init(
    _ dependencies: TimelineDependencies, _ services: AppServices, _ session: AccountSession,
    positions: PositionTracker
  ) {
    (self.dependencies, self.services, self.session, self.positions) = (dependencies, services, session, positions)
    let (clock, runner) = (services.clock, services.runner)
    loading = LoadTask(clock: clock, runner: runner)
    sourceObserver = SourceObserver(changes: dependencies.loadTimeline.changes, clock: clock, runner: runner)
    accounts = SearchedAccounts(
      currentAccount: session.account.id, dependencies.searches.makeSearchAccounts?(), context: dependencies.other)
    profile = session.account.profile
  }

  func setProfile(of overview: TimelineOverview) {
    if session.account.origin.isFile { profile = overview.profile ?? profile }
  }
}

// MARK: - What is on screen

extension AccountTimelines {
  /// The pager of the posts on screen: of the search, or of the selected tab.
  var pager: TimelinePager { search.matches ?? tabs.current.pager }

  /// The timeline of the selected tab.
  var selected: ListedTimeline { tabs.current.timeline }

  var isShowingPosts: Bool { invalidQuery == nil && pager.isShowingPosts }

  /// Whether the posts on screen were found by a search. They are then not marked read.
  var isShowingSearchResults: Bool { search.matches != nil || selected.id.query != nil }

  /// Whether it is tracked how far the user has read the posts on screen: not in searches, nor at other servers.
  var tracksReading: Bool { search.matches == nil && selected.id.belongsToSource }

  /// Whether matches are being loaded.
  var isSearching: Bool { loading.isRunning && (search.pendingQuery != nil || search.matches != nil) }

  /// Whether all loaded posts of the timeline are hidden and the newest ones are not loaded.
  var isEmptyBelowNewest: Bool { !tabs.isEmpty && query == nil && pager.isEmptyBelowNewest }

  /// The search that found the posts on screen; nil if they are a timeline.
  var query: SearchQuery? {
    if search.matches != nil { return search.query }
    return tabs.isEmpty ? nil : savedSearchSource.flatMap { try? $0.query() }
  }

  /// The text of the search on screen, and what is wrong with it; nil if nothing is.
  var invalidQuery: (text: String, error: SearchQueryError)? {
    if case .invalidQuery(let error)? = search.result { return (search.text, error) }
    guard let source = savedSearchSource else { return nil }
    do throws(SearchQueryError) {
      _ = try source.query()
      return nil
    } catch {
      return (source.text, error)
    }
  }

  /// The source of the saved search on screen; nil if a timeline or another search is shown.
  var savedSearchSource: SavedSearchSource? { search.result == nil ? savedSearchSources[selected.id] : nil }

  /// The state of a search in all accounts, or of a timeline that merges several; nil if one account is shown.
  var accountsResult: MultiAccountResult? {
    if search.result != nil { return search.accountsResult }
    return savedSearchSource?.accounts?.result ?? dependencies.merged?.result
  }

  var subject: EmptyReason.Subject {
    if dependencies.merged != nil { return .init(owner: "", contentName: selected.title) }
    guard case .publicTimeline(let timeline) = selected.id else {
      return .init(owner: profile.label, contentName: selected.title, origin: session.account.origin)
    }
    return .init(owner: "", contentName: timeline.phrase, origin: .server(timeline.server))
  }

  /// Whether a post is of an account that has been removed since, or of a server that can no longer be read. No actions
  /// are available for it.
  func isFromRemovedAccount(_ post: Post) -> Bool {
    guard !tabs.isEmpty, accountsResult != nil || !selected.id.belongsToSource else { return false }
    return accounts.isForeign(post) && accounts.context(of: post) == nil
  }
}

// MARK: - Reading

extension AccountTimelines {
  /// The options of the timeline on screen. Matches of a search are always newest first.
  var options: TimelineOptions {
    tabs.isEmpty || isShowingSearchResults ? TimelineOptions() : session.options[selected.id]
  }

  /// Updates the mapping after a change of the window, the options or the tab.
  func updateRowMapping() {
    guard !tabs.isEmpty, let rows = pager.window?.rows else { return }
    guard !isShowingSearchResults else {
      rowMapping = TimelineRowMapping(count: rows.count)
      return
    }
    let id = selected.id
    guard id != .notifications, id != .merged(.notifications) else {
      let groups = JoinedNotifications.groups(in: rows, selection: pager.selection)
      rowMapping = TimelineRowMapping(count: rows.count, order: options.order, groups: groups)
      return
    }
    var shown = shownEntries[id] ?? ShownEntries()
    let groups = id.joinsReposts ? shown.groups(in: rows, selection: pager.selection) : [:]
    if id.joinsReposts { shownEntries[id] = shown }
    rowMapping = TimelineRowMapping(count: rows.count, order: options.order, groups: groups)
  }

  /// Shows each post of the timeline on screen at its newest repost, because the user has gone to another part of it.
  func resetShownEntries() { shownEntries[selected.id] = nil }

  private func hiddenReason(of post: Post, in id: TimelineID, showsFiltered: Bool) -> HiddenReason? {
    // The mutes that apply are those of the account that has the entry.
    let owner = dependencies.merged == nil ? nil : accounts.context(of: post)?.session
    let visibility = EntryVisibility((owner ?? session).actions.relationships, session.options)
    let reason = visibility.hiddenReason(
      of: post, in: id, user: owner?.account.profile ?? profile, group: notificationGroup, showsFiltered: showsFiltered)
    // A post that the user reposts stays where it was read.
    return reason == .repostOfOwnPost && shownEntries[id]?.contains(post.key) == true ? nil : reason
  }
}

// MARK: - Pagers

extension AccountTimelines {
  private func makePager(of id: TimelineID) -> TimelinePager {
    let pager = makeTabPager(of: id)
    pager.shouldInsert = { [weak pager, account = session.account.id] post, addition in
      guard post.ref.account == account else { return false }
      return id.receives(post, by: addition, above: pager?.window?.posts ?? [])
    }
    return pager
  }

  private func makeTabPager(of id: TimelineID) -> TimelinePager {
    if let found = makeSavedSearchSource(of: id) {
      savedSearchSources[id] = found
      return makePager(at: positions.memory.positions[id]) { request throws(TimelineError) in
        try await found.page(request)
      }
    }
    if case .publicTimeline(let timeline) = id { return makePager(of: timeline) }
    let pager = makePager(at: positions.memory.positions[id]) {
      [loadTimeline = dependencies.loadTimeline, options = session.options] request throws(TimelineError) in
      var request = request
      request.parameters = options[id].parameters(of: id)
      return try await loadTimeline.page(of: id, request)
    }
    pager.hiddenReason = { [weak self] in self?.hiddenReason(of: $0, in: id, showsFiltered: $1) }
    if id == .notifications { pager.isPartial = { [positions] in positions.memory.notificationGroup != nil } }
    return pager
  }

  /// The posts belong to the reader of that server: the account's mutes and options do not apply to them.
  private func makePager(of timeline: PublicTimeline) -> TimelinePager {
    accounts.add([timeline.account])
    let loadTimeline = dependencies.publicTimeline(timeline)?.load
    return makePager(at: positions.memory.positions[.publicTimeline(timeline)]) { request throws(TimelineError) in
      guard let loadTimeline else { throw .unsupported(host: timeline.server.host) }
      return try await loadTimeline.page(of: .publicTimeline(timeline), request)
    }
  }

  private func makePager(at position: EntryPosition? = nil, loadPage: @escaping TimelinePager.LoadPage)
    -> TimelinePager
  {
    let pager = TimelinePager(
      loadPage: loadPage, position: position, fillsGapsAutomatically: session.capabilities.fillsGapsAutomatically,
      loading: loading, sourceObserver: sourceObserver,
      cache: session.cache,
      clock: services.clock,
      runner: services.runner)
    pager.delegate = pagerDelegate
    return pager
  }

  /// Searches the account, or the server whose timeline is selected.
  private var searchTimeline: any SearchTimelineUseCase {
    guard case .publicTimeline(let timeline) = selected.id else { return dependencies.searches.searchTimeline }
    return dependencies.publicTimeline(timeline)?.search ?? dependencies.searches.searchTimeline
  }

  private func makeSearch() -> SearchSession {
    SearchSession(
      searchTimeline: { [unowned self] in searchTimeline }, searchAccounts: accounts.search,
      makePager: { [unowned self] query, useCase in
        makePager { request throws(TimelineError) in try await useCase.page(of: query, request) }
      }, loading: loading, runner: services.runner
    ) { [weak self] event in self?.searchDidChange(event) }
  }

  /// The group to which the notifications are limited; nil for all.
  var notificationGroup: NotificationGroup? { positions.memory.notificationGroup }

  /// Whether the notifications are on screen, and not a search in them.
  var isShowingNotifications: Bool { !tabs.isEmpty && search.matches == nil && selected.id == .notifications }

  /// Limits the notifications to a group; nil shows all.
  /// - Parameter didFail: called if the choice could not be stored.
  func limitNotifications(to group: NotificationGroup?, didFail: @escaping @MainActor (SessionError) -> Void) {
    positions.store(group, didFail: didFail)
    tabs.tab(of: .notifications)?.pager.hiddenReasonsDidChange()
  }

  /// Makes the source of a saved search; nil for a timeline.
  private func makeSavedSearchSource(of id: TimelineID) -> SavedSearchSource? {
    switch id {
    case .search(let text):
      return SavedSearchSource(
        text, dependencies.searches.searchTimeline, accounts: nil, clock: services.clock, runner: services.runner)
    case .searchOfAll(let text):
      guard let accounts = dependencies.searches.makeSearchAccounts?() else { return nil }
      return SavedSearchSource(
        text, accounts, accounts: accounts, clock: services.clock, runner: services.runner)
    default: return nil
    }
  }

  /// Shows the saved searches as tabs. A single timeline has no other tabs.
  func updateSavedSearchTabs() {
    guard !dependencies.isSingle else { return }
    tabs.setSearches(dependencies.searches.saved.timelines(of: session.account))
  }

  /// Removes the sources of saved searches that are no longer tabs.
  func removeUnusedSources() {
    for id in savedSearchSources.keys where tabs.tab(of: id) == nil { savedSearchSources[id] = nil }
  }

  /// Adds the matches of slow accounts while the tab of a saved search is shown.
  func awaitSlowAccounts() {
    let id = selected.id
    guard let source = savedSearchSources[id] else { return }
    source.hasUnshownMatches = false
    source.awaitSlowAccounts { [weak self, weak source] in
      guard let self, selected.id == id else { return }
      source?.hasUnshownMatches = true
      if !search.isOpen { pager.reloadWithNewMatches() }
    }
  }

  /// Cancels the request of a tab that no longer exists.
  func stopIfRemoved(_ pager: TimelinePager) {
    guard search.matches == nil, search.pendingQuery == nil, !tabs.all.contains(where: { $0.pager === pager })
    else { return }
    pager.stop()
  }
}
