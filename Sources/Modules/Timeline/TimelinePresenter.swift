import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TimelineCore

/// Decides what to ask for, what to show and when to leave. What is held, looked for, unread and remembered its parts
/// know; what comes from the source comes in through `TimelinePresenter+Source`.
@MainActor
final class TimelinePresenter {
  /// A post, and what was looked for where a search has found it.
  struct ReportedSelection: Equatable {
    let post: PostRef?
    let query: SearchQuery?
  }

  weak var view: (any TimelineView)?
  let dependencies: TimelineDependencies
  let router: any TimelineWireframe

  private(set) lazy var tabs = TimelineTabs(wanted: dependencies.wantedTimelines.value) { [unowned self] in
    makePager(of: $0)
  }
  private(set) var profile: Profile
  /// Whether no other screen covers this one.
  var isInFront = true
  /// What the screen waits for.
  let loading: LoadTask
  let listener: SourceObserver
  let unread: UnreadTracker
  let places: PositionTracker
  private(set) lazy var search = makeSearch()
  private(set) lazy var searchAccounts = dependencies.makeSearchAccounts?()
  /// Whether there are accounts besides this one, as far as has been asked.
  var knowsOthers = false
  /// The accounts that a search of all has looked through, whatever has become of the question since.
  var knownAccounts: [AccountID: Account] = [:]
  /// Other accounts to which something that was found has led.
  var visitedAccounts: [Account] = []
  /// What is found for the tabs of saved searches.
  var savedTabs: [TimelineID: SavedSearchSource] = [:]
  /// The question how many accounts there are.
  var countingAccounts: Task<Void, Never>?
  /// Where the person is among their earlier searches.
  lazy var recall = SearchRecall(dependencies.searches)
  /// The question for timelines that there were not yet when the source was opened.
  private var completing: Task<Void, Never>?
  /// When the source said last which timelines there are, or was asked.
  private var overviewDate: Date?
  /// Whether it has been asked since the screen was opened, or needed not be.
  private var hasAskedForTabs = false
  /// Timelines to ask the source for when they are shown next, however old they are: the user may have added to them.
  var overdue: Set<TimelineID> = []
  /// The timeline that was shown and is gone at the server, until the user moves on.
  var removedTimeline: ListedTimeline?
  /// Whether the refresh that is under way was started automatically.
  var isRefreshingQuietly = false
  var contentSwitch = ContentSwitch()
  /// The cells of the rows on the screen and around it.
  var madeCells = CellViewModelCache()
  /// Timelines that are to be asked for once more when they stand: more has come than was told, or something is hidden no
  /// more.
  var staleTimelines: Set<TimelineID> = []
  /// Those of them that have been asked for, and not been answered.
  var refreshingStale: Set<TimelineID> = []
  /// The post that the person has come to, as far as others have been told.
  var reportedSelection: ReportedSelection?
  /// The ages on the screen are counted from this moment.
  var agesShownAt: Date?
  var densityShown = Density.comfortable

  init(dependencies: TimelineDependencies, router: any TimelineWireframe) {
    self.dependencies = dependencies
    self.router = router
    let (clock, runner) = (dependencies.clock, dependencies.runner)
    loading = LoadTask(clock: clock, runner: runner)
    listener = SourceObserver(changes: dependencies.loadTimeline.changes, clock: clock, runner: runner)
    unread = UnreadTracker(trackUnread: dependencies.trackUnread, runner: runner)
    places = PositionTracker(
      savePosition: dependencies.savePosition, account: dependencies.account.id, storing: dependencies.storingPositions)
    profile = dependencies.account.profile
    dependencies.actor.ties.add(self)
    dependencies.revealed.add(self)
    dependencies.saved.add(self)
  }

  deinit {
    completing?.cancel()
    countingAccounts?.cancel()
  }

  var now: Date { dependencies.clock.now }

  /// What holds the posts that stand: what a search has found, or the timeline.
  var pager: TimelinePager { search.matches ?? tabs.current.pager }

  var timeline: ListedTimeline { tabs.current.timeline }
}

// MARK: - What holds the posts

extension TimelinePresenter {
  private func makePager(of id: TimelineID) -> TimelinePager {
    let pager = makeTabPager(of: id)
    pager.gains = { [weak pager, account = dependencies.account.id] post, addition in
      guard post.ref.account == account else { return false }
      return id.gains(post, by: addition, above: pager?.window?.posts ?? [])
    }
    return pager
  }

  private func makeTabPager(of id: TimelineID) -> TimelinePager {
    if let found = savedTab(of: id) {
      return makePager(at: places.memory.places[id]) { request throws(TimelineError) in try await found.page(request) }
    }
    let pager = makePager(at: places.memory.places[id]) {
      [loadTimeline = dependencies.loadTimeline] request throws(TimelineError) in
      try await loadTimeline.page(of: id, request)
    }
    pager.isHidden = { [ties = dependencies.actor.ties] in ties.hides($0, in: id) }
    pager.isGone = { [ties = dependencies.actor.ties] in id == .notifications && ties.isAnswered($0) }
    return pager
  }

  private func makePager(at place: Place? = nil, asking ask: @escaping TimelinePager.Ask) -> TimelinePager {
    let pager = TimelinePager(
      ask: ask, place: place, fillsGaps: dependencies.capabilities.fillsGaps, loading: loading, listener: listener,
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
    ) { [weak self] event in self?.hear(event) }
  }

  /// Asks for the timelines that there were not yet when the source was opened, or that there may be by now.
  func completeTabs() {
    guard tabs.isGrowing else {
      let age = hasAskedForTabs ? Self.overviewAge : Self.overviewAgeAtStart
      hasAskedForTabs = true
      return renewTabs(after: age)
    }
    tabs.isGrowing = false
    askForTabs(after: nil)
  }

  /// How long what a source has said of its timelines holds, in seconds: while the screen is used, and when it is opened.
  static let (overviewAge, overviewAgeAtStart) = (300.0, 60.0)

  /// Asks behind what is shown which timelines there are, if the source is a server and has not been asked for so many
  /// seconds. Before the first page is there, nothing is asked.
  func renewTabs(after age: Double) {
    guard dependencies.capabilities.maxAge != nil, hasAskedForTabs, !tabs.isGrowing else { return }
    if let overviewDate, abs(now.timeIntervalSince(overviewDate)) < age { return }
    overviewDate = now
    askForTabs(after: age)
  }

  /// - Parameter age: how old what is kept may be, in seconds; nil for any age. Another screen of the account may have
  ///   asked.
  private func askForTabs(after age: Double?) {
    completing = dependencies.runner.start(for: self) { [weak self, dependencies, now] in
      var overview = try? await dependencies.loadTimeline.overview(isRetry: false)
      if let age, !Task.isCancelled {
        let isRecent = overview?.asOf.map { abs(now.timeIntervalSince($0)) < age } ?? false
        if !isRecent { overview = try? await dependencies.loadTimeline.overview(isRetry: true) }
      }
      guard let overview, !Task.isCancelled else { return }
      self?.complete(overview)
    }
  }

  private func complete(_ overview: TimelineOverview) {
    take(overview)
    update(to: overview.timelines)
    if pager.content == .loading, !loading.isRunning { pager.loadFirstPage() } else { render() }
    countUnread()
  }

  /// Shows the timelines that there are now as tabs. The selected one stays; if it is gone, its neighbour is shown, and
  /// the user is told.
  private func update(to timelines: [ListedTimeline]) {
    let timelines = dependencies.isSingle ? timelines : dependencies.actor.ties.applyFollowedTags(to: timelines)
    let (shown, before) = (timeline, pager)
    let hasGone = isGone(shown.id, from: timelines)
    if pager.hasPosts, !hasGone { tabs.pin(shown.id) }
    tabs.show(timelines, selecting: shown.id) { [weak self] in self?.isGone($0, from: timelines) ?? false }
    stopWhereGone(before)
    guard hasGone, timeline.id != shown.id else { return }
    removedTimeline = shown
    if !search.isOpen { showTab(tabs.selected) }
  }

  /// Whether a list or followed tag is no longer among the timelines of a server. A tag that the user has unfollowed here
  /// stays as long as it is shown.
  private func isGone(_ id: TimelineID, from timelines: [ListedTimeline]) -> Bool {
    guard dependencies.capabilities.maxAge != nil, !timelines.contains(where: { $0.id == id }) else { return false }
    switch id {
    case .list: return true
    case .tag(let name): return id != timeline.id || dependencies.actor.ties.isFollowed(tag: name) != false
    default: return false
    }
  }

  /// The user has followed or unfollowed a tag.
  func updateFollowedTags() {
    guard !dependencies.isSingle, !tabs.isEmpty, !tabs.source.isEmpty else { return }
    let timelines = dependencies.actor.ties.applyFollowedTags(to: tabs.source)
    if timelines != tabs.source { update(to: timelines) }
  }

  /// Nobody waits for what a tab asks that is none any more.
  func stopWhereGone(_ pager: TimelinePager) {
    guard search.matches == nil, search.pendingQuery == nil, !tabs.all.contains(where: { $0.pager === pager })
    else { return }
    pager.stop()
  }

  /// An account has its name already; a file says whose it is.
  func take(_ overview: TimelineOverview) {
    overviewDate = overview.asOf ?? overviewDate
    dependencies.actor.ties.learn(hidden: overview.hidden)
    if !dependencies.isSingle {
      dependencies.actor.ties.learn(
        followed: overview.timelines.compactMap { if case .tag(let name) = $0.id { name } else { nil } },
        asOf: overview.asOf)
    }
    if dependencies.account.origin.isFile { profile = overview.profile ?? profile }
  }
}
