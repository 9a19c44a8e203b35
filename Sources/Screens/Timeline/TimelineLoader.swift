import Domain
import EmptyState
import FoundationEssentials
import Runtime
import ScreenSupport
import TimelineCore

/// Decides when the timelines of an account are loaded: when they are opened, shown, out of date, or refreshed by the
/// user.
@MainActor
final class TimelineLoader {
  weak var output: (any TimelineOutput)?
  /// Whether the screen is visible, and not covered by another.
  var isInFront = true
  /// The timeline that was shown when it was removed at the server; nil after the next move.
  var removedTimeline: ListedTimeline?
  var sourceDidChange: (SourceChange) -> Void = { _ in }

  private let timelines: AccountTimelines
  private let readState: TimelineReadState
  private let dependencies: TimelineDependencies
  private let services: AppServices
  private let session: AccountSession
  private var outdated = OutdatedTimelines()
  /// As the source listed them, without the user's changes since.
  private var listedTimelines: [ListedTimeline] = []
  /// Whether the running refresh was started automatically.
  private var isAutomaticRefresh = false
  private lazy var overviewLoader = OverviewLoader(
    dependencies.loadTimeline, canChange: session.capabilities.maxAge != nil, clock: services.clock,
    runner: services.runner
  ) { [weak self] in self?.complete($0) }

  init(
    _ timelines: AccountTimelines, _ readState: TimelineReadState, _ dependencies: TimelineDependencies,
    _ services: AppServices, _ session: AccountSession
  ) {
    (self.timelines, self.readState, self.dependencies) = (timelines, readState, dependencies)
    (self.services, self.session) = (services, session)
  }

  private var tabs: TimelineTabs { timelines.tabs }
  private var search: SearchSession { timelines.search }
  private var pager: TimelinePager { timelines.pager }
  private var selected: ListedTimeline { timelines.selected }
  private var loading: LoadTask { timelines.loading }
  private var sourceObserver: SourceObserver { timelines.sourceObserver }
}

// MARK: - Opening the source

extension TimelineLoader {
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
      await dependencies.searches.saved.load()
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
      self?.output?.render()
    } eachSecond: { [weak self] in
      self?.output?.render()
    }
    output?.render()
  }

  private func restoreState() async {
    await readState.restoreState()
    let last = dependencies.firstTimeline ?? readState.lastTimeline ?? selected
    // The pagers made so far have no initial positions.
    tabs.show([last], selecting: last.id, keepsExisting: false)
    if loading.isRunning { output?.render() }
  }

  private func accept(_ overview: TimelineOverview) {
    apply(overview)
    timelines.updateSavedSearchTabs()
    tabs.isGrowing = overview.isGrowing
    var listed = overview.timelines
    // The last tab of a file may be found only when the file has been read to its end.
    let isNamed = [dependencies.firstTimeline, readState.lastTimeline].contains { $0?.id == selected.id }
    if overview.isGrowing, isNamed, !listed.contains(where: { $0.id == selected.id }) { listed.append(selected) }
    if listed.isEmpty { listed = [selected] }
    listedTimelines = listed
    if !dependencies.isSingle { listed = session.actions.relationships.applyFollowedTags(to: listed) }
    tabs.show(listed, selecting: selected.id)
    services.log.record(.accountOpened(handle: logHandle))
    pager.loadFirstPage(isContinued: true)
  }

  /// The account in the log.
  private var logHandle: String {
    timelines.profile.handle.isEmpty ? timelines.profile.name : timelines.profile.handle
  }

  private func apply(_ overview: TimelineOverview) {
    overviewLoader.overviewDidLoad(asOf: overview.asOf)
    session.actions.relationships.update(hidden: overview.hiddenAccounts)
    if !dependencies.isSingle {
      session.actions.relationships.update(
        followed: overview.timelines.compactMap { if case .tag(let name) = $0.id { name } else { nil } },
        asOf: overview.asOf)
      updateLists(overview)
    }
    timelines.setProfile(of: overview)
  }

  /// The timelines of a server include the user's lists.
  private func updateLists(_ overview: TimelineOverview) {
    guard !overview.isGrowing else { return }
    if session.capabilities.maxAge == nil {
      session.actions.reloadLists()
    } else {
      session.actions.updateLists(from: overview.timelines)
    }
  }

  /// Observes the changes of the source until its stream ends.
  func observeSource(after progress: LoadingProgress? = nil) {
    sourceObserver.observe(after: progress) { [weak self] in
      self?.sourceDidChange($0)
    } whenSlow: { [weak self] in
      self?.output?.updateNotice()
    } readingDidEnd: { [weak self] in
      self?.readingDidEnd()
    }
  }

  private func readingDidEnd() {
    pager.readingDidEnd()
    output?.render()
    pager.fetchAhead()
  }
}

// MARK: - The list of timelines

extension TimelineLoader {
  /// Loads the list of timelines if it was incomplete when the source was opened, or is old.
  private func loadTabsIfNeeded() {
    let isIncomplete = tabs.isGrowing
    tabs.isGrowing = false
    overviewLoader.pageDidLoad(isIncomplete: isIncomplete)
  }

  /// Loads the list of timelines in the background if it is older than `age` seconds.
  func refreshTabs(ifOlderThan age: Double = OverviewLoader.maxAge) {
    if !tabs.isGrowing { overviewLoader.refresh(ifOlderThan: age) }
  }

  /// Loads the list of timelines as the source has it now.
  func reloadTabs() {
    if !tabs.isGrowing { overviewLoader.reload() }
  }

  private func complete(_ overview: TimelineOverview) {
    apply(overview)
    listedTimelines = overview.timelines
    update(to: listedTimelines)
    loadFirstPageIfNeeded()
    readState.countUnread()
  }

  /// Loads the first page of the selected tab if it has none, for example because another tab was removed.
  private func loadFirstPageIfNeeded() {
    if pager.content == .loading, !loading.isRunning { pager.loadFirstPage() } else { output?.render() }
  }

  /// Shows the given timelines as tabs. The selected tab stays. If its timeline has been removed, its neighbour is
  /// selected and a notice is shown.
  /// - Parameter isReported: whether the source has listed them now.
  private func update(to listed: [ListedTimeline], isReported: Bool = true) {
    let listed = dependencies.isSingle ? listed : session.actions.relationships.applyFollowedTags(to: listed)
    let (shown, before) = (selected, pager)
    let wasRemoved = isRemoved(shown.id, from: listed, isReported)
    if pager.hasPosts, !wasRemoved { tabs.pin(shown.id) }
    tabs.show(listed, selecting: shown.id) { [weak self] in self?.isRemoved($0, from: listed, isReported) ?? false }
    timelines.stopIfRemoved(before)
    guard wasRemoved, selected.id != shown.id else { return }
    removedTimeline = shown
    if !search.isOpen { showTab(tabs.selected) }
  }

  /// Whether a list or followed hashtag is no longer among the server's timelines. A hashtag that the user has
  /// unfollowed here stays while it is shown.
  private func isRemoved(_ id: TimelineID, from listed: [ListedTimeline], _ isReported: Bool) -> Bool {
    guard session.capabilities.maxAge != nil, !listed.contains(where: { $0.id == id }), !tabs.isSaved(id) else {
      return false
    }
    switch id {
    case .list: return true
    case .tag(let name):
      return id != selected.id || isReported && session.actions.relationships.isFollowed(tag: name) != false
    default: return false
    }
  }

  /// Updates the tabs after the user has followed or unfollowed a hashtag.
  func updateFollowedTags() {
    guard !dependencies.isSingle, !tabs.isEmpty, !listedTimelines.isEmpty else { return }
    let listed = session.actions.relationships.applyFollowedTags(to: listedTimelines)
    if listed.filter({ !tabs.isSaved($0.id) }) != tabs.source { update(to: listed, isReported: false) }
  }

  /// Shows another tab at its last position.
  func showTab(_ index: Int) {
    tabs.select(index)
    readState.storePositions()
    markUnfinishedReloadsStale()
    if pager.content == .loading {
      pager.loadFirstPage()
    } else if readState.isBehind || outdated.isReloadNeeded(selected.id) || selected.id.query != nil {
      outdated.startReload(selected.id)
      pager.reload()
    } else {
      output?.render()
      refreshIfOld()
    }
    resumeCountdown()
    pager.fetchAhead()
  }

  /// Shows the timeline after a search was closed or cancelled, and resumes work postponed during the search.
  func returnToTimeline() {
    loadFirstPageIfNeeded()
    if timelines.savedSearchSource?.hasUnshownMatches == true { pager.reloadWithNewMatches() }
    reloadStale()
    if outdated.isRefreshNeeded(selected.id) { refreshIfOld() }
    resumeCountdown()
    pager.fetchAhead()
  }
}

// MARK: - Refreshing

extension TimelineLoader {
  /// In seconds. The user may have created a list just now, but pressing the key twice must not cause two requests.
  private static let maxOverviewAgeOnRefresh = 10.0

  func refresh() {
    if search.matches != nil {
      search.refresh()
      output?.render()
      return
    }
    stopSearching()
    // Before the first page, the list of timelines may be a guess.
    guard tabs.all.contains(where: { $0.pager.window != nil }) else { return open(isRetry: true) }
    (isAutomaticRefresh, removedTimeline) = (false, nil)
    pager.refresh()
    refreshTabs(ifOlderThan: Self.maxOverviewAgeOnRefresh)
  }

  /// Cancels a pending search because the user has requested something else.
  func stopSearching() {
    if timelines.isSearching { search.cancelPending() }
  }

  /// Refreshes the timeline in the background if it is older than the source allows.
  func refreshIfOld() {
    guard !tabs.isEmpty, !search.isOpen, !timelines.isShowingSearchResults, !loading.isRunning else { return }
    let isRefreshRequested = pager.window != nil && outdated.isRefreshNeeded(selected.id)
    guard isRefreshRequested || pager.isOld(after: session.capabilities.maxAge) else { return }
    outdated.startRefresh(selected.id)
    isAutomaticRefresh = true
    pager.refreshInBackground()
  }

  /// Continues what was postponed while another screen was in front.
  func resume() {
    isInFront = true
    resumeCountdown()
    // The selected tab may have been removed in the meantime.
    if !tabs.isEmpty, pager.content == .loading, !loading.isRunning { pager.loadFirstPage() }
  }

  func pause() {
    isInFront = false
    loading.stopCountdown()
    readState.storePositions()
  }

  func markForReload(_ id: TimelineID) { outdated.needsReload(id) }

  /// Marks a timeline for reload, because it has more entries than reported. If it is not shown, it is reloaded when it
  /// is.
  func markStale(_ id: TimelineID) {
    readState.unread.invalidateCount(of: id)
    outdated.needsReload(id)
    if !reloadStale() { readState.countUnread() }
  }

  /// Reloads the timeline on screen if it is stale.
  /// - Returns: whether it is being reloaded.
  @discardableResult
  func reloadStale() -> Bool {
    markUnfinishedReloadsStale()
    guard !timelines.isShowingSearchResults, timelines.isShowingPosts || pager.content == .empty, !loading.isRunning,
      outdated.startReload(selected.id)
    else { return false }
    pager.reload()
    return true
  }

  /// Marks timelines as stale whose reload was cancelled or has failed.
  private func markUnfinishedReloadsStale() {
    if !loading.isRunning { outdated.reloadsDidEnd() }
  }

  /// Clears failures of timelines after the source has responded to another request. These timelines are refreshed when
  /// they are next shown. The result of a running request is awaited.
  func clearConnectionFailures() {
    for tab in tabs.all where !(tab.pager === pager && loading.isRunning) {
      if tab.pager.sourceDidRespond(), tab.pager.window != nil { outdated.needsRefresh(tab.timeline.id) }
    }
  }

  /// Counts down to the time at which the source accepts requests again, then refreshes. Behind another screen the
  /// countdown pauses, because nothing is requested automatically there.
  func resumeCountdown() {
    let moment = pager.lastFailure?.retryDate ?? pager.completionDate
    loading.countDown(to: isInFront ? moment : nil) { [weak self] in
      self?.output?.render()
    } end: { [weak self] in
      self?.refresh()
    }
  }

  /// Makes a request for which the user waits while the posts stay on screen.
  func request<Response: Sendable>(
    _ operation: @escaping @MainActor (TimelineDependencies) async throws(TimelineError) -> Response,
    then: @escaping @MainActor (Response) -> Void
  ) {
    stopSearching()
    pager.start { [weak self, dependencies] in
      do throws(TimelineError) {
        let response = try await operation(dependencies)
        guard self != nil, !Task.isCancelled else { return }
        then(response)
      } catch {
        guard let self, !Task.isCancelled else { return }
        pager.fail(error)
      }
    }
  }

  /// Ends a request that did not change the page, and resumes work postponed during the request.
  func endRequest(_ show: () -> Void) {
    pager.stop()
    show()
    reloadStale()
    pager.fetchAhead()
  }
}

// MARK: - Cancelling

extension TimelineLoader {
  func cancel() {
    if timelines.isSearching {
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
    output?.render()
    reloadStale()
    pager.fetchAhead()
  }

  /// Stops reading the source. The posts read so far stay on screen.
  func stopReading() {
    if pager.isShowingPosts, pager.isUnfinished, let progress = sourceObserver.progress {
      output?.showNotice(noticeOfStop(after: progress.posts))
    }
    sourceObserver.stop()
  }

  private func noticeOfStop(after posts: Int) -> NoticeViewModel {
    TimelineStatus.noticeOfStop(of: timelines.subject, after: posts, keymap: services.keymap.value)
  }
}

// MARK: - Pager events

extension TimelineLoader: TimelinePagerDelegate {
  func pagerDidChange(_ pager: TimelinePager) {
    if loading.isSlow { observeSource() }
    if pager === self.pager { output?.render() }
  }

  func pagerDidFillGap(_ pager: TimelinePager) {
    guard let id = tabs.timeline(of: pager), let window = pager.window else { return }
    readState.unread.didFillGap(of: id, window: window)
    readState.countUnread()
  }

  func pagerDidStartFetching(_ pager: TimelinePager) {
    if pager === self.pager { output?.showFooter() }
  }

  func pager(_ pager: TimelinePager, didAdd post: Post) {
    if let id = tabs.timeline(of: pager) { readState.unread.didAdd(post, to: id, window: pager.window) }
    if pager === self.pager { output?.render() } else { output?.showHeader() }
  }

  /// Refreshes a timeline that may contain a post the user has added: now if it is shown, or when it is. A saved search
  /// only reloads stored posts.
  func pagerDidMissEntries(_ pager: TimelinePager) {
    guard let id = tabs.timeline(of: pager), pager.window != nil else { return }
    guard id.query == nil else {
      if pager === self.pager, !loading.isRunning { pager.reloadWithNewMatches() }
      return
    }
    // Pages that do not expire are not refreshed.
    if session.capabilities.maxAge != nil { outdated.needsRefresh(id) }
    if pager === self.pager, isInFront { refreshIfOld() }
  }

  func pager(_ pager: TimelinePager, didFail error: TimelineError) {
    // The restored tab does not exist. The others do.
    if case .unknownTimeline = error, tabs.isGrowing, !pager.hasPosts { return open() }
    services.log.record(.timelineFailed(handle: logHandle, error: error))
    guard pager === self.pager else { return }
    output?.render()
    resumeCountdown()
  }

  func pager(_ pager: TimelinePager, didLoad page: TimelinePage, _ outcome: TimelinePager.Outcome) {
    guard pager === self.pager else { return }
    if search.matches != nil {
      // Matches of a search are not marked read.
      output?.render()
      search.awaitSlowAccounts()
      return pager.fetchAhead()
    }
    if timelines.isShowingSearchResults {
      show(page)
      pager.fetchAhead()
      return timelines.awaitSlowAccounts()
    }
    if !outcome.keepsPosition { timelines.resetShownEntries() }
    outdated.reloadDidFinish(selected.id)
    if selected.id == .notifications { refreshHeldNotifications(isRefresh: outcome.isRefresh) }
    if outcome.isRefresh { sourceObserver.sourceDidRespond() }
    if outcome.isRefresh || page.asOf.map(hasFailed(before:)) == true { clearConnectionFailures() }
    let isAutomatic = isAutomaticRefresh && outcome.isRefresh
    if outcome.isRefresh { isAutomaticRefresh = false }
    if selected.id.belongsToSource, let window = pager.window {
      readState.unread.update(selected.id, with: window, selection: pager.selection, isRefresh: outcome.isRefresh)
    }
    services.log.record(.timelineLoaded(handle: logHandle, timeline: selected.title, count: page.posts.count))
    show(page) {
      if let notice = notice(of: page, outcome, isAutomatic: isAutomatic) { output?.showNotice(notice) }
    }
    if page.isRegenerating { resumeCountdown() }
    if isTooOld(page, outcome) { return pager.refresh() }
    reloadStale()
    pager.fetchAheadAfterLoad()
  }

  /// Loads which notifications the server holds back, only together with those that it does not: one request at most.
  private func refreshHeldNotifications(isRefresh: Bool) {
    session.heldNotifications.refresh(
      ifOlderThan: isRefresh ? Self.maxOverviewAgeOnRefresh : session.capabilities.maxAge ?? 0)
  }

  /// Shows a page, and loads what follows from it.
  private func show(_ page: TimelinePage, notice: () -> Void = {}) {
    observeSource(after: page.loading)
    output?.render()
    notice()
    readState.storeFirstPositions()
    if page.loading == nil { loadTabsIfNeeded() }
    readState.countUnread()
    readState.syncMarks()
  }

  /// The notice about a page that has been loaded; nil if no notice is needed.
  private func notice(of page: TimelinePage, _ outcome: TimelinePager.Outcome, isAutomatic: Bool) -> NoticeViewModel? {
    if case .date(let span, let name) = outcome.selecting, pager.hasPosts {
      return TimelineStatus.noticeOfDate(
        name, span, nearest: pager.selectedPost, isUnfinished: pager.isUnfinished)
    }
    if page.isTruncated { return noticeOfStop(after: page.total ?? page.posts.count) }
    if let skipped = page.skipped { return TimelineStatus.notice(for: skipped) }
    if outcome.isRefresh, outcome.hasNewAbove {
      return TimelineStatus.notice(
        ofNew: outcome.newAbove, timelines.options.order, keymap: services.keymap.value)
    }
    guard outcome.isRefresh, outcome.isNothingNew, !isAutomatic else { return nil }
    return TimelineStatus.noticeOfNothingNew(
      in: selected, hasUnread: readState.hasUnread, isUnreadElsewhere: readState.isUnreadElsewhere,
      now: services.clock.now)
  }

  /// Whether a cached page is too old. A page that was just refreshed is not.
  private func isTooOld(_ page: TimelinePage, _ outcome: TimelinePager.Outcome) -> Bool {
    guard let maxAge = session.capabilities.maxAge, let asOf = page.asOf, !outcome.isRefresh else { return false }
    return abs(services.clock.now.timeIntervalSince(asOf)) >= maxAge
  }

  /// Whether the last request of a timeline failed before a date.
  private func hasFailed(before date: Date) -> Bool {
    tabs.all.contains { tab in tab.pager.lastFailure.map { $0.date < date } ?? false }
  }
}

extension TimelinePager.Outcome {
  fileprivate var isRefresh: Bool { request.freshness == .fresh }

  /// Whether the user stays at the same entry.
  fileprivate var keepsPosition: Bool {
    if case .position = selecting { true } else { false }
  }
}
