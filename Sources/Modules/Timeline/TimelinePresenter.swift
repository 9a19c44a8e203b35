import Domain
import EmptyState
import FoundationEssentials
import Runtime

/// Decides what to ask for, what to show and when to leave. What it asks for is in `TimelinePresenter+Loading`, how it
/// waits to be let in in `+Countdown`, what lies beyond the edge of what is held in `+FetchAhead`, what goes on while a
/// source is read in `+Reading`, what a search finds in `+Search` and `+SearchState`, what is unread in `+Unread`, how it
/// goes to a date in `+Date`, what happens to a single post in `+Posts`, what is remembered in `+Memory`.
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
  /// What the screen waits for.
  let question: LoadTask
  /// From its first key until the person leaves it.
  var search: TimelineSearch?
  /// The question how many matches there are.
  var countingMatches: Task<Void, Never>?
  /// Whether the question is for the oldest post.
  var isGoingToOldest = false
  /// The question for what lies beyond the edge of what is held.
  var fetching: Task<Void, Never>?
  /// The question for timelines that there were not yet when the source was opened.
  var completing: Task<Void, Never>?
  /// What is unread of the timelines that are known.
  var unread: [TimelineKind: TimelineUnread] = [:]
  /// The question for how much is unread.
  var counting: Task<Void, Never>?
  /// What is heard of the source while it is being read.
  var following: Following?
  /// Whether the source may have more timelines than there are tabs.
  var areTabsGrowing = false
  /// Whether no other screen covers this one.
  private(set) var isInFront = true
  var hasRememberedPlaces = false
  var hasSaidThatPlacesAreNotKept = false
  /// The ages on the screen are counted from this moment.
  private var agesShownAt: Date?

  init(dependencies: TimelineDependencies, router: any TimelineWireframe) {
    self.dependencies = dependencies
    self.router = router
    question = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
    profile = dependencies.account.profile
    tabs = [TimelineTab(kind: dependencies.firstTimeline ?? TimelineKind("Home"))]
  }

  deinit {
    for task in [fetching, completing, counting, countingMatches] { task?.cancel() }
  }

  /// What stands: what a search has found, or the timeline.
  var tab: TimelineTab {
    get { search?.results ?? tabs[current] }
    set { if search?.results == nil { tabs[current] = newValue } else { search?.results = newValue } }
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
    // What stands was found for something else than is being typed.
    let isAside = search.map { $0.isTyping && hint(on: $0) != nil } ?? false
    view?.showStatus(isAside ? "" : TimelineStatus.text(for: tab, of: search, unread: tabUnread.count ?? 0))
  }

  func showLoading() {
    view?.showLoading(question.isSlow ? emptyViewModel(.loading(wanted, following?.progress)) : nil)
  }

  func showHeader() {
    view?.showHeader(
      TimelineHeader(
        tabs: tabs.map { .init(name: $0.kind.name, unreadCount: unread(of: $0.kind).count ?? 0) },
        selectedTab: current, account: profile.nameAndLabel, label: profile.label, hasUnread: hasUnread))
  }

  private func emptyViewModel(_ reason: EmptyReason) -> EmptyStateViewModel {
    var offered: Set<EmptyStateAction> = [
      .retry, .cancel, .logIn, .clearSearch, .search, .switchAccount, .quit, .nextTimeline,
    ]
    if tabs.count == 1 { offered.remove(.nextTimeline) }
    let viewModel = EmptyStateViewModel(reason, offered: offered)
    return search?.results == nil ? viewModel : viewModel.inSearch(isTyping: search?.isTyping == true)
  }

  private func timelineViewModel() -> TimelineViewModel {
    agesShownAt = now
    let keyNames = TimelineViewModel.Row.KeyNames(dependencies.keymap)
    var rows = tab.window?.posts.map { post in
      TimelineViewModel.Row(
        post, now: now, query: tab.query, isRevealed: tab.revealed.contains(post.key), keys: keyNames)
    }
    for index in tab.window.map(tabUnread.rows) ?? [] { rows?[index].isUnread = true }
    return TimelineViewModel(
      rows: rows ?? [], selection: tab.selection,
      footer: TimelineStatus.footer(for: tab, of: wanted, isFetching: fetching != nil, keymap: dependencies.keymap),
      isSearchResult: tab.query != nil)
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
    question.stopCountdown()
    rememberPlaces()
  }

  func didSelectRow(at index: Int) {
    didSelect(index, reading: min(index, tab.selection)..<max(index, tab.selection) + 1)
  }

  /// - Parameter rows: what has been read by that.
  func didSelect(_ index: Int, reading rows: Range<Int>) {
    tab.selection = index
    read(rows)
    showStatus()
    fetchAhead()
    renewAges()
  }

  func showTimeline(at index: Int) {
    guard tabs.indices.contains(index), index != current || search != nil else { return }
    stopLoading()
    leaveSearch()
    current = index
    rememberPlaces()
    if case .loading = tab.content { loadFirstPage() } else if isBehind { catchUp() } else { render() }
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
}
