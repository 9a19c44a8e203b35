import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The timelines of an account at a server: what is kept answers at once, the server is asked where something newer or
/// something further is wanted, and its answers are kept before they are shown.
public final class ServerTimelineRepository: TimelineRepository, PostSearchRepository {
  /// What the account is asked with and kept in.
  public struct Parts: Sendable {
    public var account: AccountID
    /// For people.
    public var host: String
    public var remote: any RemoteTimelines
    public var cache: any TimelineCache
    /// What is kept, to be searched.
    public var search: any PostSearchRepository
    /// Conversations as far as they are kept.
    public var threads: any ThreadRepository
    let filters: AccountFilters

    public init(
      account: AccountID, host: String, remote: any RemoteTimelines, cache: any TimelineCache,
      search: any PostSearchRepository, threads: any ThreadRepository
    ) {
      self.account = account
      self.host = host
      self.remote = remote
      self.cache = cache
      self.search = search
      self.threads = threads
      filters = AccountFilters(of: account, remote: remote, cache: cache)
    }
  }

  private struct Pruning {
    /// In seconds, between two.
    static let interval = 86_400.0

    var isRunning = false
    var endedAt: Date?
  }

  private enum Question: Hashable {
    case overview
    case newest(TimelineID)
    case older(TimelineID)
    case filling(PageCursor, TimelineID)
  }

  private let parts: Parts
  private let bounds: CacheBounds
  private let clock: any WallClock
  private let fetcher: PageFetcher
  private let follower: ChangeBroadcaster
  private let questions = RequestCoalescer<Question, Void>()
  /// Timelines that their server is putting together anew.
  private let regenerating = Mutex<Set<TimelineID>>([])
  private let pruning = Mutex(Pruning())
  private let additions = RecentAdditions()

  /// - Parameters:
  ///   - follows: whether what is new comes by itself while somebody listens.
  ///   - tells: whether those who listen are told what the reader does; nil: where what is new comes by itself.
  ///   - alert: told of notifications that have come so, the newest first.
  public init(
    _ parts: Parts, bounds: CacheBounds = CacheBounds(), follows: Bool, tells: Bool? = nil, clock: any WallClock,
    alert: @escaping @Sendable ([Post]) -> Void = { _ in }
  ) {
    self.parts = parts
    self.bounds = bounds
    self.clock = clock
    fetcher = PageFetcher(parts, clock: clock)
    follower = ChangeBroadcaster(
      parts, fetcher, isActive: follows, tells: tells ?? follows, clock: clock, alert: alert)
  }

  /// Where the server has never said, and does not now, the timelines that every server has are a guess.
  public func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    if freshness == .cached, let known = try await keptOverview() { return known }
    do throws(TimelineError) {
      try await questions.answer(to: .overview) { [parts, clock] () throws(TimelineError) in
        let moment = clock.now
        async let filters = parts.filters.refresh(clock: clock)
        var overview = try await parts.remote.overview()
        overview.asOf = moment
        _ = await filters
        overview.filters = await parts.filters.kept
        try await parts.keep { cache throws(StoreError) in try await cache.store(overview) }
      }
    } catch .cancelled {
      throw .cancelled
    } catch {
      if freshness == .fresh { throw error }
    }
    return try await keptOverview()
      ?? TimelineOverview(timelines: [ListedTimeline(.home), ListedTimeline(.notifications)], isGrowing: true)
  }

  public func page(
    of timeline: TimelineID, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    if freshness == .fresh { try await askForNewest(of: timeline) }
    if case .filling(let gap) = position { try await ask(for: gap, of: timeline) }
    guard let kept = try await keptPage(of: timeline, at: position, limit: limit) else {
      try await askForNewest(of: timeline)
      guard let kept = try await keptPage(of: timeline, at: position, limit: limit) else { return TimelinePage() }
      return await shown(kept, timeline)
    }
    guard case .older = position, kept.page.posts.count < limit, kept.older != nil else {
      return await shown(kept, timeline)
    }
    return await shown(try await older(than: kept, of: timeline, at: position, limit: limit), timeline)
  }

  /// What is kept below, and what the server has below that. Answers of which nothing can be shown are gone past.
  private func older(
    than kept: CachedPage, of timeline: TimelineID, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> CachedPage {
    var page = kept
    for _ in 0..<PageFetcher.maxEmptyPages {
      guard let cursor = page.older else { return page }
      do throws(TimelineError) {
        try await askForOlder(than: cursor, of: timeline)
      } catch {
        // What is kept below comes first; when that has been read, the server's silence is told.
        if kept.page.posts.isEmpty || error == .cancelled { throw error }
        return kept
      }
      page = try await keptPage(of: timeline, at: position, limit: limit) ?? page
      if page.page.posts.count > kept.page.posts.count { return page }
    }
    // It goes on from where it was asked.
    if case .older(let cursor) = position, page.older != nil { page.page.older = page.page.older ?? cursor }
    return page
  }

  /// Asks for what is new in all timelines. In Home and among notifications also for what is missing between that and
  /// what was known; elsewhere that stays marked, and is asked for when somebody reads there: a server allows no more
  /// than so many pages.
  /// - Returns: how many entries were not known before.
  /// - Throws: why the server has no answer, for one of them at least; the others have been asked for all the same, where
  ///   it may have one.
  func fetchNews() async throws(TimelineError) -> Int {
    var count = 0
    var failure: TimelineError?
    for timeline in try await overview(.fresh).timelines.map(\.id) {
      do throws(TimelineError) {
        let isWhole = timeline == .home || timeline == .notifications
        count +=
          try await isWhole ? fetcher.fetchAllNews(of: timeline) : fetcher.fetchNews(of: timeline).posts.inserted.count
      } catch .unknownTimeline {
        continue
      } catch {
        if error.isOfAllTimelines { throw error }
        failure = failure ?? error
      }
    }
    await prune()
    if let failure { throw failure }
    return count
  }

  public func changes() -> AsyncStream<SourceChange> { follower.changes() }

  /// Nothing of a server is read but when it is asked for.
  public func waitUntilRead() async {}

  /// The server has responded to a request, whatever that was about.
  func serverDidRespond() { follower.serverDidRespond() }

  /// Tells those who listen of what has happened here.
  func notify(_ change: SourceChange) { follower.notify(change) }

  /// The account has just published a post. It is shown in the timelines that gain it before they are loaded again, and
  /// counted where it replies.
  func note(_ post: Post, of draft: Draft) async {
    if case .edit = draft.purpose { return }
    additions.add(post, by: .published, at: clock.now)
    await countReply(post, by: 1)
  }

  /// The post that is replied to has another count at once; the server's own count takes its place. Mastodon counts what
  /// anyone can see (app/models/status.rb, `increment_counter_caches`).
  private func countReply(_ reply: Post, by number: Int) async {
    guard let parent = reply.replyTo, [nil, .public, .unlisted].contains(reply.visibility) else { return }
    let changed = try? await parts.cache.change(parent) { post in
      var post = post
      if let known = post.counts?.replies { post.counts?.replies = max(0, known + number) }
      return post
    }
    if let changed = changed.flatMap(\.self) { notify(.changed(changed)) }
  }

  /// The user has done something with a post, or taken it back.
  func note(_ action: UserAction, on post: Post) async {
    if case .delete = action { return await countReply(post, by: -1) }
    if let addition = action.addition {
      var entry = post
      if addition == .reposted {
        let owner = (try? await keptOverview()).flatMap(\.self)?.profile
        entry.repost = Repost(by: owner ?? Profile(handle: parts.account.key), at: clock.now)
      }
      additions.add(entry, by: addition, at: clock.now)
    } else if let removal = action.removal {
      let key = additions.remove(post, by: removal, at: clock.now)
      if let key, removal == .reposted { notify(.withdrawn([key], from: nil)) }
    }
  }

  /// Shows a post that the account has just written: where the server has put it, that it says itself.
  func show(_ post: Post, of draft: Draft) async {
    if case .edit = draft.purpose { return notify(.changed(post)) }
    guard (try? await parts.cache.page(of: .home, at: .newest, limit: 1)).flatMap(\.self) != nil,
      let news = try? await fetcher.fetchNews(of: .home)
    else { return }
    for change in news.posts.changes(by: news.page, of: .home) { notify(change) }
  }

  /// Whether the account is on the screen: what is not comes by itself no more.
  func setShown(_ isShown: Bool) { follower.setShown(isShown) }

  public func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    var page = try await parts.search.matches(of: query, at: position, limit: limit, freshness)
    page.posts = await parts.filters.applied(to: page.posts, in: .search, at: clock.now)
    return page
  }

  public func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    try await parts.search.matchCount(of: query, upTo: limit)
  }
}

extension TimelineError {
  /// Whether a server that says so of one timeline says it of all.
  fileprivate var isOfAllTimelines: Bool {
    switch self {
    case .offline, .timedOut, .untrustedHost, .storeFailed, .cancelled: true
    default: isRateLimited
    }
  }
}

// MARK: - What is kept

extension ServerTimelineRepository {
  private func keptOverview() async throws(TimelineError) -> TimelineOverview? {
    try await parts.keep { cache throws(StoreError) in try await cache.overview() }
  }

  private func keptPage(
    of timeline: TimelineID, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> CachedPage? {
    try await parts.keep { cache throws(StoreError) in
      try await cache.page(of: timeline, at: position, limit: limit)
    }
  }

  private func shown(_ kept: CachedPage, _ timeline: TimelineID) async -> TimelinePage {
    var page = await additions.apply(to: kept, of: timeline) { [cache = parts.cache] id in
      (try? await cache.post(id)).flatMap(\.self)
    }
    page.posts = await parts.filters.applied(
      to: page.posts, in: timeline.filterScope, verdictsAsOf: kept.asOf, at: clock.now)
    page.asOf = kept.asOf
    page.isRegenerating = regenerating.withLock { $0.contains(timeline) }
    return page
  }
}

// MARK: - What the server is asked

extension ServerTimelineRepository {
  private func askForNewest(of timeline: TimelineID) async throws(TimelineError) {
    try await questions.answer(to: .newest(timeline)) { [fetcher, parts, clock, weak self] () throws(TimelineError) in
      async let filters = parts.filters.refresh(clock: clock)
      let news = try await fetcher.fetchNews(of: timeline)
      _ = await filters
      self?.note(news.page, of: timeline)
      self?.notify(withdrawn: news.posts.withdrawn, from: timeline)
      for post in news.posts.changed where post.formerID != nil { self?.notify(.changed(post)) }
      // Whoever has asked has it with the answer, and reads it once more where others are told.
      if !news.posts.inserted.isEmpty { self?.follower.notifyWhenShared(.outdated(timeline)) }
      // The session may be good again.
      self?.follower.resume()
    }
    // Nobody waits for that.
    Task(executorPreference: currentTaskExecutor) { [weak self] in await self?.prune() }
  }

  private func askForOlder(than cursor: RemoteCursor, of timeline: TimelineID) async throws(TimelineError) {
    try await questions.answer(to: .older(timeline)) { [fetcher] () throws(TimelineError) in
      try await fetcher.fetchOlder(than: cursor, of: timeline)
    }
  }

  private func ask(for gap: TimelineGap, of timeline: TimelineID) async throws(TimelineError) {
    try await questions.answer(to: .filling(gap.cursor, timeline)) { [fetcher, weak self] () throws(TimelineError) in
      let filled = try await fetcher.fill(gap.cursor, of: timeline)
      self?.notify(withdrawn: filled.withdrawn, from: timeline)
    }
  }

  private func notify(withdrawn keys: [PostKey], from timeline: TimelineID) {
    if !keys.isEmpty { follower.notify(.withdrawn(keys, from: timeline)) }
  }

  private func note(_ page: RemotePage, of timeline: TimelineID) {
    regenerating.withLock { timelines in
      if page.isRegenerating { timelines.insert(timeline) } else { timelines.remove(timeline) }
    }
  }

  /// Once a day, a handful at a time.
  private func prune() async {
    let now = clock.now
    let isDue = pruning.withLock { pruning in
      let isRecent = pruning.endedAt.map { abs(now.timeIntervalSince($0)) < Pruning.interval } ?? false
      guard !pruning.isRunning, !isRecent else { return false }
      pruning.isRunning = true
      return true
    }
    guard isDue else { return }
    var hasMore: Bool? = true
    while hasMore == true, !Task.isCancelled { hasMore = try? await parts.cache.prune(to: bounds, now: clock.now) }
    // What was broken off is gone on with the next time.
    let endedAt = hasMore == false ? now : nil
    pruning.withLock { $0 = Pruning(endedAt: endedAt ?? $0.endedAt) }
  }
}

extension ServerTimelineRepository.Parts {
  /// Asks the cache something, or has it keep something.
  func keep<Answer>(
    _ question: (any TimelineCache) async throws(StoreError) -> Answer
  ) async throws(TimelineError) -> Answer {
    do throws(StoreError) {
      return try await question(cache)
    } catch {
      throw Task.isCancelled ? .cancelled : .storeFailed(error)
    }
  }
}
