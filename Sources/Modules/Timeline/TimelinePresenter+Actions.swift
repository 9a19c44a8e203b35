import Domain
import EmptyState
import FoundationEssentials
import PostCell
import TerminalKit
import TimelineCore

// MARK: - User actions

extension TimelinePresenter: TimelinePresentation {
  func viewDidLoad() { open(isFirst: true) }

  func viewDidAppear() {
    isInFront = true
    resumeCountdown()
    guard !tabs.isEmpty else { return }
    // The selected tab may have been removed meanwhile.
    if pager.content == .loading, !loading.isRunning { pager.loadFirstPage() }
    // The action that can be undone may have changed.
    showHeader()
    refreshAges()
    selectionDidChange(isNew: true)
    refreshIfOld()
    refreshTabs(ifOlderThan: Self.maxOverviewAge)
  }

  func viewWillDisappear() {
    isInFront = false
    loading.stopCountdown()
    storePositions()
  }

  func settingsDidChange() {
    tabs.setTitles(dependencies.tabTitles.value)
    render()
  }

  func didSelectRow(at index: Int) {
    let before = pager.selection
    didSelect(index, reading: min(index, before)..<max(index, before) + 1)
  }

  /// Selects a row without marking the rows in between read.
  func select(_ index: Int) {
    guard isShowingPosts else { return }
    view?.selectRow(at: index)
    didSelect(index, reading: index..<index + 1)
  }

  private func didSelect(_ index: Int, reading rows: Range<Int>) {
    removedTimeline = nil
    pager.select(index)
    markRowsRead(rows)
    showStatus()
    selectionDidChange()
    pager.fetchAhead()
    refreshAges()
  }

  /// Marks rows read that the user has selected or passed.
  private func markRowsRead(_ rows: Range<Int>) {
    guard !isShowingSearchResults, isShowingPosts, let window = pager.window else { return }
    let read = unread.markRead(rows, of: timeline.id, in: window)
    guard !read.isEmpty else { return }
    unread.notifyRead(timeline.id)
    view?.markRead(read)
    showHeader()
  }

  func refresh() {
    if search.matches != nil {
      search.refresh()
      return render()
    }
    stopSearching()
    // Before the first page, the list of timelines may be a guess.
    guard tabs.all.contains(where: { $0.pager.window != nil }) else { return open(isRetry: true) }
    (isAutomaticRefresh, removedTimeline) = (false, nil)
    pager.refresh()
    refreshTabs(ifOlderThan: Self.maxOverviewAgeOnRefresh)
  }

  /// In seconds. The user may have created a list just now, but pressing the key twice must not cause two requests.
  private static let maxOverviewAgeOnRefresh = 10.0

  func showNewest() {
    guard isShowingPosts || isEmptyBelowNewest else { return }
    recordJump()
    goTo { pager.showNewest() }
  }

  func showOldest() {
    guard isShowingPosts else { return }
    recordJump()
    goTo { pager.showOldest() }
  }

  /// Goes to a row, loading it first if necessary. A pending search is then cancelled.
  /// - Returns: the row; nil if it has to be loaded first.
  @discardableResult
  private func goTo(_ find: () -> Int?) -> Int? {
    let wasSearching = isSearching
    let row = find()
    if let row { select(row) } else if wasSearching { search.cancelPending() }
    return row
  }

  func goToDate(_ text: String) {
    let text = text.split(separator: " ").joined(separator: " ")
    guard !text.isEmpty else { return view?.endDateEntry() ?? () }
    guard let span = DateSpan(text, now: now) else {
      view?.showNotice(TimelineStatus.noticeOfNoDate(text))
      return
    }
    view?.endDateEntry()
    guard isShowingPosts else { return }
    recordJump()
    if goTo({ pager.show(span, named: text) }) != nil { showNoticeOfDate(span, named: text) }
  }

  func showNextUnread() {
    guard !isShowingSearchResults, isShowingPosts, let window = pager.window else { return }
    switch unread.next(of: timeline.id, in: window, above: pager.selection) {
    case .row(let row):
      recordJump()
      select(row)
    case .nothing: view?.showNotice(TimelineStatus.noticeOfNoUnread(in: timeline))
    case .requestNeeded(let cursor, let mark): loadNextUnread(above: cursor, mark)
    }
  }

  func markAllRead() {
    guard !isShowingSearchResults, isShowingPosts, let window = pager.window, !window.isUnfinished else { return }
    if window.newer == nil { markRead(ReadMark(allOf: window.posts)) } else { loadReadMark() }
  }

  func showTimeline(at index: Int) {
    guard let index = tabs.tab(at: index), index != tabs.selected || search.isOpen else { return }
    removedTimeline = nil
    pager.stop()
    closeSearch()
    if index != tabs.selected { recordJump() }
    showTab(index)
    refreshTabs(ifOlderThan: Self.maxOverviewAge)
  }

  /// Shows another tab at its last position.
  func showTab(_ index: Int) {
    tabs.select(index)
    storePositions()
    markUnfinishedReloadsStale()
    if pager.content == .loading {
      pager.loadFirstPage()
    } else if isBehind || staleTimelines.contains(timeline.id) || timeline.id.query != nil {
      if staleTimelines.remove(timeline.id) != nil { reloadingTimelines.insert(timeline.id) }
      pager.reload()
    } else {
      render()
      refreshIfOld()
    }
    resumeCountdown()
    pager.fetchAhead()
  }

  /// The search is the tab after the last timeline.
  func showNextTimeline() {
    if !tabs.isEmpty { showTimeline(at: search.isOpen ? 0 : tabs.index(steppingBy: 1)) }
  }

  func showPreviousTimeline() {
    if !tabs.isEmpty { showTimeline(at: search.isOpen ? tabs.all.count - 1 : tabs.index(steppingBy: -1)) }
  }

  func switchAccount() { router.showAccounts() }
  func showNextAccount() { router.showNextAccount() }
  func showPreviousAccount() { router.showPreviousAccount() }
  func signInAgain() { router.showLogin() }

  var undoTitle: String? { history.latest }

  func undo() {
    history.undo()
    showHeader()
  }

  func followTag() {
    guard let tag = capabilities.tag else { return }
    dependencies.actor.perform(.followTag(!tag.isFollowed, tag.name), about: "#\(tag.name)")
    showHeader()
  }

  func compose() { go(to: .composer(nil, nil)) }

  func changeDensity() {
    dependencies.density.value = dependencies.density.value.next
    render()
    view?.showNotice(NoticeViewModel(text: "\(dependencies.density.value.title)."))
  }

  func openPost(at index: Int) {
    switch pager.window?.row(at: index) {
    case .post(let post) where isFromRemovedAccount(post): break
    case .post(let post) where post.isPost:
      if let other = other(of: post) {
        recordVisit(to: other)
        return other.showPost(post, matchedBy)
      }
      router.showPost(post, as: profile, matchedBy: matchedBy)
    // A notification without a post opens its account.
    case .post: openProfile(0, at: index)
    case .gap(let gap): pager.fill(gap)
    case nil: break
    }
  }

  func toggleWarning(at index: Int) {
    pager.window?[index].map(dependencies.revealed.toggle)
  }

  func destinations(at index: Int) -> PostLinksViewModel {
    pager.window?[index].map { PostLinksViewModel(of: $0, within: navigation(of: $0)) } ?? PostLinksViewModel()
  }

  func openProfile(_ number: Int, at index: Int) {
    guard let post = pager.window?[index] else { return }
    go(to: navigation(of: post).person(number, of: post), from: post)
  }

  func availability(at index: Int) -> PostActionAvailability {
    guard let post = pager.window?[index], !isFromRemovedAccount(post) else { return .none }
    let other = other(of: post)
    let actor = other?.actor ?? dependencies.actor
    return PostActionAvailability(
      on: post, by: other?.account.profile ?? profile, actor.kinds, chosen: actor.chosenOptions(of: post.ref),
      canWrite: other?.canWrite ?? dependencies.canWrite,
      canQuote: actor.canQuote, relationship: { actor.relationships[$0] }, isUncertain: { actor.isUncertain(of: $0) })
  }

  func willShowActionMenu(at index: Int) {
    guard let post = pager.window?[index], let person = post.actionTarget else { return }
    (other(of: post)?.actor ?? dependencies.actor).loadRelationship(with: person) { [weak self] in self?.showHeader() }
  }

  func index(of entry: PostKey) -> Int? {
    pager.window?.rows.firstIndex { if case .post(let post) = $0 { post.key == entry } else { false } }
  }

  func notifyPostUnavailable() {
    view?.showNotice(NoticeViewModel(text: PostCommands.unavailableText, isFailure: true))
  }

  func perform(_ action: PostAction, at index: Int) {
    guard let post = pager.window?[index], !isFromRemovedAccount(post) else { return }
    let other = other(of: post)
    other.map(recordVisit)
    let actor = other?.actor ?? dependencies.actor
    if case .write(let writing) = action { return go(to: .composer(writing, post), from: post) }
    if case .choose(let option) = action { return actor.choose(option, of: post.ref) }
    if case .person(.report) = action {
      return go(to: post.actionTarget.map { .report($0, post.isPost ? post : nil) }, from: post)
    }
    action.userAction(on: post).map { actor.perform($0, from: post) }
    showHeader()
  }

  func openVersions(at index: Int) {
    let post = pager.window?[index]
    go(to: post.map(PostDestination.versions), from: post)
  }

  func showPicturesHidden(at index: Int) { actions.showPicturesHidden(dependencies.keymap.value) }

  func openPictures(at index: Int) {
    let post = pager.window?[index]
    go(to: post.map(PostDestination.pictures), from: post)
  }

  func follow(_ url: String, at index: Int) {
    let post = pager.window?[index]
    let destination = post.flatMap { navigation(of: $0).destination(of: url, in: $0) }
    if destination == nil { openLink(url) } else { go(to: destination, from: post) }
  }

  /// - Parameter post: the post that links there. It determines the account in which the screen is opened.
  private func go(to destination: PostDestination?, from post: Post? = nil) {
    guard let destination else { return }
    if let post, isFromRemovedAccount(post) { return }
    if let post, let other = other(of: post) {
      recordVisit(to: other)
      return other.show(destination)
    }
    router.show(destination, as: profile)
  }

  func openLink(_ url: String) { actions.open(url) }
  func openAddress(at index: Int) { pager.window?[index].map(actions.openAddress) }
  func copyAddress(at index: Int) { pager.window?[index].map(actions.copyAddress) }
  func copyText(at index: Int) { pager.window?[index].map(actions.copyText) }
  func open(at index: Int, with program: TextProgram) { pager.window?[index].map { actions.open($0, with: program) } }

  private var actions: PostSharing {
    PostSharing(
      openLink: dependencies.openLink, clipboard: dependencies.clipboard, programs: dependencies.programs
    ) { [weak view] text, isFailure in
      view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
    }
  }

  /// Whether another request has shown that the source has more entries than the window.
  private var isBehind: Bool {
    guard pager.isShowingPosts, let window = pager.window else { return false }
    return unread.unread(of: timeline.id).isAhead(of: window)
  }
}
