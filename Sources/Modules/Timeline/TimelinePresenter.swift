import Domain
import EmptyState
import FoundationEssentials

/// Decides what to ask for, what to show and when to leave. What it asks for is in `TimelinePresenter+Loading`, what
/// lies beyond the edge of what is held in `+FetchAhead`, what goes on while a source is read in `+Reading`, what a
/// search finds in `+Search`, what happens to a single post in `+Posts`.
@MainActor
final class TimelinePresenter {
  weak var view: (any TimelineView)?
  let dependencies: TimelineDependencies
  let router: any TimelineWireframe

  var tabs: [TimelineTab]
  var current = 0
  var profile: Profile
  /// What was remembered when the screen was opened: where each timeline begins.
  var memory = AccountMemory()
  /// The question that the screen waits for; a new one supersedes it.
  var loading: Task<Void, Never>?
  /// What is being looked for, while it is.
  var searching: SearchQuery?
  /// The question for what lies beyond the edge of what is held.
  var fetching: Task<Void, Never>?
  var countdown: Task<Void, Never>?
  /// Says that a question takes its time, once it does.
  var patience: Task<Void, Never>?
  var isSlow = false
  /// What is heard of the source while it is being read.
  var following: Following?
  /// Whether the source may have more timelines than there are tabs.
  var areTabsGrowing = false
  /// Whether no other screen covers this one.
  private(set) var isInFront = true
  private var hasRememberedPlaces = false
  private var hasSaidThatPlacesAreNotKept = false
  /// The ages on the screen are counted from this moment.
  private var agesShownAt: Date?

  init(dependencies: TimelineDependencies, router: any TimelineWireframe) {
    self.dependencies = dependencies
    self.router = router
    profile = dependencies.account.profile
    tabs = [TimelineTab(kind: dependencies.firstTimeline ?? TimelineKind("Home"))]
  }

  deinit {
    for task in [loading, fetching, countdown, patience, following?.listening, following?.patience] { task?.cancel() }
  }

  var tab: TimelineTab {
    get { tabs[current] }
    set { tabs[current] = newValue }
  }

  var now: Date { dependencies.clock.now }

  var wanted: EmptyReason.Wanted {
    let account = dependencies.account
    return .init(owner: profile.label, thing: tab.kind.name, source: account.source, isFile: account.isFile)
  }
}

// MARK: - What stands on the screen

extension TimelinePresenter {
  /// The one place that decides which of list, empty view and loading stands.
  func render() {
    guard let view else { return }
    showHeader()
    switch tab.content {
    case .loading:
      view.hideTimeline()
      view.hideEmptyView()
      showLoading()
    case .posts:
      view.hideLoading()
      view.hideEmptyView()
      view.showTimeline(timelineViewModel())
    case .empty(let reason):
      view.hideLoading()
      view.hideTimeline()
      view.showEmptyView(emptyViewModel(reason))
    }
    showStatus()
    showStandingNotice()
  }

  func showStatus() {
    view?.showStatus(TimelineStatus.text(for: tab))
  }

  func showLoading() {
    view?.showLoading(isSlow ? emptyViewModel(.loading(wanted, following?.progress)) : nil)
  }

  private func showHeader() {
    view?.showHeader(
      TimelineHeader(
        tabs: tabs.map { .init(name: $0.kind.name, newCount: $0.newAbove) }, selectedTab: current,
        name: profile.name, label: profile.label))
  }

  private func emptyViewModel(_ reason: EmptyReason) -> EmptyStateViewModel {
    var offered: Set<EmptyStateAction> = [
      .retry, .cancel, .logIn, .clearSearch, .search, .switchAccount, .quit, .nextTimeline,
    ]
    if tabs.count == 1 { offered.remove(.nextTimeline) }
    return EmptyStateViewModel(reason, offered: offered)
  }

  private func timelineViewModel() -> TimelineViewModel {
    agesShownAt = now
    let rows = tab.window?.posts.map { post in
      TimelineViewModel.Row(
        post, now: now, query: tab.search?.query, isRevealed: tab.revealed.contains(post.key))
    }
    return TimelineViewModel(
      rows: rows ?? [], selection: tab.selection,
      footer: TimelineStatus.footer(for: tab, of: wanted, isFetching: fetching != nil),
      isSearching: tab.search != nil,
      hasOtherMatches: (tab.search?.result.matches.count ?? 0) > 1)
  }
}

// MARK: - What the person does

extension TimelinePresenter: TimelinePresentation {
  func viewDidLoad() {
    memory = dependencies.rememberPlace.memory(of: dependencies.account.id)
    if dependencies.firstTimeline == nil, let last = memory.lastTimeline { tabs = [TimelineTab(kind: last)] }
    openAccount()
  }

  func viewDidAppear() {
    isInFront = true
    resumeCountdown()
    renewAges()
  }

  func viewWillDisappear() {
    isInFront = false
    countdown?.cancel()
    rememberPlaces()
  }

  func didSelectRow(at index: Int) {
    tab.selection = index
    let newAbove = min(tab.newAbove, tab.position ?? tab.newAbove)
    if newAbove != tab.newAbove {
      tab.newAbove = newAbove
      showHeader()
    }
    showStatus()
    fetchAhead()
    renewAges()
  }

  func showTimeline(at index: Int) {
    guard tabs.indices.contains(index), index != current else { return }
    stopLoading()
    current = index
    rememberPlaces()
    if case .loading = tab.content { loadFirstPage() } else { render() }
    resumeCountdown()
    fetchAhead()
  }

  func showNextTimeline() { showTimeline(at: (current + 1) % tabs.count) }
  func showPreviousTimeline() { showTimeline(at: (current + tabs.count - 1) % tabs.count) }
  func switchAccount() { router.showAccounts() }
  func showNextAccount() { router.showNextAccount() }
  func showPreviousAccount() { router.showPreviousAccount() }
  func logIn() { router.showLogin() }

  /// Ages grow old while a person reads; once a minute they are counted anew.
  private func renewAges() {
    if let agesShownAt, now.timeIntervalSince(agesShownAt) >= 60 { render() }
  }

  /// Remembers that this account was the last one, once it has shown something; whoever's memory has no place to lie
  /// is told then, not when they leave.
  func rememberOpening() {
    guard !hasRememberedPlaces else { return }
    dependencies.runner.start { [weak self] in self?.rememberPlaces() }
  }

  private func rememberPlaces() {
    hasRememberedPlaces = true
    let places = tabs.compactMap { tab in tab.place.map { (tab.kind, $0) } }
    do {
      try dependencies.rememberPlace.remember(
        account: dependencies.account.id, timeline: tab.window.map { _ in tab.kind },
        places: Dictionary(places, uniquingKeysWith: { first, _ in first }))
    } catch {
      guard !hasSaidThatPlacesAreNotKept else { return }
      hasSaidThatPlacesAreNotKept = true
      view?.showNotice(
        NoticeViewModel(text: "Your place is not kept: \(error.path): \(error.reason).", isFailure: true))
    }
  }
}
