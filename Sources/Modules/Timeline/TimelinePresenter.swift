import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
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
  private(set) lazy var searchAccounts = dependencies.makeSearchAccounts?()
  /// Whether there are other accounts; false until they are counted.
  var hasOtherAccounts = false
  /// The accounts included in a search of all accounts, including earlier searches.
  var knownAccounts: [AccountID: Account] = [:]
  /// Other accounts in which the user has acted on a search result.
  var visitedAccounts: [Account] = []
  /// The sources of the tabs of saved searches.
  var savedSearchSources: [TimelineID: SavedSearchSource] = [:]
  /// Counts the accounts.
  var countingAccounts: Task<Void, Never>?
  /// The position in the search history while a search is typed.
  lazy var recall = SearchRecall(dependencies.searches)
  /// Loads the list of timelines.
  private var overviewTask: Task<Void, Never>?
  /// When the list of timelines was last loaded or requested.
  private var overviewDate: Date?
  /// Whether the list has been requested since the screen was opened.
  private var hasRequestedTabs = false
  /// Timelines to refresh when they are next shown, regardless of their age: the user may have added to them, or their
  /// last refresh failed because the source did not respond.
  var timelinesToRefresh: Set<TimelineID> = []
  /// The timeline that was shown when it was removed at the server; nil after the next move.
  var removedTimeline: ListedTimeline?
  /// Whether the running refresh was started automatically.
  var isAutomaticRefresh = false
  var contentSwitch = ContentSwitch()
  /// The view models of the cells shown last.
  var cellCache = CellViewModelCache()
  /// Timelines to reload when they are next shown: they have more entries than reported, or entries are no longer
  /// hidden.
  var staleTimelines: Set<TimelineID> = []
  /// Stale timelines whose reload is running.
  var reloadingTimelines: Set<TimelineID> = []
  /// The selection last reported to the router.
  var reportedSelection: ReportedSelection?
  /// The time for which the ages in the list were computed.
  var agesShownAt: Date?
  var densityShown = Density.comfortable

  init(dependencies: TimelineDependencies, router: any TimelineWireframe) {
    self.dependencies = dependencies
    self.router = router
    let (clock, runner) = (dependencies.clock, dependencies.runner)
    loading = LoadTask(clock: clock, runner: runner)
    sourceObserver = SourceObserver(changes: dependencies.loadTimeline.changes, clock: clock, runner: runner)
    unread = UnreadTracker(trackUnread: dependencies.trackUnread, runner: runner)
    positions = PositionTracker(
      savePosition: dependencies.savePosition, account: dependencies.account.id, storing: dependencies.positionQueue)
    profile = dependencies.account.profile
    dependencies.actor.relationships.add(self)
    dependencies.revealed.add(self)
    dependencies.saved.add(self)
  }

  deinit {
    overviewTask?.cancel()
    countingAccounts?.cancel()
  }

  var now: Date { dependencies.clock.now }

  /// The pager of the posts on screen: of the search, or of the selected tab.
  var pager: TimelinePager { search.matches ?? tabs.current.pager }

  var timeline: ListedTimeline { tabs.current.timeline }
}

// MARK: - Pagers

extension TimelinePresenter {
  private func makePager(of id: TimelineID) -> TimelinePager {
    let pager = makeTabPager(of: id)
    pager.shouldInsert = { [weak pager, account = dependencies.account.id] post, addition in
      guard post.ref.account == account else { return false }
      return id.gains(post, by: addition, above: pager?.window?.posts ?? [])
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
    pager.isHidden = { [relationships = dependencies.actor.relationships] in relationships.hides($0, in: id) }
    pager.isDeleted = { [relationships = dependencies.actor.relationships] in
      id == .notifications && relationships.isAnswered($0)
    }
    return pager
  }

  private func makePager(at position: EntryPosition? = nil, loadPage: @escaping TimelinePager.LoadPage)
    -> TimelinePager
  {
    let pager = TimelinePager(
      loadPage: loadPage, position: position, fillsGapsAutomatically: dependencies.capabilities.fillsGapsAutomatically,
      loading: loading, sourceObserver: sourceObserver,
      cache: dependencies.cache,
      clock: dependencies.clock,
      runner: dependencies.runner)
    pager.delegate = self
    return pager
  }

  private func makeSearch() -> SearchSession {
    SearchSession(
      searchTimeline: dependencies.searchTimeline, searchAccounts: searchAccounts,
      makePager: { [unowned self] query, useCase in
        makePager { request throws(TimelineError) in try await useCase.page(of: query, request) }
      }, loading: loading, runner: dependencies.runner
    ) { [weak self] event in self?.searchDidChange(event) }
  }

  /// Loads the list of timelines if it was incomplete when the source was opened, or is old.
  func loadTabsIfNeeded() {
    guard tabs.isGrowing else {
      let age = hasRequestedTabs ? Self.maxOverviewAge : Self.maxOverviewAgeAtStart
      hasRequestedTabs = true
      return refreshTabs(ifOlderThan: age)
    }
    tabs.isGrowing = false
    loadTabs(after: nil)
  }

  /// In seconds: the age after which the list of timelines is loaded again, while the screen is used and when it is
  /// opened.
  static let (maxOverviewAge, maxOverviewAgeAtStart) = (300.0, 60.0)

  /// Loads the list of timelines in the background if the source is a server and the list is older than `age` seconds.
  /// Does nothing before the first page is loaded.
  func refreshTabs(ifOlderThan age: Double) {
    guard dependencies.capabilities.maxAge != nil, hasRequestedTabs, !tabs.isGrowing else { return }
    if let overviewDate, abs(now.timeIntervalSince(overviewDate)) < age { return }
    overviewDate = now
    loadTabs(after: age)
  }

  /// - Parameter age: in seconds, the maximum age of a cached list; nil for any. The cache is shared with other screens
  ///   of the account.
  private func loadTabs(after age: Double?) {
    overviewTask = dependencies.runner.start(for: self) { [weak self, dependencies, now] in
      var overview = try? await dependencies.loadTimeline.overview(isRefresh: false)
      if let age, !Task.isCancelled {
        let isRecent = overview?.asOf.map { abs(now.timeIntervalSince($0)) < age } ?? false
        if !isRecent { overview = try? await dependencies.loadTimeline.overview(isRefresh: true) }
      }
      guard let overview, !Task.isCancelled else { return }
      self?.complete(overview)
    }
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
      dependencies.isSingle ? timelines : dependencies.actor.relationships.applyFollowedTags(to: timelines)
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
    guard dependencies.capabilities.maxAge != nil, !timelines.contains(where: { $0.id == id }) else { return false }
    switch id {
    case .list: return true
    case .tag(let name): return id != timeline.id || dependencies.actor.relationships.isFollowed(tag: name) != false
    default: return false
    }
  }

  /// Updates the tabs after the user has followed or unfollowed a hashtag.
  func updateFollowedTags() {
    guard !dependencies.isSingle, !tabs.isEmpty, !tabs.source.isEmpty else { return }
    let timelines = dependencies.actor.relationships.applyFollowedTags(to: tabs.source)
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
    overviewDate = overview.asOf ?? overviewDate
    dependencies.actor.relationships.update(hidden: overview.hiddenAccounts)
    if !dependencies.isSingle {
      dependencies.actor.relationships.update(
        followed: overview.timelines.compactMap { if case .tag(let name) = $0.id { name } else { nil } },
        asOf: overview.asOf)
    }
    if dependencies.account.origin.isFile { profile = overview.profile ?? profile }
  }
}
