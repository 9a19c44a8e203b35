import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import ScreenSupport
import TimelineCore

/// Decides what to load, what to show and where to go.
/// It shows exactly one of three things (`screenContent`): the list, the empty view or the loading view. Its components
/// each have one responsibility: `AccountTimelines` has the loaded posts, `TimelineLoader` loads them,
/// `TimelineUpdates` changes them, `TimelineReadState` knows what is unread, `TimelineOptionsState` has the hidden
/// kinds and the order, `TimelineSearch` has the search field, and `TimelineScreen` makes the view models.
@MainActor
final class TimelinePresenter {
  weak var view: (any TimelineView)?
  let services: AppServices
  let session: AccountSession
  let timelines: AccountTimelines

  private let dependencies: TimelineDependencies
  private let router: any TimelineWireframe
  private let loader: TimelineLoader
  private let updates: TimelineUpdates
  private let readState: TimelineReadState
  private let search: TimelineSearch
  private let optionsState: TimelineOptionsState
  private let screen: TimelineScreen
  private var contentSwitch = ContentSwitch()
  /// The selection last reported to the router.
  private var reportedSelection: ReportedSelection?

  /// The selected post, and the search that found it.
  private struct ReportedSelection: Equatable {
    let entry: PostKey?
    let query: SearchQuery?
  }

  init(
    dependencies: TimelineDependencies, services: AppServices, session: AccountSession, router: any TimelineWireframe
  ) {
    (self.dependencies, self.services, self.session, self.router) = (dependencies, services, session, router)
    let positions = PositionTracker(
      savePosition: dependencies.savePosition, account: session.account.id, storing: dependencies.positionQueue)
    let unread = UnreadTracker(trackUnread: dependencies.trackUnread, runner: services.runner) {
      [account = session.account, merged = dependencies.merged] post in
      let owner = merged == nil ? account : merged?.result.accounts.first { $0.id == post.ref.account }
      return owner?.ownEntryAuthor.map(post.isOwnEntry) == true
    }
    timelines = AccountTimelines(dependencies, services, session, positions: positions)
    readState = TimelineReadState(timelines, unread: unread, positions: positions, services, session)
    loader = TimelineLoader(timelines, readState, dependencies, services, session)
    updates = TimelineUpdates(timelines, readState, loader, session)
    search = TimelineSearch(timelines, loader, readState, dependencies, services, session)
    optionsState = TimelineOptionsState(timelines, readState, dependencies, services, session)
    screen = TimelineScreen(timelines, loader, readState, search, optionsState, dependencies, services, session)
    connect()
  }

  private func connect() {
    (readState.output, loader.output, updates.output, search.output) = (self, self, self, self)
    optionsState.output = self
    readState.otherDeviceMarkDidChange = { [weak optionsState] in optionsState?.otherDeviceMarkDidChange($0, of: $1) }
    timelines.pagerDelegate = loader
    timelines.searchDidChange = { [weak search] in search?.searchDidChange($0) }
    loader.sourceDidChange = { [weak updates] in updates?.apply($0) }
    session.actions.relationships.add(updates)
    session.revealed.add(updates)
    session.options.add(updates)
    session.unsent.add(updates)
    session.heldNotifications.add(updates)
    services.pictures.add(self)
    dependencies.searches.saved.add(search)
  }

  private var pager: TimelinePager { timelines.pager }
  private var tabs: TimelineTabs { timelines.tabs }
  private var now: Date { services.clock.now }
}

// MARK: - Showing

extension TimelinePresenter: TimelineOutput {
  func render() {
    guard let view, !tabs.isEmpty else { return }
    timelines.updateRowMapping()
    readState.markJoinedRead()
    optionsState.update()
    showHeader()
    contentSwitch.show(screenContent, on: view) { view.showTimeline($0) }
    showStatus()
    updateNotice()
    selectionDidChange()
  }

  /// Decides between the list, the empty view and the loading view. This is the only code that does.
  private var screenContent: ScreenContent<TimelineViewModel> {
    if search.isFieldOnly { return .empty(TimelineStatus.newSearch(isTyping: timelines.search.isTyping)) }
    if let emptyReason { return .empty(screen.emptyViewModel(emptyReason)) }
    if pager.isShowingPosts { return .content(screen.list()) }
    return .loading(timelines.loading.isSlow ? screen.emptyViewModel(loadingReason) : nil)
  }

  /// The reason that the list is empty; nil if it is not, or if the reason is not known yet.
  private var emptyReason: EmptyReason? {
    if let invalid = timelines.invalidQuery { return .invalidSearch(words: invalid.text, invalid.error) }
    switch pager.content {
    case .loading, .posts: return nil
    case .cancelled: return .loadingCancelled(timelines.subject)
    case .failed(let failure): return reason(for: failure)
    case .empty: return timelines.query.map(reasonForNoMatches) ?? emptyTimelineReason
    }
  }

  private func reasonForNoMatches(of query: SearchQuery) -> EmptyReason {
    let search = timelines.search
    let count = search.matches == nil ? timelines.savedSearchSource?.count : search.count
    return .noMatches(
      words: query.text, searched: count?.searchedCount ?? 0,
      // The timelines of other accounts, or of a file that is still being read, are unknown here.
      widenings: timelines.accountsResult != nil || tabs.isGrowing
        ? query.widenings : query.widenings(among: tabs.source),
      failures: timelines.accountsResult?.failures ?? [])
  }

  /// The reason that no entry is shown although the request succeeded.
  private var emptyTimelineReason: EmptyReason {
    let hasOlder = pager.window?.older != nil
    var counts = pager.hiddenCounts
    if timelines.options.parameters(of: timelines.selected.id).onlyMedia { counts.leftOut.insert(.withoutMedia) }
    let olderPosts: EmptyReason.OlderPosts = !hasOlder ? .none : pager.isFetching ? .loading : .available
    if timelines.isShowingNotifications, let group = timelines.notificationGroup {
      return .noneOfGroup(timelines.subject, group, hidden: counts[.otherGroup] + counts.count, olderPosts: olderPosts)
    }
    guard !counts.isEmpty || pager.hasMoreBehindHidden else {
      return EmptyReason(empty: timelines.selected.id, timelines.subject)
    }
    if let failure = pager.edgeFailure, counts.count == 0 { return reason(for: failure) }
    return .allHidden(timelines.subject, counts, olderPosts: olderPosts)
  }

  private var loadingReason: EmptyReason {
    .loading(timelines.subject, timelines.sourceObserver.progress, seconds: timelines.loading.seconds)
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, timelines.subject, lastTry: failure.date, now: now)
  }

  func showHeader() { view?.showHeader(screen.header) }

  func showStatus() { view?.showStatus(screen.status) }

  func showFooter() {
    guard view != nil, !tabs.isEmpty else { return }
    let isBelow = timelines.isShowingPosts && timelines.options.order == .newestFirst
    if isBelow { view?.showFooter(screen.footer) } else { render() }
  }

  func updateNotice() {
    if let notice = screen.notice { view?.showNotice(notice) } else { view?.hideNotice() }
  }

  func showSearchState() {
    showHeader()
    showStatus()
    updateNotice()
  }

  /// Rebuilds the list if the ages of its posts are out of date.
  private func refreshAges() {
    if screen.isListOutdated { render() }
  }

  /// Reports the selected entry to the router, if it has changed.
  /// - Parameter isNew: whether to report it in any case, because another screen was shown in between.
  private func selectionDidChange(isNew: Bool = false) {
    // Not behind another screen. It is reported when this one returns.
    guard loader.isInFront else { return }
    let query = timelines.query
    var post = timelines.isShowingPosts ? pager.selectedPost : nil
    if let found = post, timelines.isFromRemovedAccount(found) { post = nil }
    let selection = ReportedSelection(entry: post?.key, query: query)
    guard isNew || reportedSelection != selection else { return }
    reportedSelection = selection
    if let post, let other = timelines.accounts.context(of: post) { return other.select(post, query) }
    router.didSelect(post, as: timelines.profile, matchedBy: query)
  }
}

// MARK: - Life cycle

extension TimelinePresenter: TimelinePresentation {
  func viewDidLoad() { loader.open(isFirst: true) }

  func viewDidAppear() {
    loader.resume()
    guard !tabs.isEmpty else { return }
    // The action that can be undone may have changed.
    showHeader()
    refreshAges()
    selectionDidChange(isNew: true)
    loader.refreshIfOld()
    loader.refreshTabs()
  }

  func viewWillDisappear() {
    loader.pause()
    services.pictures.hide(from: self)
  }

  func settingsDidChange() {
    tabs.setTitles(dependencies.tabTitles)
    updates.visibilityDidChange()
    render()
  }

  func agesDidChange() { render() }
}

// MARK: - Selection and jumps

extension TimelinePresenter {
  func didSelectRow(at index: Int) {
    let row = rowMapping.windowRow(at: index)
    let before = rowMapping.windowRow(at: rowMapping.listRow(of: pager.selection))
    didSelect(row, reading: min(row, before)..<max(row, before) + 1)
  }

  /// The view knows rows of the list, the pager those of the window.
  private var rowMapping: TimelineRowMapping { timelines.rowMapping }

  /// Selects a window row without marking the rows in between read.
  private func select(_ row: Int) {
    guard timelines.isShowingPosts else { return }
    view?.selectRow(at: rowMapping.listRow(of: row))
    didSelect(row, reading: row..<row + 1)
  }

  private func didSelect(_ row: Int, reading rows: Range<Int>) {
    loader.removedTimeline = nil
    let wasAhead = optionsState.markAhead != nil
    pager.select(row)
    readState.markRead(rows)
    if wasAhead {
      optionsState.update()
      updateNotice()
      showHeader()
    }
    showStatus()
    selectionDidChange()
    pager.fetchAhead()
    refreshAges()
  }

  func showNewest() {
    guard timelines.isShowingPosts || timelines.isEmptyBelowNewest else { return }
    recordJump()
    goTo { pager.showNewest().map { _ in rowMapping.newest } }
  }

  func showOldest() {
    guard timelines.isShowingPosts else { return }
    recordJump()
    goTo { pager.showOldest().map { _ in rowMapping.oldest } }
  }

  /// Goes to a row, loading it first if necessary. A pending search is then cancelled.
  /// - Returns: the row; nil if it has to be loaded first.
  @discardableResult
  private func goTo(_ find: () -> Int?) -> Int? {
    let wasSearching = timelines.isSearching
    let row = find()
    if let row { select(row) } else if wasSearching { timelines.search.cancelPending() }
    return row
  }

  func goToDate(_ text: String) {
    let text = text.split(separator: " ").joined(separator: " ")
    guard !text.isEmpty else {
      view?.endDateEntry()
      return
    }
    guard let span = DateSpan(text, now: now) else { return showNotice(TimelineStatus.invalidDateNotice(text)) }
    view?.endDateEntry()
    guard timelines.isShowingPosts else { return }
    recordJump()
    guard goTo({ pager.show(span, named: text) }) != nil else { return }
    let notice = TimelineStatus.noticeOfDate(
      text, span, nearest: pager.selectedPost, isUnfinished: pager.isUnfinished)
    if let notice { showNotice(notice) }
  }

  func showNextUnread() {
    switch readState.next {
    case .row(let row):
      recordJump()
      select(row)
    case .nothing: showNotice(TimelineStatus.nothingUnreadNotice(in: timelines.selected, screen.notificationGroup))
    case .requestNeeded(let cursor, let mark): loadNextUnread(above: cursor, mark)
    case nil: break
    }
  }

  private func loadNextUnread(above cursor: PageCursor?, _ mark: ReadMark) {
    let id = timelines.selected.id
    loader.request { dependencies throws(TimelineError) in
      try await dependencies.trackUnread.oldestUnread(of: id, above: cursor, mark: mark)
    } then: { [weak self] position in
      guard let self else { return }
      if let position {
        recordJump()
        return pager.load(.position(position), selecting: .position(position), isContinued: true)
      }
      loader.endRequest {
        render()
        showNotice(TimelineStatus.nothingUnreadNotice(in: timelines.selected))
      }
    }
  }

  func markAllRead() {
    guard timelines.tracksReading, timelines.isShowingPosts, let window = pager.window,
      !window.isUnfinished
    else { return }
    if timelines.selected.id == .conversations { return readState.markConversationsRead() }
    if window.newer == nil, !window.isPartial { return readState.markAllRead(ReadMark(allOf: window.posts)) }
    let id = timelines.selected.id
    loader.request { dependencies throws(TimelineError) in
      try await dependencies.trackUnread.allRead(of: id)
    } then: { [weak self] mark in
      guard let self else { return }
      loader.endRequest { readState.markAllRead(mark) }
    }
  }

  /// Records the current position before a jump. Positions in a search are not recorded: closing it returns to the
  /// timeline.
  private func recordJump() {
    guard timelines.search.matches == nil else { return }
    dependencies.jumps.push(
      .position(account: session.account.id, timeline: timelines.selected.id, tabs.current.pager.position))
  }

  func goBack() {
    guard !tabs.isEmpty else { return }
    if timelines.search.isOpen { return clearSearch() }
    while let location = dependencies.jumps.popLast() {
      switch location {
      case .account(let account):
        if account != session.account.id, router.goBack(to: account) { return }
      case .position(let account, let id, let position):
        guard account == session.account.id, differsFromCurrent(id, position) else { continue }
        return go(to: position, in: id)
      }
    }
    showNotice(NoticeViewModel(text: "There is no earlier position."))
  }

  /// Whether a position differs from the current one.
  private func differsFromCurrent(_ id: TimelineID, _ position: EntryPosition?) -> Bool {
    guard tabs.tab(of: id) != nil else { return false }
    return id != timelines.selected.id || position != nil && position?.key != pager.position?.key
  }

  /// Shows a position, or the nearest post if its own is no longer in the timeline.
  private func go(to position: EntryPosition?, in id: TimelineID) {
    if let index = tabs.index(of: id), index != tabs.selected {
      pager.stop()
      loader.showTab(index)
    }
    guard let position, position.key != pager.position?.key,
      timelines.isShowingPosts || timelines.isEmptyBelowNewest, let window = pager.window
    else { return }
    // A running request may change the position.
    if !timelines.loading.isRunning, let row = window.index(of: position.key) { return select(row) }
    pager.load(.position(position), selecting: .position(position))
  }
}

// MARK: - Timelines

extension TimelinePresenter {
  func refresh() { loader.refresh() }
  func cancelLoading() { loader.cancel() }
  func stopReading() { loader.stopReading() }
  func continueSearch() { pager.fetchAhead() }

  func toggleHidden() {
    guard !tabs.isEmpty, !timelines.isShowingSearchResults else { return }
    pager.setShowsHidden(!pager.showsHidden)
    render()
  }

  func toggle(_ kind: EntryKind) { optionsState.toggle(kind) }
  func toggleOrder() { optionsState.toggleOrder() }
  func noticeWasDismissed() { optionsState.dismissNotice() }

  func showOtherDeviceMark() {
    guard let mark = optionsState.markAhead else { return }
    recordJump()
    if let row = optionsState.loadedRow(of: mark) { return select(row) }
    pager.load(.position(mark), selecting: .position(mark))
  }

  func showNextNotificationGroup() { limitNotifications(to: timelines.notificationGroup.next) }
  func showAllNotifications() { limitNotifications(to: nil) }
  func showHeldNotifications() { router.show(.heldNotifications, as: timelines.profile) }

  private func limitNotifications(to group: NotificationGroup?) {
    guard timelines.isShowingNotifications else { return }
    timelines.limitNotifications(to: group, didFail: readState.showPositionsNotSaved)
    render()
  }

  func showTimeline(at index: Int) {
    guard let index = tabs.tab(at: index), index != tabs.selected || timelines.search.isOpen else { return }
    loader.removedTimeline = nil
    pager.stop()
    search.close()
    if index != tabs.selected { recordJump() }
    loader.showTab(index)
    loader.refreshTabs()
  }

  /// The search is the tab after the last timeline.
  func showNextTimeline() {
    if !tabs.isEmpty { showTimeline(at: timelines.search.isOpen ? 0 : tabs.index(steppingBy: 1)) }
  }

  func showPreviousTimeline() {
    if !tabs.isEmpty {
      showTimeline(at: timelines.search.isOpen ? tabs.all.count - 1 : tabs.index(steppingBy: -1))
    }
  }

  func signInAgain() { router.showLogin() }

  func followTag() {
    guard let tag = screen.tag else { return }
    session.actions.perform(.followTag(!tag.isFollowed, tag.name), about: "#\(tag.name)")
    showHeader()
  }

  func compose() { router.show(.composer(nil, nil), as: timelines.profile) }

  func changeDensity() {
    services.density.value = services.density.value.next
    render()
    showNotice(NoticeViewModel(text: "\(services.density.value.title)."))
  }
}

// MARK: - Search

extension TimelinePresenter {
  func beginSearch() { search.openField() }
  func searchWhileTyping(_ text: String) { search.textDidChange(text) }

  /// Searches for the text, or opens the post or profile at an address.
  func search(_ text: String) {
    guard session.navigation.addresses, let address = FediverseAddress(text), !address.isHandle else {
      return search.submit(text)
    }
    search.clear()
    router.show(.address(address), as: timelines.profile)
  }

  func recallEarlierSearch(than text: String) { search.recallEarlier(than: text) }
  func recallLaterSearch() { search.recallLater() }
  func completeSearch(_ text: String) { search.complete(text) }
  func switchSearchScope() { search.switchScope() }
  func toggleSavedSearch() { search.toggleSaved() }
  func showOnThisDay() { search.showOnThisDay() }

  func filterMatches() {
    guard let query = timelines.query else { return }
    router.show(.filter(LocalFilter(name: query.text, query: query.text)), as: timelines.profile)
  }

  func clearSearch() { search.clear() }
  func showNextMatch() { showMatch(step: 1) }
  func showPreviousMatch() { showMatch(step: -1) }

  private func showMatch(step: Int) {
    if let row = search.matchRow(step: step) { select(row) }
  }

  func searchServer() {
    guard search.searchedServer != nil, let query = timelines.query else { return }
    router.showServerMatches(of: query, as: timelines.profile)
  }
}

extension TimelinePresenter: PostPicturesObserver {
  func picturesDidChange(of posts: Set<PostRef>?) {
    // Another screen may announce pictures before the account has timelines.
    guard !tabs.isEmpty, timelines.isShowingPosts else { return }
    if pager.window?.posts.contains(where: { posts?.contains($0.ref) ?? true }) == true { render() }
  }
}

// MARK: - Posts, of this account or of another that a search has found

extension TimelinePresenter: PostListPresenter {
  func post(at index: Int) -> Post? {
    let row = rowMapping.windowRow(at: index)
    guard rowMapping.group(of: row).count > 1, let rows = pager.window?.rows else { return pager.window?[row] }
    return rowMapping.entry(of: row, in: rows)
  }

  func index(of entry: PostKey) -> Int? { pager.window?.index(of: entry).map(rowMapping.listRow) }

  func reposters(at index: Int) -> [Profile] {
    let row = rowMapping.windowRow(at: index)
    guard rowMapping.group(of: row).count > 1, let rows = pager.window?.rows else { return [] }
    return rowMapping.reposters(of: row, in: rows)
  }

  func entries(at index: Int) -> [Post] {
    rowMapping.group(of: rowMapping.windowRow(at: index)).compactMap { pager.window?[$0] }
  }

  func openPost(at index: Int) {
    switch pager.window?.row(at: rowMapping.windowRow(at: index)) {
    case .post(let post) where timelines.isFromRemovedAccount(post): break
    case .post(let post) where post.isPost:
      let query = timelines.query
      session(of: post)?.actions.markConversationRead(post)
      if let other = visit(post) { return other.showPost(post, query) }
      router.showPost(post, as: timelines.profile, matchedBy: query)
    // A notification without a post opens its account, or the list of its accounts.
    case .post where post(at: index)?.listsPeople == true: openPeople(at: index)
    case .post: openProfile(0, at: index)
    case .gap(let gap): pager.fill(gap)
    case nil: break
    }
  }

  func show(_ destination: PostDestination, from post: Post) {
    guard !timelines.isFromRemovedAccount(post) else { return }
    guard let other = visit(post) else { return router.show(destination, as: timelines.profile) }
    other.show(destination)
  }

  /// The account of a post that a search has found in another account; nil for posts of this one. Actions there can be
  /// undone here from then on.
  @discardableResult
  private func visit(_ post: Post) -> ForeignAccountContext? {
    let other = timelines.accounts.context(of: post)
    if let other { timelines.accounts.recordVisit(to: other.session.account) }
    return other
  }

  /// The profile of a file is known only after reading it.
  func session(of post: Post) -> AccountSession? {
    if timelines.isFromRemovedAccount(post) { return nil }
    if let other = timelines.accounts.context(of: post) { return other.session }
    var own = session
    own.account.profile = timelines.profile
    return own
  }

  func actionsDidChange(on post: Post) {
    visit(post)
  }

  func showNotice(_ text: String, isFailure: Bool) {
    showNotice(NoticeViewModel(text: text, severity: isFailure ? .failure : .notice))
  }

  /// The history with the newest action, of this account or a visited one.
  private var history: ActionHistory {
    .latest(of: session.actions.history, timelines.accounts.histories)
  }

  var undoTitle: String? { history.latest }

  func undo() {
    history.undo()
  }
}
