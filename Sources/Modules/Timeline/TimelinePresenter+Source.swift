import Domain
import EmptyState
import FoundationEssentials
import TimelineCore

// MARK: - Opening the source

extension TimelinePresenter {
  /// Asks whose timelines these are and which there are, then for the one that was read last. Loading stands before the
  /// first `await`.
  /// - Parameters:
  ///   - isFirst: whether what is remembered is not known yet.
  ///   - isRetry: whether it was asked before, and nothing came.
  func open(isFirst: Bool = false, isRetry: Bool = false) {
    let first = dependencies.firstTimeline ?? ListedTimeline(.home)
    if let asked = dependencies.firstTimeline { tabs.pin(asked.id) }
    if tabs.isEmpty { tabs.show([first], selecting: first.id) }
    pager.prepare()
    loading.start { [weak self, dependencies] in
      await dependencies.saved.read()
      if isFirst { await self?.recall() }
      do throws(TimelineError) {
        let overview = try await dependencies.loadTimeline.overview(isRetry: isRetry)
        guard let self, !Task.isCancelled else { return }
        accept(overview)
      } catch {
        guard let self, !Task.isCancelled else { return }
        pager.fail(error)
      }
    } whenSlow: { [weak self] in
      self?.listen()
      self?.render()
    } eachSecond: { [weak self] in
      self?.render()
    }
    render()
  }

  /// Goes where the person was the last time.
  private func recall() async {
    let memory = await places.recall()
    unread.begin(with: memory.marks)
    let last = dependencies.firstTimeline ?? memory.lastTimeline ?? timeline
    // Each timeline begins where it was left: what was made before that was known goes.
    tabs.show([last], selecting: last.id, keepsHeld: false)
    if loading.isRunning { render() }
  }

  private func accept(_ overview: TimelineOverview) {
    take(overview)
    useSavedSearches()
    tabs.isGrowing = overview.isGrowing
    var timelines = overview.timelines
    // Of a file that is being read the last tab may be seen last.
    let isNamed = [dependencies.firstTimeline, places.memory.lastTimeline].contains { $0?.id == timeline.id }
    if overview.isGrowing, isNamed, !timelines.contains(where: { $0.id == timeline.id }) { timelines.append(timeline) }
    if !dependencies.isSingle { timelines = dependencies.actor.ties.applyFollowedTags(to: timelines) }
    tabs.show(timelines.isEmpty ? [timeline] : timelines, selecting: timeline.id)
    dependencies.log.note(.accountOpened(handle: handle))
    pager.loadFirstPage(isContinued: true)
  }

  /// As the log names whose timelines these are.
  private var handle: String { profile.handle.isEmpty ? profile.name : profile.handle }
}

// MARK: - What comes from the source

extension TimelinePresenter: TimelinePagerDelegate {
  func pagerDidChange(_ pager: TimelinePager) {
    if loading.isSlow { listen() }
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
      // What a search has found is not read as a timeline is.
      render()
      search.followAccounts()
      return pager.fetchAhead()
    }
    if isShowingSearchResults { return showFound(page) }
    refreshingStale.remove(timeline.id)
    if outcome.isRefresh { listener.sourceDidRespond() }
    let isQuiet = isRefreshingQuietly && outcome.isRefresh
    if outcome.isRefresh { isRefreshingQuietly = false }
    if let window = pager.window {
      unread.update(timeline.id, with: window, selection: pager.selection, isRefresh: outcome.isRefresh)
    }
    dependencies.log.note(.timelineLoaded(handle: handle, timeline: timeline.title, count: page.posts.count))
    listen(after: page.reading)
    render()
    if case .date(let span, let name) = outcome.selecting {
      showWhereItLanded(span, named: name)
    } else if page.isCutShort {
      view?.showNotice(noticeOfStop(after: page.total ?? page.posts.count))
    } else if let skipped = page.skipped {
      view?.showNotice(TimelineStatus.notice(for: skipped))
    } else if outcome.isRefresh, let count = outcome.newAbove, count > 0 {
      view?.showNotice(TimelineStatus.notice(ofNew: count, keymap: dependencies.keymap.value))
    } else if outcome.isRefresh, outcome.isNothingNew, !isQuiet {
      view?.showNotice(noticeOfNothingNew)
    }
    places.storeFirst(reading, didFail: positionsNotSaved)
    if page.reading == nil { completeTabs() }
    countUnread()
    joinMarks()
    if page.isRegenerating { resumeCountdown() }
    if isTooOld(page, outcome) { return pager.refresh() }
    refreshStale()
    pager.fetchAhead()
  }

  private var noticeOfNothingNew: NoticeViewModel {
    let others = tabs.all.filter { $0.timeline.id != timeline.id && $0.timeline.id.query == nil }
    return TimelineStatus.noticeOfNothingNew(
      in: timeline, hasUnread: hasUnread,
      isUnreadElsewhere: others.contains { (unread.unread(of: $0.timeline.id).count ?? 0) > 0 }, now: now)
  }

  /// What a saved search has found is not read as a timeline is.
  private func showFound(_ page: TimelinePage) {
    listen(after: page.reading)
    render()
    places.storeFirst(reading, didFail: positionsNotSaved)
    if page.reading == nil { completeTabs() }
    countUnread()
    joinMarks()
    pager.fetchAhead()
    savedTabs[timeline.id]?.hasMore = false
    followAccounts()
  }

  func pager(_ pager: TimelinePager, didFail error: TimelineError) {
    // The tab that was hoped for did not come: the others did.
    if case .unknownTimeline = error, tabs.isGrowing, !pager.hasPosts { return open() }
    dependencies.log.note(.timelineFailed(handle: handle, error: error))
    guard pager === self.pager else { return }
    render()
    resumeCountdown()
  }
}

extension TimelinePresenter {
  /// Whether the source has news by now, as far as its answers grow old. What has just been asked for anew has not.
  private func isTooOld(_ page: TimelinePage, _ outcome: TimelinePager.Outcome) -> Bool {
    guard let maxAge = dependencies.capabilities.maxAge, let asOf = page.asOf, !outcome.isRefresh else { return false }
    return abs(now.timeIntervalSince(asOf)) >= maxAge
  }

  /// Hears what happens in the source, for as long as something can happen by itself.
  func listen(after progress: LoadingProgress? = nil) {
    listener.listen(after: progress) { [weak self] in
      self?.hear($0)
    } whenSlow: { [weak self] in
      self?.updateNotice()
    } readingDidEnd: { [weak self] in
      self?.readingDidEnd()
    }
  }

  private func hear(_ change: SourceChange) {
    switch change {
    case .inserted(let posts, let id): insert(posts, into: id)
    case .outdated(let id): markStale(id)
    case .changed(let post): dependencies.cache.change(post)
    case .deleted(let ref): dependencies.cache.delete(ref)
    case .withdrawn(let keys, let id): withdraw(keys, from: id)
    case .relationship(let relationship, let person): dependencies.actor.ties.learn(relationship, with: person)
    case .reading: if pager.content == .loading { render() } else { updateNotice() }
    case .connection: updateNotice()
    case .readToEnd: break
    }
  }

  private func insert(_ posts: [Post], into id: TimelineID) {
    guard let tab = tabs.tab(of: id) else { return }
    // What the user has added is there already.
    let posts = posts.filter { tab.pager.window?.index(of: $0.key) == nil }
    guard !posts.isEmpty else { return }
    let hasRows = tab.pager.insert(posts)
    unread.didInsert(
      posts.filter { !tab.pager.hides($0) }, into: id, window: hasRows ? tab.pager.window : nil,
      reader: dependencies.account.profile)
    // Some of it may have been read elsewhere.
    joinMarks()
    if tab.pager === pager { render() } else { showHeader() }
  }

  private func withdraw(_ keys: [PostKey], from id: TimelineID?) {
    for tab in tabs.all where id == nil || id == tab.timeline.id { tab.pager.withdraw(keys) }
    countUnread()
  }

  /// More has come than was told. Whoever looks at something else hears of it when they come back.
  private func markStale(_ id: TimelineID) {
    unread.forgetCount(of: id)
    staleTimelines.insert(id)
    if !refreshStale() { countUnread() }
  }

  /// Asks once more for the timeline that stands, where it lacks something.
  /// - Returns: whether it is asked for.
  @discardableResult
  func refreshStale() -> Bool {
    restoreStale()
    guard !isShowingSearchResults, isShowingPosts || pager.content == .empty, !loading.isRunning,
      staleTimelines.remove(timeline.id) != nil
    else { return false }
    refreshingStale.insert(timeline.id)
    pager.catchUp()
    return true
  }

  /// What was asked for and then superseded, or not answered, is still lacking.
  func restoreStale() {
    guard !loading.isRunning else { return }
    staleTimelines.formUnion(refreshingStale)
    refreshingStale = []
  }

  private func readingDidEnd() {
    pager.readingDidEnd()
    render()
    pager.fetchAhead()
  }

  /// What has been read stays on the screen.
  func stopReading() {
    if pager.isShowingPosts, pager.isUnfinished, let progress = listener.progress {
      view?.showNotice(noticeOfStop(after: progress.posts))
    }
    listener.stop()
  }

  private func noticeOfStop(after posts: Int) -> NoticeViewModel {
    TimelineStatus.noticeOfStop(of: wanted, after: posts, keymap: dependencies.keymap.value)
  }

  func cancelLoading() {
    if isSearching {
      pager.stop()
      search.forgetPending()
      return timelineStandsAgain()
    } else if pager.content == .loading, listener.progress != nil {
      // What has been read until then answers the question.
      return stopReading()
    } else {
      // A question that waits for the rest of what is shown is withdrawn, and the rest still read.
      if listener.isReading, !tabs.all.contains(where: \.pager.isUnfinished) { listener.stop() }
      pager.cancel()
      resumeCountdown()
    }
    render()
    refreshStale()
    pager.fetchAhead()
  }

  /// Says so where there is nothing at the date that was wanted.
  func showWhereItLanded(_ span: DateSpan, named name: String) {
    let notice = TimelineStatus.noticeOfDate(name, span, nearest: pager.selectedPost, isUnfinished: pager.isUnfinished)
    if let notice { view?.showNotice(notice) }
  }
}

// MARK: - What is between people and the reader

extension TimelinePresenter: RelationshipObserver {
  /// Who is muted goes from the timelines, and comes back with them. Of a tab that does not stand that is asked for when
  /// it does.
  func relationshipsDidChange() {
    updateFollowedTags()
    for tab in tabs.all {
      let count = tab.pager.hiddenCounts.count
      if tab.pager.visibilityDidChange() { staleTimelines.insert(tab.timeline.id) }
      if tab.pager.hiddenCounts.count != count { countAgain(tab.timeline.id, tab.pager) }
    }
    guard !tabs.isEmpty else { return }
    countUnread()
    refreshStale()
    showHeader()
  }
}

extension TimelinePresenter {
  /// What is hidden now is not unread.
  private func countAgain(_ id: TimelineID, _ pager: TimelinePager) {
    unread.forgetCount(of: id)
    guard let window = pager.window else { return }
    unread.update(id, with: window, selection: pager.selection, isRefresh: false)
  }
}

extension TimelinePresenter: RevealedWarningsHolder {
  func warningDidChange(of post: PostRef) {
    guard !tabs.isEmpty, isShowingPosts, pager.window?.posts.contains(where: { $0.ref == post }) ?? false else {
      return
    }
    render()
  }
}

// MARK: - Waiting to be let in

extension TimelinePresenter {
  /// Counts down to the moment at which the source answers again, and asks it then. Behind another screen nothing is
  /// asked by itself: it goes on when this one comes back.
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
  fileprivate var isRefresh: Bool {
    if case .refresh = request { true } else { false }
  }
}
