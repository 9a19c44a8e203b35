import Domain
import FoundationEssentials
import Runtime

/// Follows what is new at a server: hears its stream where it has one, and asks once a minute where it has none. What
/// comes is kept first, and told then.
///
/// After each break the newest entries are asked for before anything that the stream tells is believed to follow them:
/// what was missed meanwhile is told, or stays marked as a gap.
actor LiveUpdates {
  /// What streams tell of.
  static let followed: [TimelineID] = [.home, .notifications]
  /// In seconds.
  static let pollInterval = 60.0
  /// A server whose stream has ended is asked so many times before the stream is tried again.
  private static let pollsBetweenStreams = 30
  /// Events that come so close to each other are told together, in seconds.
  private static let joinInterval = 0.25
  /// Where so many events wait to be kept, none is taken until they have been.
  private static let maxPending = 1_000

  let parts: ServerTimelineRepository.Parts
  private let fetcher: PageFetcher
  let clock: any WallClock
  let notify: @Sendable (SourceChange) -> Void
  /// Told of notifications that were not known, the newest first.
  let alert: @Sendable ([Post]) -> Void
  var pending: [RemoteEvent] = []
  var flushing: Task<Void, Never>?
  /// Keeps what has come: once it has begun it goes on, and what comes later waits for it.
  var keeping: Task<Void, Never>?
  /// Asks again where the server had no answer, while its stream goes on.
  private var retrying: Task<Void, Never>?
  private var isStreaming = false
  /// Whether events of a stream are waited for, though it may be lost.
  private var awaitsStream = false
  /// Whether the server responds though its stream is lost: until that is back, it is asked once a minute.
  private var pollsMeanwhile = false
  private var isCatchingUp = false
  /// Whether it is of no use to go on.
  private var hasEnded = false
  /// Timelines of which all is known since the stream has begun.
  var unbroken: Set<TimelineID> = []
  private var isLost = false
  /// Whether the server has said that the filters have changed, and has not been asked for them since.
  private var filtersAreStale = false
  /// When the server was asked last for what is new, or this began.
  private var lastAsked: Date?
  /// The server is not asked before that.
  private var patience: Date?
  /// What a stream tells of a timeline in which something may be missing has the server asked, but not before that.
  var nextRepair: Date?

  init(
    _ parts: ServerTimelineRepository.Parts, _ fetcher: PageFetcher, clock: any WallClock,
    alert: @escaping @Sendable ([Post]) -> Void, notify: @escaping @Sendable (SourceChange) -> Void
  ) {
    self.parts = parts
    self.fetcher = fetcher
    self.clock = clock
    self.alert = alert
    self.notify = notify
  }

  /// Goes on until its task is cancelled, or the server has ended the session. When it is called again, what has
  /// happened meanwhile is asked for first.
  func follow() async {
    lastAsked = lastAsked ?? clock.now
    hasEnded = false
    await listen()
    for task in [flushing, retrying, keeping] { task?.cancel() }
    (pending, flushing, unbroken) = ([], nil, [])
    (retrying, isStreaming) = (nil, false)
    (awaitsStream, pollsMeanwhile) = (false, false)
  }

  private func listen() async {
    while !Task.isCancelled {
      awaitsStream = true
      for await event in parts.remote.events() {
        await take(event)
        if hasEnded { break }
      }
      (awaitsStream, pollsMeanwhile) = (false, false)
      if !Task.isCancelled { await endStream() }
      if hasEnded { return }
      for _ in 0..<Self.pollsBetweenStreams {
        guard (try? await clock.sleep(seconds: timeToNextPoll)) != nil, await catchUp() else { return }
      }
    }
  }

  private var timeToNextPoll: Double {
    let passed = lastAsked.map { abs(clock.now.timeIntervalSince($0)) } ?? 0
    return max(0, Self.pollInterval - passed)
  }

  private func take(_ event: RemoteEvent) async {
    switch event {
    case .connected:
      (isStreaming, pollsMeanwhile) = (true, false)
      _ = await catchUp()
    case .filtersChanged:
      filtersAreStale = true
      _ = await catchUp()
    case .lost(let error):
      await endStream()
      if error.endsSession { end(error) } else { lose() }
    case .inserted, .changed, .deleted:
      pending.append(event)
      if pending.count >= Self.maxPending { return await flush() }
      guard flushing == nil else { return }
      flushing = Task(executorPreference: currentTaskExecutor) {
        guard (try? await self.clock.sleep(seconds: Self.joinInterval)) != nil else { return }
        await self.flush()
      }
    }
  }

  /// What has come before the break is kept as what follows; what comes after it may not follow.
  private func endStream() async {
    flushing?.cancel()
    retrying?.cancel()
    (isStreaming, retrying) = (false, nil)
    await flush()
    unbroken = []
  }

  /// Says so: before the person has signed in again nothing comes.
  private func end(_ error: TimelineError) {
    (unbroken, isLost, hasEnded) = ([], true, true)
    notify(.connection(.ended(error)))
  }

  private func lose() {
    unbroken = []
    guard !isLost else { return }
    isLost = true
    notify(.connection(.lost(host: parts.host)))
  }

  /// The server has responded to a request of another screen: the connection is back, even if the stream is not yet.
  func serverDidRespond() {
    // What is being asked here says so itself.
    guard isLost, !hasEnded, !isCatchingUp else { return }
    isLost = false
    notify(.connection(.connected))
    guard awaitsStream, !isStreaming else { return }
    pollsMeanwhile = true
    retryLater()
  }

  /// Asks for the newest of all that is followed.
  /// - Returns: whether it is of use to go on.
  func catchUp() async -> Bool {
    isCatchingUp = true
    defer { isCatchingUp = false }
    lastAsked = clock.now
    if let patience, clock.isBefore(patience) {
      retryLater()
      return true
    }
    retrying?.cancel()
    (retrying, patience) = (nil, nil)
    await refreshStaleFilters()
    for timeline in Self.followed where await isKept(timeline) {
      do throws(TimelineError) {
        let news = try await fetcher.fetchNews(of: timeline)
        unbroken.insert(timeline)
        await notify(news, of: timeline)
      } catch .cancelled {
        return false
      } catch  where error.endsSession {
        end(error)
        return false
      } catch {
        patience = error.retryDate
        lose()
        retry(at: patience)
        return true
      }
    }
    if isLost {
      isLost = false
      notify(.connection(.connected))
    }
    return true
  }

  /// All timelines are read again where the filters have changed.
  private func refreshStaleFilters() async {
    guard filtersAreStale else { return }
    filtersAreStale = false
    guard await parts.filters.refresh(isForced: true, clock: clock) else { return }
    let timelines = (try? await parts.cache.overview())?.timelines.map(\.id) ?? Self.followed
    for timeline in timelines { notify(.outdated(timeline)) }
  }

  private func retry() async {
    retrying = nil
    guard isStreaming || pollsMeanwhile else { return }
    if await catchUp(), pollsMeanwhile { retryLater() }
  }

  /// Asks again by itself, where that is not scheduled already.
  func retryLater() {
    if retrying == nil { retry(at: patience) }
  }

  /// While the stream goes on nothing else would ask.
  private func retry(at moment: Date?) {
    guard isStreaming || pollsMeanwhile else { return }
    let pause = max(Self.pollInterval, moment?.timeIntervalSince(clock.now) ?? 0)
    retrying?.cancel()
    retrying = Task(executorPreference: currentTaskExecutor) {
      guard (try? await self.clock.sleep(seconds: pause)) != nil else { return }
      await self.retry()
    }
  }

  private func notify(_ news: (page: RemotePage, posts: MergedPosts), of timeline: TimelineID) async {
    var posts = news.posts
    posts.inserted = await filtered(posts.inserted, in: timeline)
    if timeline == .notifications { alertForShownEntries(posts.inserted) }
    for change in posts.changes(by: news.page, of: timeline) { notify(change) }
  }

  func filtered(_ posts: [Post], in timeline: TimelineID) async -> [Post] {
    await parts.filters.applied(to: posts, in: timeline.filterScope, at: clock.now)
  }

  /// What a filter hides calls nobody.
  func alertForShownEntries(_ posts: [Post]) {
    let shown = posts.filter { !$0.isHiddenByFilter }
    if !shown.isEmpty { alert(shown) }
  }

  /// What has never been asked for does not begin in the middle.
  func isKept(_ timeline: TimelineID) async -> Bool {
    let page = try? await parts.cache.page(of: timeline, at: .newest, limit: 1)
    return page.flatMap(\.self) != nil
  }
}

extension WallClock {
  /// What lies more than an hour ahead was noted before the clock was set back.
  func isBefore(_ moment: Date) -> Bool {
    (0...3600).contains(moment.timeIntervalSince(now)) && moment > now
  }
}

extension MergedPosts {
  /// What is to be told of what the newest page of a timeline has brought.
  func changes(by page: RemotePage, of timeline: TimelineID) -> [SourceChange] {
    var changes = changed.map(SourceChange.changed)
    if !withdrawn.isEmpty { changes.append(.withdrawn(withdrawn, from: timeline)) }
    if !inserted.isEmpty {
      // Where all of a page is new, there may be more between it and what was known.
      let isWhole = inserted.count < page.entries.count || page.older == nil
      changes.insert(isWhole ? .inserted(inserted, in: timeline) : .outdated(timeline), at: 0)
    }
    return changes
  }
}

extension TimelineError {
  /// Whether the server lets nobody in before the person has done something.
  fileprivate var endsSession: Bool {
    switch self {
    case .sessionExpired, .accountGone: true
    // What opens the account did not.
    case .fileUnreadable: true
    default: false
    }
  }
}
