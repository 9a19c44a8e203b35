import Domain
import EmptyState
import FoundationEssentials

extension TimelinePresenter {
  /// Which post is selected when a page has come.
  enum Selecting {
    case first, last
    case place(Place?)
    case date(WantedDate)
  }

  func openAccount(isRefresh: Bool = false) {
    startLoading { [weak self, dependencies] in
      do throws(TimelineError) {
        let overview = try await dependencies.loadTimeline.overview()
        guard let self, !Task.isCancelled else { return }
        self.accept(overview, isRefresh: isRefresh)
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    }
  }

  /// Asks for the place where the timeline was left, or for its newest posts.
  func loadFirstPage(isRefresh: Bool = false, isContinued: Bool = false) {
    let place = memory.places[tab.kind]
    load(
      at: place.map { .around($0.key, $0.date) } ?? .newest, selecting: .place(place), isRefresh: isRefresh,
      isContinued: isContinued)
  }

  func refresh() {
    if tab.query != nil { return searchAgain() }
    // As long as nothing has come, which timelines there are may have been a guess.
    guard tabs.contains(where: { $0.window != nil }) else { return openAccount(isRefresh: true) }
    let place = tab.place ?? memory.places[tab.kind]
    load(at: place.map { .around($0.key, $0.date) } ?? .newest, selecting: .place(place), isRefresh: true)
  }

  func cancelLoading() {
    if pendingQuery != nil { return cancelSearch() }
    // What has been read until then answers the question.
    if case .loading = tab.content, following?.progress != nil { return stopReading() }
    // A question that waits for the rest of what is shown is withdrawn, and the rest still read.
    if !tabs.contains(where: \.isUnfinished) { stopReading() }
    stopLoading()
    resumeCountdown()
    if case .loading = tab.content { tab.content = .empty(.loadingCancelled(wanted)) }
    render()
    fetchAhead()
  }

  func showNewest() {
    guard let window = tab.window else { return }
    guard window.newer != nil else { return select(0) }
    load(at: .newest, selecting: .first)
  }

  func showOldest() {
    guard let window = tab.window else { return }
    guard window.older != nil else { return select(window.count - 1) }
    load(at: .oldest, selecting: .last)
    isGoingToOldest = true
    showStandingNotice()
  }

  func select(_ index: Int) {
    guard case .posts = tab.content else { return }
    view?.selectRow(at: index)
    // Whoever jumps has not read what lies between.
    didSelect(index, reading: index..<index + 1)
  }

  /// Asks for a stretch of the timeline that takes the place of the one that is held. Posts stay on the screen until
  /// it is there.
  func load(
    at position: PagePosition, selecting: Selecting, isRefresh: Bool = false, isContinued: Bool = false
  ) {
    let (kind, query) = (tab.kind, tab.query)
    let held = isRefresh ? tab.window?.count ?? 0 : 0
    let limit = min(max(TimelineWindow.pageLimit, held), TimelineWindow.maxPosts)
    startLoading(isContinued: isContinued) { [weak self, dependencies] in
      do throws(TimelineError) {
        let page =
          isRefresh
          ? try await dependencies.loadTimeline.refreshedPage(of: kind, at: position, limit: limit)
          : try await dependencies.page(of: kind, matching: query, at: position, limit: limit)
        guard !Task.isCancelled else { return }
        self?.accept(page, selecting: selecting, isRefresh: isRefresh)
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    }
  }

  func stopLoading() {
    question.stop()
    isGoingToOldest = false
    fetching?.cancel()
    fetching = nil
  }
}

extension TimelinePresenter {
  /// Supersedes whatever is being asked; loading stands before the first `await`.
  /// - Parameter isContinued: whether it is the second half of the question that runs, for which the person has waited
  ///   already.
  func startLoading(isContinued: Bool = false, _ work: @escaping @MainActor () async -> Void) {
    if !isContinued {
      forgetPendingSearch()
      stopLoading()
    }
    tab.content = tab.hasPosts ? .posts : .loading
    defer { render() }
    if isContinued { return question.goOn(with: work) }
    question.ask(work) { [weak self] in
      self?.follow(after: nil)
      self?.render()
    }
  }

  private func accept(_ overview: TimelineOverview, isRefresh: Bool) {
    // An account has its name already; a file says whose it is.
    if dependencies.account.isFile { profile = overview.profile ?? profile }
    let wantedKind = tab.kind
    areTabsGrowing = overview.isGrowing
    var kinds = overview.timelines
    // Of a file that is being read the last tab may be seen last.
    let isNamed = [dependencies.firstTimeline, memory.lastTimeline].contains(wantedKind)
    if overview.isGrowing, isNamed, !kinds.contains(wantedKind) { kinds.append(wantedKind) }
    if !kinds.isEmpty { tabs = kinds.map { TimelineTab(kind: $0) } }
    current = tabs.firstIndex { $0.kind == wantedKind } ?? 0
    dependencies.log.note(.accountOpened(handle: handle))
    loadFirstPage(isRefresh: isRefresh, isContinued: true)
  }

  func accept(_ page: TimelinePage, selecting: Selecting, isRefresh: Bool) {
    stopLoading()
    let positionBefore = tab.position
    let hadFailed = tab.failure != nil || tab.edgeFailure != nil
    tab.failure = nil
    tab.edgeFailure = nil
    tab.loadedAt = now
    tab.replaceWindow(TimelineWindow(page), selecting: selecting)
    updateUnread(isRefresh: isRefresh)
    tab.content = page.posts.isEmpty ? .empty(.noPosts(wanted)) : .posts
    dependencies.log.note(
      .timelineLoaded(handle: handle, timeline: tab.kind.name, count: page.posts.count))
    if let reading = page.reading { follow(after: reading) }
    render()
    if case .date(let wanted) = selecting {
      showWhereItLanded(wanted)
    } else if page.isCutShort {
      view?.showNotice(
        TimelineStatus.noticeOfStop(
          of: wanted, after: page.total ?? page.posts.count, keymap: dependencies.keymap))
    } else if let skipped = page.skipped {
      view?.showNotice(TimelineStatus.notice(for: skipped))
    } else if isRefresh, !hadFailed, page.reading == nil, let positionBefore, tab.position == positionBefore {
      view?.showNotice(NoticeViewModel(text: "Nothing new. Asked at \(LocalTime.clock(now))."))
    }
    rememberOpening()
    if page.reading == nil { completeTabs() }
    countUnread()
    fetchAhead()
  }

  func fail(_ error: TimelineError) {
    // The tab that was hoped for did not come: the others did.
    if case .unknownTimeline = error, areTabsGrowing, !tab.hasPosts { return openAccount() }
    stopLoading()
    dependencies.log.note(.timelineFailed(handle: handle, error: error))
    let reason = EmptyReason(error, wanted: wanted, now: now)
    if tab.hasPosts {
      tab.content = .posts
      tab.failure = reason
    } else {
      tab.content = .empty(reason)
    }
    render()
    if case .rateLimited(_, let until) = error { startCountdown(until: dependencies.clock.nextTry(after: until)) }
  }

  /// As the log names whose timelines these are.
  var handle: String { profile.handle.isEmpty ? profile.name : profile.handle }
}
