import Domain
import EmptyState
import FoundationEssentials
import PostCell
import TerminalKit
import TimelineCore

// MARK: - What the person does

extension TimelinePresenter: TimelinePresentation {
  func viewDidLoad() { open(isFirst: true) }

  func viewDidAppear() {
    isInFront = true
    resumeCountdown()
    guard !tabs.isEmpty else { return }
    // The tab that stood may be one no more.
    if pager.content == .loading, !loading.isRunning { pager.loadFirstPage() }
    // What can be taken back may be something else by now.
    showHeader()
    renewLook()
    selectionDidChange(isNew: true)
    refreshIfOld()
    renewTabs(after: Self.overviewAge)
  }

  func viewWillDisappear() {
    isInFront = false
    loading.stopCountdown()
    storePositions()
  }

  func settingsDidChange() {
    tabs.use(wanted: dependencies.wantedTimelines.value)
    render()
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
    removedTimeline = nil
    pager.select(index)
    read(rows)
    showStatus()
    selectionDidChange()
    pager.fetchAhead()
    renewLook()
  }

  /// Takes rows for read that the person has come to or passed by.
  private func read(_ rows: Range<Int>) {
    guard !isShowingSearchResults, isShowingPosts, let window = pager.window else { return }
    let read = unread.read(rows, of: timeline.id, in: window)
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
    // As long as nothing has come, which timelines there are may have been a guess.
    guard tabs.all.contains(where: { $0.pager.window != nil }) else { return open(isRetry: true) }
    (isRefreshingQuietly, removedTimeline) = (false, nil)
    pager.refresh()
    renewTabs(after: Self.overviewAgeOnRefresh)
  }

  /// In seconds: the user may have made a list just now, and pressing the key again is not another question.
  private static let overviewAgeOnRefresh = 10.0

  func showNewest() {
    guard isShowingPosts else { return }
    noteJump()
    goTo { pager.showNewest() }
  }

  func showOldest() {
    guard isShowingPosts else { return }
    noteJump()
    goTo { pager.showOldest() }
  }

  /// Goes to a row that is held, or waits until it is: then nobody waits for matches any more.
  /// - Returns: the row, where it is held.
  @discardableResult
  private func goTo(_ find: () -> Int?) -> Int? {
    let wasSearching = isSearching
    let row = find()
    if let row { select(row) } else if wasSearching { search.forgetPending() }
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
    noteJump()
    if goTo({ pager.show(span, named: text) }) != nil { showWhereItLanded(span, named: text) }
  }

  func showNextUnread() {
    guard !isShowingSearchResults, isShowingPosts, let window = pager.window else { return }
    switch unread.next(of: timeline.id, in: window, above: pager.selection) {
    case .row(let row):
      noteJump()
      select(row)
    case .nothing: view?.showNotice(TimelineStatus.noticeOfNoUnread(in: timeline))
    case .ask(let cursor, let mark): askForNextUnread(above: cursor, mark)
    }
  }

  func markAllRead() {
    guard !isShowingSearchResults, isShowingPosts, let window = pager.window, !window.isUnfinished else { return }
    if window.newer == nil { markRead(ReadMark(allOf: window.posts)) } else { askForMark() }
  }

  func showTimeline(at index: Int) {
    guard let index = tabs.tab(at: index), index != tabs.selected || search.isOpen else { return }
    removedTimeline = nil
    pager.stop()
    leaveSearch()
    if index != tabs.selected { noteJump() }
    showTab(index)
    renewTabs(after: Self.overviewAge)
  }

  /// Shows another tab as it was left.
  func showTab(_ index: Int) {
    tabs.select(index)
    storePositions()
    restoreStale()
    if pager.content == .loading {
      pager.loadFirstPage()
    } else if isBehind || staleTimelines.contains(timeline.id) || timeline.id.query != nil {
      if staleTimelines.remove(timeline.id) != nil { refreshingStale.insert(timeline.id) }
      pager.catchUp()
    } else {
      render()
      refreshIfOld()
    }
    resumeCountdown()
    pager.fetchAhead()
  }

  /// Behind the last timeline stands what is searched for.
  func showNextTimeline() {
    if !tabs.isEmpty { showTimeline(at: search.isOpen ? 0 : tabs.index(steppingBy: 1)) }
  }

  func showPreviousTimeline() {
    if !tabs.isEmpty { showTimeline(at: search.isOpen ? tabs.all.count - 1 : tabs.index(steppingBy: -1)) }
  }

  func switchAccount() { router.showAccounts() }
  func showNextAccount() { router.showNextAccount() }
  func showPreviousAccount() { router.showPreviousAccount() }
  func logIn() { router.showLogin() }

  var takenBackNext: String? { history.latest }

  func takeBack() {
    history.takeBack()
    showHeader()
  }

  func followTag() {
    guard let tag = abilities.tag else { return }
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
        enter(other)
        return other.showPost(post, matchedBy)
      }
      router.showPost(post, as: profile, matchedBy: matchedBy)
    // What is about no post is about a person.
    case .post: openProfile(0, at: index)
    case .gap(let gap): pager.fill(gap)
    case nil: break
    }
  }

  func toggleWarning(at index: Int) {
    pager.window?[index].map(dependencies.revealed.toggle)
  }

  func destinations(at index: Int) -> PostLinksViewModel {
    pager.window?[index].map { PostLinksViewModel(of: $0, within: reach(of: $0)) } ?? PostLinksViewModel()
  }

  func openProfile(_ number: Int, at index: Int) {
    guard let post = pager.window?[index] else { return }
    go(to: reach(of: post).person(number, of: post), from: post)
  }

  func acts(at index: Int) -> PostActionAvailability {
    guard let post = pager.window?[index], !isFromRemovedAccount(post) else { return .none }
    let other = other(of: post)
    let actor = other?.actor ?? dependencies.actor
    return PostActionAvailability(
      on: post, by: other?.account.profile ?? profile, actor.kinds, chosen: actor.chosenOptions(of: post.ref),
      canWrite: other?.canWrite ?? dependencies.canWrite,
      canQuote: actor.canQuote, relationship: { actor.ties[$0] }, isUncertain: { actor.isUncertain(of: $0) })
  }

  func willShowActs(at index: Int) {
    guard let post = pager.window?[index], let person = post.actedOn else { return }
    (other(of: post)?.actor ?? dependencies.actor).loadRelationship(with: person) { [weak self] in self?.showHeader() }
  }

  func index(of entry: PostKey) -> Int? {
    pager.window?.rows.firstIndex { if case .post(let post) = $0 { post.key == entry } else { false } }
  }

  func notifyPostUnavailable() {
    view?.showNotice(NoticeViewModel(text: PostCommands.goneWords, isFailure: true))
  }

  func act(_ act: PostAction, at index: Int) {
    guard let post = pager.window?[index], !isFromRemovedAccount(post) else { return }
    let other = other(of: post)
    other.map(enter)
    let actor = other?.actor ?? dependencies.actor
    if case .write(let writing) = act { return go(to: .composer(writing, post), from: post) }
    if case .choose(let option) = act { return actor.choose(option, of: post.ref) }
    if case .person(.report) = act {
      return go(to: post.actedOn.map { .report($0, post.isPost ? post : nil) }, from: post)
    }
    if let action = act.action(on: post) { actor.perform(action, from: post) }
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
    let destination = post.flatMap { reach(of: $0).destination(of: url, in: $0) }
    if destination == nil { openLink(url) } else { go(to: destination, from: post) }
  }

  /// - Parameter post: what leads there: it is seen as who reads its account.
  private func go(to destination: PostDestination?, from post: Post? = nil) {
    guard let destination else { return }
    if let post, isFromRemovedAccount(post) { return }
    if let post, let other = other(of: post) {
      enter(other)
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

  /// Whether the source has been asked since for another timeline, and has more of this one by now.
  private var isBehind: Bool {
    guard pager.isShowingPosts, let window = pager.window else { return false }
    return unread.unread(of: timeline.id).isAhead(of: window)
  }
}
