import Domain
import EmptyState
import TimelineCore

// MARK: - Unread posts and positions

extension TimelinePresenter {
  func countUnread() {
    guard pager.hasPosts, !pager.isUnfinished else { return }
    let others = readTimelines.filter { $0 != timeline.id }
    // While a saved search is shown, timelines without a mark are not counted: that would mark them read.
    let shown =
      isShowingSearchResults && timeline.id.query != nil ? others.filter { unread.unread(of: $0).mark != nil } : nil
    unread.count(shown ?? [timeline.id] + others) { [weak self] id in
      guard let self else { return }
      if id == timeline.id { render() } else { showHeader() }
    }
  }

  /// Marks read here what has been read in other clients. The selection does not move.
  func syncMarks() {
    unread.notifyRead(timeline.id)
    let here = timeline.id.query == nil ? [timeline.id] : []
    unread.syncMarks(here + readTimelines.filter { $0 != timeline.id }) { [weak self] id in
      guard let self else { return }
      if let pager = tabs.tab(of: id)?.pager, let window = pager.window {
        unread.update(id, with: window, selection: pager.selection, isRefresh: false)
      }
      countUnread()
      if id == timeline.id { render() } else { showHeader() }
    }
  }

  /// The tabs that have unread counts, which saved searches do not.
  private var readTimelines: [TimelineID] { tabs.all.map(\.timeline.id).filter { $0.query == nil } }

  func loadNextUnread(above cursor: PageCursor?, _ mark: ReadMark) {
    let id = timeline.id
    request { dependencies throws(TimelineError) in
      try await dependencies.trackUnread.oldestUnread(of: id, above: cursor, mark: mark)
    } then: { presenter, position in
      if let position {
        presenter.recordJump()
        return presenter.pager.load(.position(position), selecting: .position(position), isContinued: true)
      }
      presenter.pager.stop()
      presenter.render()
      presenter.view?.showNotice(TimelineStatus.noticeOfNoUnread(in: presenter.timeline))
      presenter.reloadStale()
      presenter.pager.fetchAhead()
    }
  }

  func loadReadMark() {
    let id = timeline.id
    request { dependencies throws(TimelineError) in
      try await dependencies.trackUnread.allRead(of: id)
    } then: { presenter, mark in
      presenter.pager.stop()
      presenter.markRead(mark)
      presenter.reloadStale()
      presenter.pager.fetchAhead()
    }
  }

  func markRead(_ mark: ReadMark?) {
    guard let mark else { return render() }
    let (timeline, before) = (timeline, unread.unread(of: timeline.id))
    unread.markAllRead(of: timeline.id, mark)
    unread.notifyRead(timeline.id)
    session.actions.history.add(
      .init("\(timeline.title) marked read") { [weak self] in self?.restore(before.mark, of: timeline) })
    render()
    view?.showNotice(TimelineStatus.noticeOfRead(before.count, keymap: services.keymap.value))
  }

  /// Undoes marking a timeline read.
  private func restore(_ mark: ReadMark?, of timeline: ListedTimeline) {
    unread.restore(mark, of: timeline.id)
    if let pager = tabs.tab(of: timeline.id)?.pager, let window = pager.window {
      unread.update(timeline.id, with: window, selection: pager.selection, isRefresh: false)
    }
    countUnread()
    render()
    view?.showNotice(TimelineStatus.noticeOfUnread(unread.unread(of: timeline.id).count, in: timeline))
  }

  func toggleHidden() {
    guard !tabs.isEmpty, !isShowingSearchResults else { return }
    pager.setShowsHidden(!pager.showsHidden)
    render()
  }

  func continueSearch() { pager.fetchAhead() }

  /// Makes a request for which the user waits while the posts stay on screen.
  private func request<Response: Sendable>(
    _ operation: @escaping @MainActor (TimelineDependencies) async throws(TimelineError) -> Response,
    then: @escaping @MainActor (TimelinePresenter, Response) -> Void
  ) {
    stopSearching()
    pager.start { [weak self, dependencies] in
      do throws(TimelineError) {
        let response = try await operation(dependencies)
        guard let self, !Task.isCancelled else { return }
        then(self, response)
      } catch {
        guard let self, !Task.isCancelled else { return }
        pager.fail(error)
      }
    }
  }

  var snapshot: PositionTracker.Snapshot {
    let positions = tabs.all.compactMap { tab in tab.pager.position.map { (tab.timeline.id, $0) } }
    return PositionTracker.Snapshot(
      timeline: tabs.isEmpty || tabs.current.pager.window == nil ? nil : timeline,
      positions: Dictionary(positions, uniquingKeysWith: { first, _ in first }), unread: unread)
  }

  func storePositions() {
    positions.store(snapshot, didFail: showPositionsNotSaved)
  }

  func showPositionsNotSaved(_ error: SessionError) {
    view?.showNotice(
      NoticeViewModel(text: "Position not saved: \(error.path): \(error.reason)".asSentence, isFailure: true))
  }
}
