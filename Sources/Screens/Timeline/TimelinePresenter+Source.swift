import Domain
import EmptyState
import FoundationEssentials
import TimelineCore

// MARK: - Opening the source

extension TimelinePresenter {
  /// Opens the source: loads its list of timelines, then the first page of the one shown last. The content is set to
  /// loading before the first suspension.
  /// - Parameters:
  ///   - isFirst: whether the stored positions have not been loaded yet.
  ///   - isRetry: whether an earlier attempt failed.
  func open(isFirst: Bool = false, isRetry: Bool = false) {
    let first = dependencies.firstTimeline ?? ListedTimeline(.home)
    if let requested = dependencies.firstTimeline { tabs.pin(requested.id) }
    if tabs.isEmpty { tabs.show([first], selecting: first.id) }
    pager.prepareToLoad()
    loading.start { [weak self, dependencies] in
      await dependencies.saved.load()
      if isFirst { await self?.restoreState() }
      do throws(TimelineError) {
        let overview = try await dependencies.loadTimeline.overview(isRefresh: isRetry)
        guard let self, !Task.isCancelled else { return }
        accept(overview)
      } catch {
        guard let self, !Task.isCancelled else { return }
        pager.fail(error)
      }
    } whenSlow: { [weak self] in
      self?.observeSource()
      self?.render()
    } eachSecond: { [weak self] in
      self?.render()
    }
    render()
  }

  /// Restores the state of the last session.
  private func restoreState() async {
    let state = await positions.load()
    unread.setStoredMarks(state.marks)
    let last = dependencies.firstTimeline ?? state.lastTimeline ?? timeline
    // The pagers made so far have no initial positions.
    tabs.show([last], selecting: last.id, keepsExisting: false)
    if loading.isRunning { render() }
  }

  private func accept(_ overview: TimelineOverview) {
    apply(overview)
    updateSavedSearchTabs()
    tabs.isGrowing = overview.isGrowing
    var timelines = overview.timelines
    // The last tab of a file may be found only when the file has been read to its end.
    let isNamed = [dependencies.firstTimeline, positions.memory.lastTimeline].contains { $0?.id == timeline.id }
    if overview.isGrowing, isNamed, !timelines.contains(where: { $0.id == timeline.id }) { timelines.append(timeline) }
    if !dependencies.isSingle { timelines = session.actions.relationships.applyFollowedTags(to: timelines) }
    tabs.show(timelines.isEmpty ? [timeline] : timelines, selecting: timeline.id)
    services.log.record(.accountOpened(handle: logHandle))
    pager.loadFirstPage(isContinued: true)
  }

  /// The account in the log.
  private var logHandle: String { profile.handle.isEmpty ? profile.name : profile.handle }
}

// MARK: - Pager events

extension TimelinePresenter: TimelinePagerDelegate {
  func pagerDidChange(_ pager: TimelinePager) {
    if loading.isSlow { observeSource() }
    if pager === self.pager { render() }
  }

  func pagerDidFillGap(_ pager: TimelinePager) {
    guard let tab = tabs.all.first(where: { $0.pager === pager }), let window = pager.window else { return }
    unread.didFillGap(of: tab.timeline.id, window: window)
    countUnread()
  }

  func pagerDidStartFetching(_ pager: TimelinePager) {
    if pager === self.pager { showFooter() }
  }

  func pager(_ pager: TimelinePager, didLoad page: TimelinePage, _ outcome: TimelinePager.Outcome) {
    guard pager === self.pager else { return }
    if search.matches != nil {
      // Matches of a search are not marked read.
      render()
      search.awaitSlowAccounts()
      return pager.fetchAhead()
    }
    if isShowingSearchResults { return showSavedSearchPage(page) }
    outdated.reloadDidFinish(timeline.id)
    if outcome.isRefresh { sourceObserver.sourceDidRespond() }
    if outcome.isRefresh || page.asOf.map(hasFailed(before:)) == true { clearConnectionFailures() }
    let isAutomatic = isAutomaticRefresh && outcome.isRefresh
    if outcome.isRefresh { isAutomaticRefresh = false }
    if let window = pager.window {
      unread.update(timeline.id, with: window, selection: pager.selection, isRefresh: outcome.isRefresh)
    }
    services.log.record(.timelineLoaded(handle: logHandle, timeline: timeline.title, count: page.posts.count))
    observeSource(after: page.loading)
    render()
    if case .date(let span, let name) = outcome.selecting, pager.hasPosts {
      showNoticeOfDate(span, named: name)
    } else if page.isTruncated {
      view?.showNotice(noticeOfStop(after: page.total ?? page.posts.count))
    } else if let skipped = page.skipped {
      view?.showNotice(TimelineStatus.notice(for: skipped))
    } else if outcome.isRefresh, outcome.hasNewAbove {
      view?.showNotice(TimelineStatus.notice(ofNew: outcome.newAbove, keymap: services.keymap.value))
    } else if outcome.isRefresh, outcome.isNothingNew, !isAutomatic {
      view?.showNotice(noticeOfNothingNew)
    }
    positions.storeFirst(snapshot, didFail: showPositionsNotSaved)
    if page.loading == nil { loadTabsIfNeeded() }
    countUnread()
    syncMarks()
    if page.isRegenerating { resumeCountdown() }
    if isTooOld(page, outcome) { return pager.refresh() }
    reloadStale()
    pager.fetchAheadAfterLoad()
  }

  private var noticeOfNothingNew: NoticeViewModel {
    let others = tabs.all.filter { $0.timeline.id != timeline.id && $0.timeline.id.query == nil }
    return TimelineStatus.noticeOfNothingNew(
      in: timeline, hasUnread: hasUnread,
      isUnreadElsewhere: others.contains { (unread.unread(of: $0.timeline.id).count ?? 0) > 0 }, now: now)
  }

  /// Shows a page of a saved search. Matches are not marked read.
  private func showSavedSearchPage(_ page: TimelinePage) {
    observeSource(after: page.loading)
    render()
    positions.storeFirst(snapshot, didFail: showPositionsNotSaved)
    if page.loading == nil { loadTabsIfNeeded() }
    countUnread()
    syncMarks()
    pager.fetchAhead()
    savedSearchSources[timeline.id]?.hasUnshownMatches = false
    awaitSlowAccounts()
  }

  func pager(_ pager: TimelinePager, didFail error: TimelineError) {
    // The restored tab does not exist. The others do.
    if case .unknownTimeline = error, tabs.isGrowing, !pager.hasPosts { return open() }
    services.log.record(.timelineFailed(handle: logHandle, error: error))
    guard pager === self.pager else { return }
    render()
    resumeCountdown()
  }
}

extension TimelinePresenter {
  /// Whether a cached page is too old. A page that was just refreshed is not.
  private func isTooOld(_ page: TimelinePage, _ outcome: TimelinePager.Outcome) -> Bool {
    guard let maxAge = session.capabilities.maxAge, let asOf = page.asOf, !outcome.isRefresh else { return false }
    return abs(now.timeIntervalSince(asOf)) >= maxAge
  }

  /// Observes the changes of the source until its stream ends.
  func observeSource(after progress: LoadingProgress? = nil) {
    sourceObserver.observe(after: progress) { [weak self] in
      self?.sourceDidChange($0)
    } whenSlow: { [weak self] in
      self?.updateNotice()
    } readingDidEnd: { [weak self] in
      self?.readingDidEnd()
    }
  }

  private func sourceDidChange(_ change: SourceChange) {
    switch change {
    case .inserted(let posts, let id): insert(posts, into: id)
    case .outdated(let id): markStale(id)
    case .changed(let post): session.cache.update(post)
    case .deleted(let ref): session.cache.delete(ref)
    case .withdrawn(let keys, let id): removeEntries(keys, from: id)
    case .relationship(let relationship, let account):
      session.actions.relationships.update(relationship, with: account)
    case .loading: if pager.content == .loading { render() } else { updateNotice() }
    case .connection(let connection): connectionDidChange(connection)
    case .loadingFinished: break
    }
  }

  private func connectionDidChange(_ connection: SourceConnection) {
    guard connection == .connected, !tabs.isEmpty else { return updateNotice() }
    let current = tabs.current.pager
    let hadFailed = current.lastFailure != nil || current.edgeFailure != nil
    clearConnectionFailures()
    guard hadFailed, current.lastFailure == nil, isInFront, search.matches == nil else { return updateNotice() }
    // Before the first page, the whole source is opened again.
    guard tabs.all.contains(where: { $0.pager.window != nil }) else { return open(isRetry: true) }
    if current.content == .loading, !loading.isRunning { current.loadFirstPage() } else { render() }
    refreshIfOld()
    current.fetchAhead()
  }

  /// Whether the last request of a timeline failed before a date.
  private func hasFailed(before date: Date) -> Bool {
    tabs.all.contains { tab in tab.pager.lastFailure.map { $0.date < date } ?? false }
  }

  /// Clears failures of timelines after the source has responded to another request. These timelines are refreshed when
  /// they are next shown. The result of a running request is awaited.
  private func clearConnectionFailures() {
    for tab in tabs.all where !(tab.pager === pager && loading.isRunning) {
      if tab.pager.sourceDidRespond(), tab.pager.window != nil { outdated.needsRefresh(tab.timeline.id) }
    }
  }

  private func insert(_ posts: [Post], into id: TimelineID) {
    guard let tab = tabs.tab(of: id) else { return }
    // Entries that the user added are already there.
    let posts = posts.filter { tab.pager.window?.index(of: $0.key) == nil }
    guard !posts.isEmpty else { return }
    let hasRows = tab.pager.insert(posts)
    unread.didInsert(
      posts.filter { !tab.pager.hides($0) }, into: id, window: hasRows ? tab.pager.window : nil,
      user: session.account.profile)
    // Some of them may have been read in another client.
    syncMarks()
    if tab.pager === pager { render() } else { showHeader() }
  }

  private func removeEntries(_ keys: [PostKey], from id: TimelineID?) {
    for tab in tabs.all where id == nil || id == tab.timeline.id { tab.pager.removeEntries(keys) }
    countUnread()
  }

  /// Marks a timeline for reload, because it has more entries than reported. If it is not shown, it is reloaded when it
  /// is.
  private func markStale(_ id: TimelineID) {
    unread.invalidateCount(of: id)
    outdated.needsReload(id)
    if !reloadStale() { countUnread() }
  }

  /// Reloads the timeline on screen if it is stale.
  /// - Returns: whether it is being reloaded.
  @discardableResult
  func reloadStale() -> Bool {
    markUnfinishedReloadsStale()
    guard !isShowingSearchResults, isShowingPosts || pager.content == .empty, !loading.isRunning,
      outdated.startReload(timeline.id)
    else { return false }
    pager.reload()
    return true
  }

  /// Marks timelines as stale whose reload was cancelled or has failed.
  func markUnfinishedReloadsStale() {
    if !loading.isRunning { outdated.reloadsDidEnd() }
  }

  private func readingDidEnd() {
    pager.readingDidEnd()
    render()
    pager.fetchAhead()
  }

  /// Stops reading the source. The posts read so far stay on screen.
  func stopReading() {
    if pager.isShowingPosts, pager.isUnfinished, let progress = sourceObserver.progress {
      view?.showNotice(noticeOfStop(after: progress.posts))
    }
    sourceObserver.stop()
  }

  private func noticeOfStop(after posts: Int) -> NoticeViewModel {
    TimelineStatus.noticeOfStop(of: subject, after: posts, keymap: services.keymap.value)
  }

  func cancelLoading() {
    if isSearching {
      pager.stop()
      search.cancelPending()
      return returnToTimeline()
    } else if pager.content == .loading, sourceObserver.progress != nil {
      // The posts read so far are the result.
      return stopReading()
    } else {
      // Only the request is cancelled. The source is still being read for the posts on screen.
      if sourceObserver.isReading, !tabs.all.contains(where: \.pager.isUnfinished) { sourceObserver.stop() }
      pager.cancel()
      resumeCountdown()
    }
    render()
    reloadStale()
    pager.fetchAhead()
  }

  /// Shows a notice if there are no posts at the requested date.
  func showNoticeOfDate(_ span: DateSpan, named name: String) {
    let notice = TimelineStatus.noticeOfDate(name, span, nearest: pager.selectedPost, isUnfinished: pager.isUnfinished)
    if let notice { view?.showNotice(notice) }
  }
}

// MARK: - Relationships

extension TimelinePresenter: RelationshipObserver {
  /// Hides or shows the posts of accounts that the user has muted, blocked or followed. A tab that is not shown is
  /// reloaded when it is.
  func relationshipsDidChange() {
    updateFollowedTags()
    for tab in tabs.all {
      let count = tab.pager.hiddenCounts.count
      if tab.pager.visibilityDidChange() { outdated.needsReload(tab.timeline.id) }
      if tab.pager.hiddenCounts.count != count { recount(tab.timeline.id, tab.pager) }
    }
    guard !tabs.isEmpty else { return }
    countUnread()
    reloadStale()
    showHeader()
  }
}

extension TimelinePresenter {
  /// Updates the unread count: hidden entries are not unread.
  private func recount(_ id: TimelineID, _ pager: TimelinePager) {
    unread.invalidateCount(of: id)
    guard let window = pager.window else { return }
    unread.update(id, with: window, selection: pager.selection, isRefresh: false)
  }
}

extension TimelinePresenter: RevealedWarningsObserver {
  func warningDidChange(of post: PostRef) {
    guard !tabs.isEmpty, isShowingPosts, pager.window?.posts.contains(where: { $0.ref == post }) ?? false else {
      return
    }
    render()
  }
}

// MARK: - Retry countdown

extension TimelinePresenter {
  /// Counts down to the time at which the source accepts requests again, then refreshes. Behind another screen the
  /// countdown pauses, because nothing is requested automatically there.
  func resumeCountdown() {
    let moment = pager.lastFailure?.retryDate ?? pager.completionDate
    loading.countDown(to: isInFront ? moment : nil) { [weak self] in
      self?.render()
    } end: { [weak self] in
      self?.refresh()
    }
  }
}

extension TimelinePager.Outcome {
  fileprivate var isRefresh: Bool { request.freshness == .fresh }
}
