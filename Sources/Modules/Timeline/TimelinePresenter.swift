import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TimelineEngine

/// Decides what to ask for, what to show and when to leave. What is held, looked for, unread and remembered its parts
/// know; what comes from the source comes in through `TimelinePresenter+Source`.
@MainActor
final class TimelinePresenter {
  /// A post, and what was looked for where a search has found it.
  struct ToldSelection: Equatable {
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
  let listener: SourceListener
  let unread: UnreadTracker
  let places: PlaceKeeper
  private(set) lazy var search = makeSearch()
  private(set) lazy var searchAccounts = dependencies.makeSearchAccounts?()
  /// Whether there are accounts besides this one, as far as has been asked.
  var knowsOthers = false
  /// The accounts that a search of all has looked through, whatever has become of the question since.
  var knownAccounts: [AccountID: Account] = [:]
  /// Other accounts to which something that was found has led.
  var othersEntered: [Account] = []
  /// What is found for the tabs of saved searches.
  var savedTabs: [TimelineID: SavedTab] = [:]
  /// The question how many accounts there are.
  var countingAccounts: Task<Void, Never>?
  /// Where the person is among their earlier searches.
  lazy var recall = SearchRecall(dependencies.searches)
  /// The question for timelines that there were not yet when the source was opened.
  private var completing: Task<Void, Never>?
  /// When the source said last which timelines there are, or was asked.
  private var overviewDate: Date?
  var contentSwitch = ContentSwitch()
  /// The cells of the rows on the screen and around it.
  var madeCells = MadeCells()
  /// Timelines that are to be asked for once more when they stand: more has come than was told, or something is hidden no
  /// more.
  var lacking: Set<TimelineID> = []
  /// Those of them that have been asked for, and not been answered.
  var takingIn: Set<TimelineID> = []
  /// The post that the person has come to, as far as others have been told.
  var toldSelection: ToldSelection?
  /// The ages on the screen are counted from this moment.
  var agesShownAt: Date?
  var densityShown = Density.comfortable

  init(dependencies: TimelineDependencies, router: any TimelineWireframe) {
    self.dependencies = dependencies
    self.router = router
    let (clock, runner) = (dependencies.clock, dependencies.runner)
    loading = LoadTask(clock: clock, runner: runner)
    listener = SourceListener(changes: dependencies.loadTimeline.changes, clock: clock, runner: runner)
    unread = UnreadTracker(trackUnread: dependencies.trackUnread, runner: runner)
    places = PlaceKeeper(
      rememberPlace: dependencies.rememberPlace, account: dependencies.account.id, storing: dependencies.storingPlaces)
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

  private func makeSearch() -> MatchSearch {
    MatchSearch(
      searchTimeline: dependencies.searchTimeline, searchAccounts: searchAccounts,
      makePager: { [unowned self] query, useCase in
        makePager { request throws(TimelineError) in try await useCase.page(of: query, request) }
      }, loading: loading, runner: dependencies.runner
    ) { [weak self] event in self?.hear(event) }
  }

  /// Asks for the timelines that there were not yet when the source was opened.
  func completeTabs() {
    guard tabs.isGrowing else { return renewTabs(after: Self.overviewAge) }
    tabs.isGrowing = false
    askForTabs(isRetry: false)
  }

  /// What a source has said of itself holds for a day, in seconds.
  private static let overviewAge = 86_400.0

  /// Asks which timelines there are behind what is shown, where the source is somewhere else and has not been asked for
  /// so many seconds.
  func renewTabs(after age: Double) {
    guard dependencies.capabilities.maxAge != nil, !tabs.isGrowing else { return }
    if let overviewDate, abs(now.timeIntervalSince(overviewDate)) < age { return }
    overviewDate = now
    askForTabs(isRetry: true)
  }

  private func askForTabs(isRetry: Bool) {
    completing = dependencies.runner.start(for: self) { [weak self, dependencies] in
      guard let overview = try? await dependencies.loadTimeline.overview(isRetry: isRetry), !Task.isCancelled else {
        return
      }
      self?.complete(overview)
    }
  }

  private func complete(_ overview: TimelineOverview) {
    take(overview)
    if pager.hasPosts { tabs.pin(timeline.id) }
    let before = pager
    tabs.show(overview.timelines, selecting: timeline.id)
    stopWhereGone(before)
    if pager.content == .loading, !loading.isRunning { pager.loadFirstPage() } else { render() }
    countUnread()
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
        followed: overview.timelines.compactMap { if case .tag(let name) = $0.id { name } else { nil } })
    }
    if dependencies.account.origin.isFile { profile = overview.profile ?? profile }
  }
}
