import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import ScreenSupport
import TimelineCore

/// Decides what to load, what to show and where to go.
///
/// It shows exactly one of three things (`screenContent`): the list, the empty view or the loading view. The state is
/// held by its components: `TimelineTabs` and `TimelinePager` have the loaded posts, `SearchSession` the search,
/// `UnreadTracker` the unread counts and `PositionTracker` the stored positions. Their events arrive in
/// `TimelinePresenter+Source`.
@MainActor
final class TimelinePresenter {
  /// The selected post, and the search that found it.
  struct ReportedSelection: Equatable {
    let post: PostRef?
    let query: SearchQuery?
  }

  weak var view: (any TimelineView)?
  let services: AppServices
  let session: AccountSession
  let dependencies: TimelineDependencies
  let router: any TimelineWireframe

  private(set) lazy var tabs = TimelineTabs(titles: dependencies.tabTitles.value) { [unowned self] in
    makePager(of: $0)
  }
  private(set) var profile: Profile
  /// Whether the screen is visible, and not covered by another.
  var isInFront = true
  /// The request that the user is waiting for.
  let loading: LoadTask
  let sourceObserver: SourceObserver
  let unread: UnreadTracker
  let positions: PositionTracker
  private(set) lazy var search = makeSearch()
  private(set) lazy var searchedAccounts = SearchedAccounts(
    currentAccount: session.account.id, dependencies.makeSearchAccounts?(), context: dependencies.other)
  /// The sources of the tabs of saved searches.
  var savedSearchSources: [TimelineID: SavedSearchSource] = [:]
  /// The position in the search history while a search is typed.
  lazy var recall = SearchRecall(dependencies.searches)
  private(set) lazy var overviewLoader = OverviewLoader(
    dependencies.loadTimeline, canChange: session.capabilities.maxAge != nil, clock: services.clock,
    runner: services.runner
  ) { [weak self] in self?.complete($0) }
  var outdated = OutdatedTimelines()
  /// The timeline that was shown when it was removed at the server; nil after the next move.
  var removedTimeline: ListedTimeline?
  /// Whether the running refresh was started automatically.
  var isAutomaticRefresh = false
  var contentSwitch = ContentSwitch()
  var rowBuilder = TimelineRowBuilder()
  /// The selection last reported to the router.
  var reportedSelection: ReportedSelection?

  init(
    dependencies: TimelineDependencies, services: AppServices, session: AccountSession, router: any TimelineWireframe
  ) {
    self.services = services
    self.session = session
    self.dependencies = dependencies
    self.router = router
    let (clock, runner) = (services.clock, services.runner)
    loading = LoadTask(clock: clock, runner: runner)
    sourceObserver = SourceObserver(changes: dependencies.loadTimeline.changes, clock: clock, runner: runner)
    unread = UnreadTracker(trackUnread: dependencies.trackUnread, runner: runner)
    positions = PositionTracker(
      savePosition: dependencies.savePosition, account: session.account.id, storing: dependencies.positionQueue)
    profile = session.account.profile
    session.actions.relationships.add(self)
    session.revealed.add(self)
    dependencies.saved.add(self)
  }

  var now: Date { services.clock.now }

  /// The pager of the posts on screen: of the search, or of the selected tab.
  var pager: TimelinePager { search.matches ?? tabs.current.pager }

  var timeline: ListedTimeline { tabs.current.timeline }
}

// MARK: - Pagers

extension TimelinePresenter {
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
      return makePager(at: positions.memory.positions[id]) { request throws(TimelineError) in
        try await found.page(request)
      }
    }
    let pager = makePager(at: positions.memory.positions[id]) {
      [loadTimeline = dependencies.loadTimeline] request throws(TimelineError) in
      try await loadTimeline.page(of: id, request)
    }
    pager.isHidden = { [relationships = session.actions.relationships] in relationships.hides($0, in: id) }
    pager.isDeleted = { [relationships = session.actions.relationships] in
      id == .notifications && relationships.isHandled($0)
    }
    return pager
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
    pager.delegate = self
    return pager
  }

  private func makeSearch() -> SearchSession {
    SearchSession(
      searchTimeline: dependencies.searchTimeline, searchAccounts: searchedAccounts.search,
      makePager: { [unowned self] query, useCase in
        makePager { request throws(TimelineError) in try await useCase.page(of: query, request) }
      }, loading: loading, runner: services.runner
    ) { [weak self] event in self?.searchDidChange(event) }
  }

  /// Loads the list of timelines if it was incomplete when the source was opened, or is old.
  func loadTabsIfNeeded() {
    let isIncomplete = tabs.isGrowing
    tabs.isGrowing = false
    overviewLoader.pageDidLoad(isIncomplete: isIncomplete)
  }

  /// Loads the list of timelines in the background if it is older than `age` seconds.
  func refreshTabs(ifOlderThan age: Double) {
    if !tabs.isGrowing { overviewLoader.refresh(ifOlderThan: age) }
  }

  private func complete(_ overview: TimelineOverview) {
    apply(overview)
    update(to: overview.timelines)
    if pager.content == .loading, !loading.isRunning { pager.loadFirstPage() } else { render() }
    countUnread()
  }

  /// Shows the given timelines as tabs. The selected tab stays. If its timeline has been removed, its neighbour is
  /// selected and a notice is shown.
  private func update(to timelines: [ListedTimeline]) {
    let timelines =
      dependencies.isSingle ? timelines : session.actions.relationships.applyFollowedTags(to: timelines)
    let (shown, before) = (timeline, pager)
    let wasRemoved = isRemoved(shown.id, from: timelines)
    if pager.hasPosts, !wasRemoved { tabs.pin(shown.id) }
    tabs.show(timelines, selecting: shown.id) { [weak self] in self?.isRemoved($0, from: timelines) ?? false }
    stopIfRemoved(before)
    guard wasRemoved, timeline.id != shown.id else { return }
    removedTimeline = shown
    if !search.isOpen { showTab(tabs.selected) }
  }

  /// Whether a list or followed hashtag is no longer among the server's timelines. A hashtag that the user has
  /// unfollowed here stays while it is shown.
  private func isRemoved(_ id: TimelineID, from timelines: [ListedTimeline]) -> Bool {
    guard session.capabilities.maxAge != nil, !timelines.contains(where: { $0.id == id }) else { return false }
    switch id {
    case .list: return true
    case .tag(let name): return id != timeline.id || session.actions.relationships.isFollowed(tag: name) != false
    default: return false
    }
  }

  /// Updates the tabs after the user has followed or unfollowed a hashtag.
  func updateFollowedTags() {
    guard !dependencies.isSingle, !tabs.isEmpty, !tabs.source.isEmpty else { return }
    let timelines = session.actions.relationships.applyFollowedTags(to: tabs.source)
    if timelines != tabs.source { update(to: timelines) }
  }

  /// Cancels the request of a tab that no longer exists.
  func stopIfRemoved(_ pager: TimelinePager) {
    guard search.matches == nil, search.pendingQuery == nil, !tabs.all.contains(where: { $0.pager === pager })
    else { return }
    pager.stop()
  }

  /// The profile of a file is known only after reading it. Other accounts have theirs from the start.
  func apply(_ overview: TimelineOverview) {
    overviewLoader.overviewDidLoad(asOf: overview.asOf)
    session.actions.relationships.update(hidden: overview.hiddenAccounts)
    if !dependencies.isSingle {
      session.actions.relationships.update(
        followed: overview.timelines.compactMap { if case .tag(let name) = $0.id { name } else { nil } },
        asOf: overview.asOf)
    }
    if session.account.origin.isFile { profile = overview.profile ?? profile }
  }
}
