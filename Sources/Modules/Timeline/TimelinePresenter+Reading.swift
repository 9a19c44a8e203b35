import Domain
import Runtime

extension TimelinePresenter {
  /// A reading that the presenter follows.
  struct Following {
    var progress: ReadingProgress?
    let hearing: LoadTask
  }

  /// Hears how far the source comes with reading, until it reads no more.
  func follow(after seen: ReadingProgress?) {
    guard following == nil else { return }
    let hearing = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
    following = Following(progress: seen, hearing: hearing)
    hearing.ask { [weak self, dependencies] in
      var seen = seen
      while let progress = await dependencies.loadTimeline.progress(after: seen) {
        guard let self, !Task.isCancelled else { return }
        seen = progress
        hear(progress)
      }
      self?.readingDidEnd()
    } whenSlow: { [weak self] in
      self?.showStandingNotice()
    }
  }

  /// What has been read stays on the screen.
  func stopReading() {
    dependencies.runner.start { [dependencies] in await dependencies.loadTimeline.stopReading() }
    guard case .posts = tab.content, tab.isUnfinished, let progress = following?.progress else { return }
    view?.showNotice(TimelineStatus.noticeOfStop(of: wanted, after: progress.posts, keymap: dependencies.keymap))
  }

  /// Whether what is held came from a part of the source that is read by now.
  var isRenewalDue: Bool { following == nil && tab.isUnfinished && tab.failure == nil }

  /// Asks once more for what is held. The selected post stays selected.
  func renew() {
    let (kind, place) = (tab.kind, placeToKeep)
    let limit = min(max(TimelineWindow.pageLimit, tab.window?.count ?? 0), TimelineWindow.maxPosts)
    fetching = dependencies.runner.start(for: self) { [weak self, dependencies] in
      do throws(TimelineError) {
        let page = try await dependencies.loadTimeline.page(
          of: kind, at: place.map { .around($0.key, $0.date) } ?? .newest, limit: limit)
        guard let self, !Task.isCancelled else { return }
        accept(renewed: page, askedFor: place)
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    }
  }

  /// Asks for the timelines that there were not yet when the source was opened.
  func completeTabs() {
    guard areTabsGrowing else { return }
    areTabsGrowing = false
    completing = dependencies.runner.start(for: self) { [weak self, dependencies] in
      guard let overview = try? await dependencies.loadTimeline.overview(), !Task.isCancelled else { return }
      self?.complete(overview)
    }
  }
}

extension TimelinePresenter {
  private func hear(_ progress: ReadingProgress) {
    following?.progress = progress
    if case .loading = tab.content { showLoading() }
    showStandingNotice()
  }

  private func readingDidEnd() {
    let hasHeard = following?.progress != nil
    following = nil
    guard hasHeard else { return }
    if isRenewalDue {
      fetching?.cancel()
      fetching = nil
    }
    render()
    fetchAhead()
  }

  /// nil for whoever has not moved from the newest post: there may be a newer one now.
  private var placeToKeep: Place? {
    let hasNotMoved = tab.selection == 0 && tab.window?.newer == nil && memory.places[tab.kind] == nil
    return hasNotMoved ? nil : tab.place
  }

  private func accept(renewed page: TimelinePage, askedFor place: Place?) {
    let held = placeToKeep
    // Whoever has gone on meanwhile is asked for anew.
    guard held == place || page.posts.contains(where: { $0.key == held?.key }) else { return renew() }
    accept(page, selecting: .place(held), isRefresh: false)
  }

  private func complete(_ overview: TimelineOverview) {
    if dependencies.account.isFile { profile = overview.profile ?? dependencies.account.profile }
    let (held, kind) = (tabs, tab.kind)
    let others = held.filter { $0.hasPosts && !overview.timelines.contains($0.kind) }
    tabs = overview.timelines.map { kind in held.first { $0.kind == kind } ?? TimelineTab(kind: kind) } + others
    current = tabs.firstIndex { $0.kind == kind } ?? 0
    if case .loading = tab.content, !question.isAsked { loadFirstPage() } else { render() }
    countUnread()
  }
}
