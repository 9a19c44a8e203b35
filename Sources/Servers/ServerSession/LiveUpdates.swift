import Domain
import FoundationEssentials
import Runtime

/// Follows changes at a server: by its stream, or by polling once a minute if it has none. Events are cached first,
/// then broadcast.
///
/// After each interruption the newest entries are loaded before stream events are accepted as gapless: what was missed
/// is broadcast, or stays marked as a gap.
actor LiveUpdates {
  /// The timelines that streams report on.
  static let followedTimelines: [TimelineID] = [.home, .notifications]
  /// In seconds.
  static let pollInterval = 60.0
  /// The number of polls after the end of a stream before it is opened again.
  private static let pollsBetweenStreams = 30
  /// In seconds. Events within this interval are broadcast together.
  private static let batchInterval = 0.25
  /// The number of pending events at which they are cached before more are read.
  private static let maxPending = 1_000

  let dependencies: ServerTimelineRepository.Dependencies
  private let fetcher: PageFetcher
  let pruner: CachePruner
  let clock: any WallClock
  let notify: @Sendable (SourceChange) -> Void
  /// Called with new notifications, newest first.
  let alert: @Sendable ([Post]) -> Void
  var pending: [RemoteEvent] = []
  var flushTask: Task<Void, Never>?
  /// Caches a batch of events. Not cancelled; later batches wait for it.
  var cachingTask: Task<Void, Never>?
  /// Polls again after a failed request, while the stream continues.
  private var retryTask: Task<Void, Never>?
  private var isStreaming = false
  /// Whether a stream is being consumed, though its connection may be lost.
  private var awaitsStream = false
  /// Whether the server is polled once a minute because it responds but its stream is lost.
  private var pollsUntilReconnected = false
  private var isCatchingUp = false
  /// Whether the server has ended the session.
  private var hasSessionEnded = false
  /// The timelines without missing entries since the stream began.
  var gaplessTimelines: Set<TimelineID> = []
  private var isLost = false
  /// Whether the last connection change was that the server is connected.
  private var isConnected = false
  /// Whether the filters have changed at the server and were not reloaded yet.
  private var filtersAreStale = false
  /// When the newest entries were last requested, or streaming began.
  private var lastPollDate: Date?
  /// The end of a rate limit: no requests before.
  private var retryNotBefore: Date?
  /// The earliest date for reloading a timeline that may have missed entries.
  var nextRepair: Date?

  init(
    _ dependencies: ServerTimelineRepository.Dependencies, _ fetcher: PageFetcher, _ pruner: CachePruner,
    clock: any WallClock, alert: @escaping @Sendable ([Post]) -> Void,
    notify: @escaping @Sendable (SourceChange) -> Void
  ) {
    self.pruner = pruner
    self.dependencies = dependencies
    self.fetcher = fetcher
    self.clock = clock
    self.alert = alert
    self.notify = notify
  }

  /// Follows the server until the task is cancelled or the server ends the session. When called again, first loads what
  /// was missed.
  func follow() async {
    lastPollDate = lastPollDate ?? clock.now
    hasSessionEnded = false
    for timeline in Self.followedTimelines where await isCached(timeline) {
      await dependencies.reported.begin(timeline)
    }
    await consumeStreams()
    for task in [flushTask, retryTask, cachingTask] { task?.cancel() }
    (pending, flushTask, gaplessTimelines) = ([], nil, [])
    (retryTask, isStreaming) = (nil, false)
    (awaitsStream, pollsUntilReconnected) = (false, false)
  }

  private func consumeStreams() async {
    while !Task.isCancelled {
      awaitsStream = true
      for await event in dependencies.remote.events() {
        await handle(event)
        if hasSessionEnded { break }
      }
      (awaitsStream, pollsUntilReconnected) = (false, false)
      if !Task.isCancelled { await endStream() }
      if hasSessionEnded { return }
      for _ in 0..<Self.pollsBetweenStreams {
        guard (try? await clock.sleep(seconds: timeToNextPoll)) != nil, await catchUp() else { return }
      }
    }
  }

  private var timeToNextPoll: Double {
    let passed = lastPollDate.map { abs(clock.now.timeIntervalSince($0)) } ?? 0
    return max(0, Self.pollInterval - passed)
  }

  private func handle(_ event: RemoteEvent) async {
    switch event {
    case .connected:
      (isStreaming, pollsUntilReconnected) = (true, false)
      _ = await catchUp()
    case .filtersChanged:
      filtersAreStale = true
      _ = await catchUp()
    case .lost(let error):
      await endStream()
      if error.endsSession { endSession(error) } else { reportInterruption(error) }
    case .inserted, .changed, .deleted:
      pending.append(event)
      if pending.count >= Self.maxPending { return await flush() }
      guard flushTask == nil else { return }
      flushTask = Task(executorPreference: currentTaskExecutor) {
        guard (try? await self.clock.sleep(seconds: Self.batchInterval)) != nil else { return }
        await self.flush()
      }
    }
  }

  /// Caches the events before the interruption. Later ones may not follow them without a gap.
  private func endStream() async {
    flushTask?.cancel()
    retryTask?.cancel()
    (isStreaming, retryTask) = (false, nil)
    await flush()
    gaplessTimelines = []
  }

  /// Reports the end of the session: no events arrive until the user signs in again.
  private func endSession(_ error: TimelineError) {
    (gaplessTimelines, isLost, isConnected, hasSessionEnded) = ([], true, false, true)
    notify(.connection(.ended(error)))
  }

  private func reportInterruption(_ error: TimelineError) {
    gaplessTimelines = []
    guard !isLost else { return }
    (isLost, isConnected) = (true, false)
    switch error {
    case .rateLimited, .maintenance, .storeFailed: notify(.connection(.paused(error)))
    default: notify(.connection(.lost(host: dependencies.host)))
    }
  }

  /// Reports that the connection is back: the server has responded to another request. The stream may still be lost.
  func serverDidRespond() {
    // A running poll reports it itself.
    guard isLost, !hasSessionEnded, !isCatchingUp else { return }
    reportConnection()
    guard awaitsStream, !isStreaming else { return }
    pollsUntilReconnected = true
    retryLater()
  }

  /// Loads the newest entries of all followed timelines.
  /// - Returns: whether following should continue.
  func catchUp() async -> Bool {
    isCatchingUp = true
    defer { isCatchingUp = false }
    lastPollDate = clock.now
    if let retryNotBefore, clock.isBefore(retryNotBefore) {
      retryLater()
      return true
    }
    retryTask?.cancel()
    (retryTask, retryNotBefore) = (nil, nil)
    await refreshStaleFilters()
    for timeline in Self.followedTimelines where await isCached(timeline) {
      do throws(TimelineError) {
        let fetched = try await fetcher.fetchNewest(of: TimelineQuery(timeline))
        gaplessTimelines.insert(timeline)
        await notify(fetched, of: timeline)
      } catch .cancelled {
        return false
      } catch  where error.endsSession {
        endSession(error)
        return false
      } catch  where error.isResponse {
        // The server refuses this timeline only.
        continue
      } catch {
        retryNotBefore = error.retryDate
        reportInterruption(error)
        retry(at: retryNotBefore)
        return true
      }
    }
    reportConnection()
    return true
  }

  /// Reports once that updates arrive, after the newest entries were loaded.
  private func reportConnection() {
    guard !isConnected else { return }
    (isLost, isConnected) = (false, true)
    notify(.connection(.connected))
  }

  /// Reloads changed filters and lets all timelines be read again.
  private func refreshStaleFilters() async {
    guard filtersAreStale else { return }
    filtersAreStale = false
    guard await dependencies.filters.refresh(isForced: true, clock: clock) else { return }
    let timelines = (try? await dependencies.cache.overview())?.timelines.map(\.id) ?? Self.followedTimelines
    for timeline in timelines { notify(.outdated(timeline)) }
  }

  private func retry() async {
    retryTask = nil
    guard isStreaming || pollsUntilReconnected else { return }
    if await catchUp(), pollsUntilReconnected { retryLater() }
  }

  /// Schedules a retry unless one is scheduled already.
  func retryLater() {
    if retryTask == nil { retry(at: retryNotBefore) }
  }

  /// Nothing else polls while the stream continues.
  private func retry(at date: Date?) {
    guard isStreaming || pollsUntilReconnected else { return }
    let pause = max(Self.pollInterval, date?.timeIntervalSince(clock.now) ?? 0)
    retryTask?.cancel()
    retryTask = Task(executorPreference: currentTaskExecutor) {
      guard (try? await self.clock.sleep(seconds: pause)) != nil else { return }
      await self.retry()
    }
  }

  private func notify(_ fetched: (page: RemotePage, posts: MergedPosts), of timeline: TimelineID) async {
    let new = await unreported(after: fetched.posts, in: timeline)
    if timeline == .notifications { alertForShownEntries(new.posts) }
    for change in new.changes(of: timeline) + fetched.posts.otherChanges(of: timeline) { notify(change) }
    if timeline == .notifications { await refreshConversations(after: new.posts) }
  }

  /// The entries that this process has not reported, whether it or another one has stored them.
  func unreported(after merged: MergedPosts, in timeline: TimelineID) async -> ReportedEntries.Unreported {
    var new = await dependencies.reported.markReported(
      in: timeline, inserted: merged.inserted, renamed: merged.renamed)
    new.posts = await filtered(new.posts, in: timeline)
    return new
  }

  /// Loads the newest conversations if one of the new notifications is a private mention: the stream of Home and
  /// Notifications does not report conversations.
  func refreshConversations(after notifications: [Post]) async {
    guard notifications.contains(where: { $0.visibility == .direct }), await isCached(.conversations),
      let fetched = try? await fetcher.fetchNewest(of: .conversations)
    else { return }
    let new = await unreported(after: fetched.posts, in: .conversations)
    for change in new.changes(of: .conversations) + fetched.posts.otherChanges(of: .conversations) { notify(change) }
  }

  func filtered(_ posts: [Post], in timeline: TimelineID) async -> [Post] {
    await dependencies.filters.applied(to: posts, in: timeline.filterScope, at: clock.now)
  }

  /// Filtered posts do not alert.
  func alertForShownEntries(_ posts: [Post]) {
    let shown = posts.filter { !$0.isHiddenByFilter }
    if !shown.isEmpty { alert(shown) }
  }

  /// Whether a timeline is cached. Events are not stored in one that was never loaded.
  func isCached(_ timeline: TimelineID) async -> Bool {
    let page = try? await dependencies.cache.page(of: TimelineQuery(timeline), PageRequest(.newest, limit: 1))
    return page.flatMap(\.self) != nil
  }
}

extension WallClock {
  /// Whether a date is in the future. A date more than an hour ahead was set before the clock was set back and counts
  /// as past.
  func isBefore(_ date: Date) -> Bool {
    (0...3600).contains(date.timeIntervalSince(now)) && date > now
  }
}

extension MergedPosts {
  /// The changes to broadcast in addition to new entries.
  func otherChanges(of timeline: TimelineID) -> [SourceChange] {
    changed.map(SourceChange.changed) + (withdrawn.isEmpty ? [] : [.withdrawn(withdrawn, from: timeline)])
      + (renamed.isEmpty ? [] : [.outdated(timeline)])
  }
}

extension TimelineError {
  /// Whether no request can succeed until the user acts.
  fileprivate var endsSession: Bool {
    switch self {
    case .sessionExpired, .accountGone: true
    // The credentials could not be read.
    case .fileUnreadable: true
    default: false
    }
  }

  /// Whether the server itself has responded, rather than a network, a proxy or this computer.
  fileprivate var isResponse: Bool {
    switch self {
    case .refused, .postUnavailable, .unknownTimeline: true
    default: false
    }
  }
}
