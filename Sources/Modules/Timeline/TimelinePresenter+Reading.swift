import Domain
import EmptyState
import TimelineCore

// MARK: - What is unread, and what is remembered

extension TimelinePresenter {
  func countUnread() {
    guard pager.hasPosts, !pager.isUnfinished else { return }
    let others = readTimelines.filter { $0 != timeline.id }
    // Where a search stands, of what has never been shown nobody says that it is read.
    let shown =
      isShowingSearchResults && timeline.id.query != nil ? others.filter { unread.unread(of: $0).mark != nil } : nil
    unread.count(shown ?? [timeline.id] + others) { [weak self] id in
      guard let self else { return }
      if id == timeline.id { render() } else { showHeader() }
    }
  }

  /// What has been read in another program is read here as well; the place stays where it is.
  func joinMarks() {
    unread.notifyRead(timeline.id)
    let here = timeline.id.query == nil ? [timeline.id] : []
    unread.join(here + readTimelines.filter { $0 != timeline.id }) { [weak self] id in
      guard let self else { return }
      if let pager = tabs.tab(of: id)?.pager, let window = pager.window {
        unread.update(id, with: window, selection: pager.selection, isRefresh: false)
      }
      countUnread()
      if id == timeline.id { render() } else { showHeader() }
    }
  }

  /// Those that are read, as what a search finds is not.
  private var readTimelines: [TimelineID] { tabs.all.map(\.timeline.id).filter { $0.query == nil } }

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
      presenter.refreshStale()
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
      presenter.refreshStale()
      presenter.pager.fetchAhead()
    }
  }

  func markRead(_ mark: ReadMark?) {
    guard let mark else { return render() }
    let (timeline, before) = (timeline, unread.unread(of: timeline.id))
    unread.readAll(of: timeline.id, mark)
    unread.notifyRead(timeline.id)
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

  func toggleHidden() {
    guard !tabs.isEmpty, !isShowingSearchResults else { return }
    pager.setShowsHidden(!pager.showsHidden)
    render()
  }

  func continueSearch() { pager.fetchAhead() }

  /// Asks something that the person waits for while the posts stand.
  private func ask<Answer: Sendable>(
    _ question: @escaping @MainActor (TimelineDependencies) async throws(TimelineError) -> Answer,
    then: @escaping @MainActor (TimelinePresenter, Answer) -> Void
  ) {
    stopSearching()
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

  var reading: PositionTracker.Reading {
    let places = tabs.all.compactMap { tab in tab.pager.place.map { (tab.timeline.id, $0) } }
    return PositionTracker.Reading(
      timeline: tabs.isEmpty || tabs.current.pager.window == nil ? nil : timeline,
      places: Dictionary(places, uniquingKeysWith: { first, _ in first }), unread: unread)
  }

  func storePositions() {
    places.store(reading, didFail: positionsNotSaved)
  }

  func positionsNotSaved(_ error: SessionError) {
    view?.showNotice(
      NoticeViewModel(text: "Your place is not kept: \(error.path): \(error.reason)".asSentence, isFailure: true))
  }
}
