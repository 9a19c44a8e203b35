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
  /// One of the account's timelines, and what is held of it.
  struct Tab {
    var timeline: ListedTimeline
    let pager: TimelinePager
  }

  weak var view: (any TimelineView)?
  let dependencies: TimelineDependencies
  let router: any TimelineWireframe

  private(set) var tabs: [Tab] = []
  private(set) var current = 0
  private(set) var profile: Profile
  /// Whether the source may have more timelines than there are tabs.
  var areTabsGrowing = false
  /// Whether no other screen covers this one.
  private(set) var isInFront = true
  /// What the screen waits for.
  let loading: LoadTask
  let listener: SourceListener
  let unread: UnreadTracker
  let places: PlaceKeeper
  private(set) lazy var search = makeSearch()
  /// The question for timelines that there were not yet when the source was opened.
  private var completing: Task<Void, Never>?
  private var isEmptyViewShown = false
  /// The posts whose warning has been lifted.
  private var revealed: Set<PostKey> = []
  /// The ages on the screen are counted from this moment.
  private var agesShownAt: Date?

  init(dependencies: TimelineDependencies, router: any TimelineWireframe) {
    self.dependencies = dependencies
    self.router = router
    let (clock, runner) = (dependencies.clock, dependencies.runner)
    loading = LoadTask(clock: clock, runner: runner)
    listener = SourceListener(changes: dependencies.loadTimeline.changes, clock: clock, runner: runner)
    unread = UnreadTracker(trackUnread: dependencies.trackUnread, runner: runner)
    places = PlaceKeeper(rememberPlace: dependencies.rememberPlace, account: dependencies.account.id, runner: runner)
    profile = dependencies.account.profile
  }

  deinit { completing?.cancel() }

  var now: Date { dependencies.clock.now }

  /// What holds the posts that stand: what a search has found, or the timeline.
  var pager: TimelinePager { search.matches ?? tabs[current].pager }

  var timeline: ListedTimeline { tabs[current].timeline }
}

// MARK: - What stands on the screen

extension TimelinePresenter {
  /// The one place that decides which of list, empty view and loading stands.
  func render() {
    guard let view, !tabs.isEmpty else { return }
    showHeader()
    if let reason = emptyReason {
      isEmptyViewShown = true
      view.showEmptyView(emptyViewModel(reason))
    } else {
      if isEmptyViewShown { view.hideEmptyView() }
      isEmptyViewShown = false
      if pager.isShowingPosts {
        view.showTimeline(timelineViewModel())
      } else {
        view.showLoading(loading.isSlow ? emptyViewModel(.loading(wanted, listener.progress)) : nil)
      }
    }
    showStatus()
    showStandingNotice()
  }

  /// Why there is nothing to list; nil where there is, or where that is not known yet.
  private var emptyReason: EmptyReason? {
    if case .meaningless(let error)? = search.result { return .meaninglessSearch(words: search.text, error) }
    switch pager.content {
    case .loading, .posts: return nil
    case .cancelled: return .loadingCancelled(wanted)
    case .failed(let failure): return reason(for: failure)
    case .empty:
      guard let query = search.query, search.matches != nil else { return .noPosts(wanted) }
      return .noMatches(words: query.text, searched: search.count?.searched ?? 0, widenings: query.widenings)
    }
  }

  private var isShowingPosts: Bool { emptyReason == nil && pager.isShowingPosts }

  func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, wanted, lastTry: failure.date, now: now)
  }

  var wanted: EmptyReason.Wanted {
    .init(owner: profile.label, thing: timeline.title, origin: dependencies.account.origin)
  }

  func showHeader() {
    let unreadCounts = tabs.map { unread.unread(of: $0.timeline.id).count ?? 0 }
    view?.showHeader(
      TimelineHeader(
        tabs: zip(tabs, unreadCounts).map { .init(name: $0.timeline.title, unreadCount: $1) },
        selectedTab: current, account: profile.nameAndLabel, label: profile.label, hasUnread: hasUnread,
        abilities: abilities))
  }

  private var abilities: TimelineAbilities {
    let can = dependencies.capabilities
    return TimelineAbilities(
      // What failed can be tried again in any case.
      canRefresh: can.canRefresh || tabs.isEmpty || pager.standingFailure != nil, canSearch: can.canSearch,
      canGoToOldest: can.jumps.contains(.oldest), canGoToDate: can.jumps.contains(.date))
  }

  func showStatus() {
    // What stands was found for something else than is being typed.
    let isAside = search.hint(now: now) != nil
    let count = search.matches == nil ? unread.unread(of: timeline.id).count ?? 0 : 0
    view?.showStatus(isAside ? "" : TimelineStatus.text(for: pager, of: search, unread: count))
  }

  /// What goes on while posts are shown.
  func showStandingNotice() {
    if let notice = standingNotice { view?.showNotice(notice) } else { view?.hideNotice() }
  }

  private var standingNotice: NoticeViewModel? {
    guard isShowingPosts else { return nil }
    if let notice = searchNotice { return notice }
    if loading.isSlow {
      return TimelineStatus.notice(
        asking: wanted, listener.progress, beforeOldest: pager.isGoingToOldest)
    }
    if listener.isSlow, let progress = listener.progress {
      return TimelineStatus.notice(reading: wanted, progress, offering: .stopReading)
    }
    if let failure = pager.failure { return TimelineStatus.notice(for: reason(for: failure), loadedAt: pager.loadedAt) }
    if case .lost(let host)? = listener.connection {
      return TimelineStatus.noticeOfLostConnection(to: host, loadedAt: pager.loadedAt)
    }
    return nil
  }

  private func emptyViewModel(_ reason: EmptyReason) -> EmptyStateViewModel {
    var offered: Set<EmptyStateAction> = [
      .retry, .cancel, .logIn, .clearSearch, .search, .switchAccount, .quit, .nextTimeline,
    ]
    if tabs.count == 1 { offered.remove(.nextTimeline) }
    // What failed can be tried again; what is merely empty only where the source may have something else to say.
    if case .noPosts = reason, !dependencies.capabilities.canRefresh { offered.remove(.retry) }
    let viewModel = EmptyStateViewModel(reason, offered: offered)
    return search.result == nil ? viewModel : viewModel.inSearch(isTyping: search.isTyping)
  }

  private func timelineViewModel() -> TimelineViewModel {
    agesShownAt = now
    let keys = PostCellViewModel.KeyNames(dependencies.keymap)
    let query = search.matches == nil ? nil : search.query
    var rows = (pager.window?.rows ?? []).map { row -> TimelineRow in
      switch row {
      case .post(let post):
        .post(
          PostCellViewModel(
            post, now: now, answered: author(answeredBy: post), query: query, isRevealed: revealed.contains(post.key),
            keys: keys))
      case .gap(let gap): .gap(TimelineStatus.words(for: gap), id: gap.cursor.rawValue)
      }
    }
    for index in unreadRows { rows[index].isUnread = true }
    return TimelineViewModel(
      rows: rows, selection: pager.selection,
      footer: TimelineStatus.footer(
        for: pager, of: wanted, isSearch: query != nil, failure: pager.edgeFailure.map(reason),
        keymap: dependencies.keymap),
      isSearchResult: query != nil)
  }

  /// Whom a post answers, where the screens of the account hold the post that it answers.
  private func author(answeredBy post: Post) -> Profile? {
    post.replyTo.flatMap { dependencies.cache[PostRef(account: post.ref.account, id: $0)]?.author }
  }

  /// What a search has found is not read as a timeline is: nothing of it is marked.
  private var unreadRows: [Int] {
    guard search.matches == nil, let window = pager.window else { return [] }
    return unread.unread(of: timeline.id).rows(in: window)
  }

  private var hasUnread: Bool {
    guard search.matches == nil, pager.isShowingPosts, let window = pager.window else { return false }
    return unread.hasUnread(timeline.id, in: window)
  }
}

// MARK: - Tabs

extension TimelinePresenter {
  /// Shows these timelines. Those that are held stay, also where the source does not list them any more.
  func setTabs(_ timelines: [ListedTimeline], selecting id: TimelineID, keepsHeld: Bool = true) {
    let held = keepsHeld ? tabs : []
    let listed = timelines.map { timeline in
      Tab(timeline: timeline, pager: held.first { $0.timeline.id == timeline.id }?.pager ?? makePager(of: timeline.id))
    }
    let gone = held.filter { tab in tab.pager.hasPosts && !timelines.contains { $0.id == tab.timeline.id } }
    tabs = listed + gone
    current = tabs.firstIndex { $0.timeline.id == id } ?? 0
  }

  private func makePager(of id: TimelineID) -> TimelinePager {
    makePager(at: places.memory.places[id]) {
      [loadTimeline = dependencies.loadTimeline] request throws(TimelineError) in
      try await loadTimeline.page(of: id, request)
    }
  }

  private func makePager(at place: Place? = nil, asking ask: @escaping TimelinePager.Ask) -> TimelinePager {
    let pager = TimelinePager(
      ask: ask, place: place, loading: loading, listener: listener, cache: dependencies.cache,
      clock: dependencies.clock,
      runner: dependencies.runner)
    pager.delegate = self
    return pager
  }

  private func makeSearch() -> MatchSearch {
    let useCase = dependencies.searchTimeline
    return MatchSearch(
      searchTimeline: useCase,
      makePager: { [unowned self] query in
        makePager { request throws(TimelineError) in try await useCase.page(of: query, request) }
      }, loading: loading, runner: dependencies.runner
    ) { [weak self] event in self?.hear(event) }
  }

  /// Asks for the timelines that there were not yet when the source was opened.
  func completeTabs() {
    guard areTabsGrowing else { return }
    areTabsGrowing = false
    completing = dependencies.runner.start(for: self) { [weak self, dependencies] in
      guard let overview = try? await dependencies.loadTimeline.overview(isRetry: false), !Task.isCancelled else {
        return
      }
      self?.complete(overview)
    }
  }

  private func complete(_ overview: TimelineOverview) {
    takeProfile(of: overview)
    setTabs(overview.timelines, selecting: timeline.id)
    if pager.content == .loading, !loading.isRunning { pager.loadFirstPage() } else { render() }
    countUnread()
  }

  /// An account has its name already; a file says whose it is.
  func takeProfile(of overview: TimelineOverview) {
    if dependencies.account.origin.isFile { profile = overview.profile ?? profile }
  }
}

// MARK: - What the person does

extension TimelinePresenter: TimelinePresentation {
  func viewDidLoad() { open(isFirst: true) }

  func viewDidAppear() {
    isInFront = true
    resumeCountdown()
    renewAges()
  }

  func viewWillDisappear() {
    isInFront = false
    loading.stopCountdown()
    storePlaces()
  }

  func didSelectRow(at index: Int) {
    let before = pager.selection
    didSelect(index, reading: min(index, before)..<max(index, before) + 1)
  }

  /// Goes to a row. Whoever jumps has not read what lies between.
  func select(_ index: Int) {
    guard isShowingPosts else { return }
    view?.selectRow(at: index)
    didSelect(index, reading: index..<index + 1)
  }

  private func didSelect(_ index: Int, reading rows: Range<Int>) {
    pager.select(index)
    read(rows)
    showStatus()
    pager.fetchAhead()
    renewAges()
  }

  /// Takes rows for read that the person has come to or passed by.
  private func read(_ rows: Range<Int>) {
    guard search.matches == nil, isShowingPosts, let window = pager.window else { return }
    let read = unread.read(rows, of: timeline.id, in: window)
    guard !read.isEmpty else { return }
    view?.markRead(read)
    showHeader()
  }

  func refresh() {
    if search.matches != nil {
      search.refresh()
      return render()
    }
    // As long as nothing has come, which timelines there are may have been a guess.
    if tabs.contains(where: { $0.pager.window != nil }) { pager.refresh() } else { open(isRetry: true) }
  }

  func showNewest() { if isShowingPosts { pager.showNewest().map(select) } }
  func showOldest() { if isShowingPosts { pager.showOldest().map(select) } }

  func goToDate(_ text: String) {
    let text = text.split(separator: " ").joined(separator: " ")
    guard !text.isEmpty else { return view?.endDateEntry() ?? () }
    guard let span = DateSpan(text, now: now) else {
      view?.showNotice(TimelineStatus.noticeOfNoDate(text))
      return
    }
    view?.endDateEntry()
    guard isShowingPosts, let row = pager.show(span, named: text) else { return }
    select(row)
    showWhereItLanded(span, named: text)
  }

  func showNextUnread() {
    guard search.matches == nil, isShowingPosts, let window = pager.window else { return }
    switch unread.next(of: timeline.id, in: window, above: pager.selection) {
    case .row(let row): select(row)
    case .nothing: view?.showNotice(TimelineStatus.noticeOfNoUnread(in: timeline))
    case .ask(let cursor, let mark): askForNextUnread(above: cursor, mark)
    }
  }

  func markAllRead() {
    guard search.matches == nil, isShowingPosts, let window = pager.window, !window.isUnfinished else { return }
    if window.newer == nil { markRead(ReadMark(allOf: window.posts)) } else { askForMark() }
  }

  func showTimeline(at index: Int) {
    guard tabs.indices.contains(index), index != current || search.isOpen else { return }
    pager.stop()
    leaveSearch()
    current = index
    storePlaces()
    if pager.content == .loading { pager.loadFirstPage() } else if isBehind { pager.catchUp() } else { render() }
    resumeCountdown()
    pager.fetchAhead()
  }

  func showNextTimeline() { if !tabs.isEmpty { showTimeline(at: (current + 1) % tabs.count) } }
  func showPreviousTimeline() { if !tabs.isEmpty { showTimeline(at: (current + tabs.count - 1) % tabs.count) } }
  func switchAccount() { router.showAccounts() }
  func showNextAccount() { router.showNextAccount() }
  func showPreviousAccount() { router.showPreviousAccount() }
  func logIn() { router.showLogin() }

  func openPost(at index: Int) {
    switch pager.window?.row(at: index) {
    case .post(let post): router.showPost(post, as: profile)
    case .gap(let gap): pager.fill(gap)
    case nil: break
    }
  }

  func toggleWarning(at index: Int) {
    guard let key = pager.window?[index]?.key else { return }
    if revealed.remove(key) == nil { revealed.insert(key) }
    render()
  }

  func openLink(_ url: String) { actions.open(url) }
  func openAddress(at index: Int) { pager.window?[index].map(actions.openAddress) }
  func copyAddress(at index: Int) { pager.window?[index].map(actions.copyAddress) }
  func copyText(at index: Int) { pager.window?[index].map(actions.copyText) }

  private var actions: PostActions {
    PostActions(openLink: dependencies.openLink, clipboard: dependencies.clipboard) { [weak view] text, isFailure in
      view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
    }
  }

  /// Whether the source has been asked since for another timeline, and has more of this one by now.
  private var isBehind: Bool {
    guard pager.isShowingPosts, let window = pager.window else { return false }
    return unread.unread(of: timeline.id).isAhead(of: window)
  }

  /// Ages grow old while a person reads; once a minute they are counted anew.
  private func renewAges() {
    if let agesShownAt, now.timeIntervalSince(agesShownAt) >= 60 { render() }
  }
}
