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
    refreshTabs(ifOlderThan: OverviewLoader.maxAge)
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
    refreshTabs(ifOlderThan: OverviewLoader.maxAge)
  }

  /// Shows another tab at its last position.
  func showTab(_ index: Int) {
    tabs.select(index)
    storePositions()
    markUnfinishedReloadsStale()
    if pager.content == .loading {
      pager.loadFirstPage()
    } else if isBehind || outdated.isReloadNeeded(timeline.id) || timeline.id.query != nil {
      outdated.startReload(timeline.id)
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

  func signInAgain() { router.showLogin() }

  var undoTitle: String? { history.latest }

  func undo() {
    history.undo()
    showHeader()
  }

  func followTag() {
    guard let tag = capabilities.tag else { return }
    session.actions.perform(.followTag(!tag.isFollowed, tag.name), about: "#\(tag.name)")
    showHeader()
  }

  func compose() { router.show(.composer(nil, nil), as: profile) }

  func changeDensity() {
    services.density.value = services.density.value.next
    render()
    view?.showNotice(NoticeViewModel(text: "\(services.density.value.title)."))
  }

  /// Whether another request has shown that the source has more entries than the window.
  private var isBehind: Bool {
    guard pager.isShowingPosts, let window = pager.window else { return false }
    return unread.unread(of: timeline.id).isAhead(of: window)
  }
}
