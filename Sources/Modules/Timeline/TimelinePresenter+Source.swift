import Domain
import EmptyState
import FoundationEssentials
import TimelineEngine

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
    tabs.isGrowing = overview.isGrowing
    var timelines = overview.timelines
    // Of a file that is being read the last tab may be seen last.
    let isNamed = [dependencies.firstTimeline, places.memory.lastTimeline].contains { $0?.id == timeline.id }
    if overview.isGrowing, isNamed, !timelines.contains(where: { $0.id == timeline.id }) { timelines.append(timeline) }
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

  func pager(_ pager: TimelinePager, didLoad page: TimelinePage, _ outcome: TimelinePager.Outcome) {
    guard pager === self.pager else { return }
    if search.matches != nil {
      // What a search has found is not read as a timeline is.
      render()
      return pager.fetchAhead()
    }
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
    } else if outcome.isRefresh, outcome.isNothingNew {
      view?.showNotice(NoticeViewModel(text: "Nothing new. Asked at \(LocalTime.clock(now))."))
    }
    places.storeFirst(reading, didFail: placesAreNotKept)
    if page.reading == nil { completeTabs() }
    countUnread()
    joinMarks()
    if page.isRegenerating { resumeCountdown() }
    if isTooOld(page, outcome) { pager.refresh() } else { pager.fetchAhead() }
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
  func listen(after progress: ReadingProgress? = nil) {
    listener.listen(after: progress) { [weak self] in
      self?.hear($0)
    } whenSlow: { [weak self] in
      self?.showStandingNotice()
    } readingDidEnd: { [weak self] in
      self?.readingDidEnd()
    }
  }

  private func hear(_ change: SourceChange) {
    switch change {
    case .inserted(let posts, let id): insert(posts, into: id)
    case .outdated(let id): outdate(id)
    case .changed(let post): dependencies.cache.change(post)
    case .deleted(let ref): dependencies.cache.delete(ref)
    case .withdrawn(let keys, let id): withdraw(keys, from: id)
    case .relationship(let relationship, let person): dependencies.actor.ties.learn(relationship, with: person)
    case .reading: if pager.content == .loading { render() } else { showStandingNotice() }
    case .connection: showStandingNotice()
    case .readToEnd: break
    }
  }

  private func insert(_ posts: [Post], into id: TimelineID) {
    guard let tab = tabs.tab(of: id) else { return }
    let hasRows = tab.pager.insert(posts)
    unread.didInsert(
      posts, into: id, window: hasRows ? tab.pager.window : nil, reader: dependencies.account.profile)
    // Some of it may have been read elsewhere.
    joinMarks()
    if tab.pager === pager { render() } else { showHeader() }
  }

  private func withdraw(_ keys: [PostKey], from id: TimelineID?) {
    for tab in tabs.all where id == nil || id == tab.timeline.id { tab.pager.withdraw(keys) }
    countUnread()
  }

  /// More has come than was told. Whoever looks at something else hears of it when they come back.
  private func outdate(_ id: TimelineID) {
    if id == timeline.id, search.matches == nil, isShowingPosts, !loading.isRunning {
      pager.catchUp()
    } else {
      countUnread()
    }
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
    if search.pendingQuery != nil {
      pager.stop()
      search.forgetPending()
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
    pager.fetchAhead()
  }

  /// Says so where there is nothing at the date that was wanted.
  func showWhereItLanded(_ span: DateSpan, named name: String) {
    let notice = TimelineStatus.noticeOfDate(name, span, nearest: pager.selectedPost, isUnfinished: pager.isUnfinished)
    if let notice { view?.showNotice(notice) }
  }
}

// MARK: - What is between people and the reader

extension TimelinePresenter: ReaderTiesHolder {
  /// Who is muted goes from the timelines, and comes back with them. Of a tab that does not stand that is asked for when
  /// it does.
  func tiesDidChange() {
    for tab in tabs.all where tab.pager.visibilityDidChange() {
      if tab.timeline.id == timeline.id, search.matches == nil, !loading.isRunning {
        tab.pager.catchUp()
      } else {
        lacking.insert(tab.timeline.id)
      }
    }
    if !tabs.isEmpty { showHeader() }
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
    let moment = pager.standingFailure?.retryDate ?? pager.completionDate
    loading.countDown(to: isInFront ? moment : nil) { [weak self] in
      self?.render()
    } end: { [weak self] in
      self?.refresh()
    }
  }
}

// MARK: - What is unread, and what is remembered

extension TimelinePresenter {
  func countUnread() {
    guard pager.hasPosts, !pager.isUnfinished else { return }
    let others = tabs.all.map(\.timeline.id).filter { $0 != timeline.id }
    unread.count([timeline.id] + others) { [weak self] id in
      guard let self else { return }
      if id == timeline.id { render() } else { showHeader() }
    }
  }

  /// What has been read in another program is read here as well; the place stays where it is.
  private func joinMarks() {
    unread.tellRead(timeline.id)
    unread.join([timeline.id] + tabs.all.map(\.timeline.id).filter { $0 != timeline.id }) { [weak self] id in
      guard let self else { return }
      if let pager = tabs.tab(of: id)?.pager, let window = pager.window {
        unread.update(id, with: window, selection: pager.selection, isRefresh: false)
      }
      countUnread()
      if id == timeline.id { render() } else { showHeader() }
    }
  }

  func askForNextUnread(above cursor: PageCursor?, _ mark: ReadMark) {
    let id = timeline.id
    ask { dependencies throws(TimelineError) in
      try await dependencies.trackUnread.oldestUnread(of: id, above: cursor, mark: mark)
    } then: { presenter, place in
      if let place {
        presenter.noteJump()
        return presenter.pager.load(.place(place), selecting: .place(place), isContinued: true)
      }
      presenter.pager.stop()
      presenter.render()
      presenter.view?.showNotice(TimelineStatus.noticeOfNoUnread(in: presenter.timeline))
      presenter.pager.fetchAhead()
    }
  }

  func askForMark() {
    let id = timeline.id
    ask { dependencies throws(TimelineError) in
      try await dependencies.trackUnread.allRead(of: id)
    } then: { presenter, mark in
      presenter.pager.stop()
      presenter.markRead(mark)
      presenter.pager.fetchAhead()
    }
  }

  func markRead(_ mark: ReadMark?) {
    guard let mark else { return render() }
    let (timeline, before) = (timeline, unread.unread(of: timeline.id))
    unread.readAll(of: timeline.id, mark)
    unread.tellRead(timeline.id)
    dependencies.actor.history.add(
      .init("\(timeline.title) marked read") { [weak self] in self?.restore(before.mark, of: timeline) })
    render()
    view?.showNotice(TimelineStatus.noticeOfRead(before.count, keymap: dependencies.keymap.value))
  }

  /// What was unread of a timeline is unread again.
  private func restore(_ mark: ReadMark?, of timeline: ListedTimeline) {
    unread.restore(mark, of: timeline.id)
    if let pager = tabs.tab(of: timeline.id)?.pager, let window = pager.window {
      unread.update(timeline.id, with: window, selection: pager.selection, isRefresh: false)
    }
    countUnread()
    render()
    view?.showNotice(TimelineStatus.noticeOfUnread(unread.unread(of: timeline.id).count, in: timeline))
  }

  /// Asks something that the person waits for while the posts stand.
  private func ask<Answer: Sendable>(
    _ question: @escaping @MainActor (TimelineDependencies) async throws(TimelineError) -> Answer,
    then: @escaping @MainActor (TimelinePresenter, Answer) -> Void
  ) {
    pager.start { [weak self, dependencies] in
      do throws(TimelineError) {
        let answer = try await question(dependencies)
        guard let self, !Task.isCancelled else { return }
        then(self, answer)
      } catch {
        guard let self, !Task.isCancelled else { return }
        pager.fail(error)
      }
    }
  }

  private var reading: PlaceKeeper.Reading {
    let places = tabs.all.compactMap { tab in tab.pager.place.map { (tab.timeline.id, $0) } }
    return PlaceKeeper.Reading(
      timeline: tabs.isEmpty || tabs.current.pager.window == nil ? nil : timeline,
      places: Dictionary(places, uniquingKeysWith: { first, _ in first }), unread: unread)
  }

  func storePlaces() {
    places.store(reading, didFail: placesAreNotKept)
  }

  private func placesAreNotKept(_ error: SessionError) {
    view?.showNotice(NoticeViewModel(text: "Your place is not kept: \(error.path): \(error.reason).", isFailure: true))
  }
}

extension TimelinePager.Outcome {
  fileprivate var isRefresh: Bool {
    if case .refresh = request { true } else { false }
  }
}
