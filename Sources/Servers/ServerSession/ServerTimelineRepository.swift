import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The timelines of an account at a server. Cached pages are returned immediately. Newer and older pages are loaded,
/// stored in the cache and read from it.
public final class ServerTimelineRepository: TimelineRepository, PostSearchRepository {
  /// The server and the cache of an account.
  public struct Dependencies: Sendable {
    public var account: AccountID
    /// The host name to display.
    public var host: String
    public var remote: any RemoteTimelines
    public var cache: any TimelineCache
    /// Search in the cache.
    public var search: any PostSearchRepository
    /// The cached threads.
    public var threads: any ThreadRepository
    let changes: UserChanges
    let filters: AccountFilters
    let reported: ReportedEntries

    public init(
      account: AccountID, host: String, remote: any RemoteTimelines, cache: any TimelineCache,
      search: any PostSearchRepository, threads: any ThreadRepository, changes: UserChanges = UserChanges()
    ) {
      self.account = account
      self.host = host
      self.remote = remote
      self.cache = cache
      self.search = search
      self.threads = threads
      self.changes = changes
      filters = AccountFilters(of: account, remote: remote, cache: cache)
      reported = ReportedEntries(cache)
    }
  }

  /// The key by which concurrent requests are coalesced.
  private enum Request: Hashable {
    case overview
    case newest(TimelineQuery)
    case older(TimelineQuery)
    case filling(PageCursor, TimelineQuery)
  }

  private let dependencies: Dependencies
  private let clock: any WallClock
  private let fetcher: PageFetcher
  private let broadcaster: ChangeBroadcaster
  private let alert: @Sendable ([Post]) -> Void
  private let requests = RequestCoalescer<Request, Void>()
  /// The timelines that the server is regenerating.
  private let regenerating = Mutex<Set<TimelineQuery>>([])
  private let pruner: CachePruner
  private let additions: RecentAdditions

  /// - Parameters:
  ///   - hasLiveUpdates: whether new entries arrive automatically while there are observers.
  ///   - notifies: whether observers are notified of the user's actions; nil to notify if there are live updates.
  ///   - alert: called with new notifications, newest first.
  public init(
    _ dependencies: Dependencies, bounds: CacheBounds = CacheBounds(), hasLiveUpdates: Bool, notifies: Bool? = nil,
    clock: any WallClock,
    alert: @escaping @Sendable ([Post]) -> Void = { _ in }
  ) {
    self.dependencies = dependencies
    self.clock = clock
    pruner = CachePruner(dependencies.cache, bounds: bounds, clock: clock)
    self.alert = alert
    additions = RecentAdditions(dependencies.changes)
    fetcher = PageFetcher(dependencies, clock: clock)
    broadcaster = ChangeBroadcaster(
      dependencies, fetcher, pruner, isActive: hasLiveUpdates, notifies: notifies ?? hasLiveUpdates, clock: clock,
      alert: alert)
  }

  /// The timelines of the account. If none are cached and loading fails, they are Home and Notifications, which every
  /// server has.
  /// - Throws: `TimelineError` if `freshness` is `.fresh` and loading failed, if the cache failed, or if cancelled.
  public func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    if freshness == .cached, let known = try await cachedOverview() { return known }
    do throws(TimelineError) {
      try await requests.response(for: .overview) { [dependencies, clock] () throws(TimelineError) in
        let moment = clock.now
        async let filters = dependencies.filters.refresh(clock: clock)
        var overview = try await dependencies.remote.overview()
        overview.asOf = moment
        _ = await filters
        overview.filters = await dependencies.filters.cached
        try await dependencies.withCache { cache throws(StoreError) in try await cache.store(overview) }
      }
    } catch .cancelled {
      throw .cancelled
    } catch {
      if freshness == .fresh { throw error }
    }
    return try await cachedOverview()
      ?? TimelineOverview(timelines: [ListedTimeline(.home), ListedTimeline(.notifications)], isGrowing: true)
  }

  public func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    let page = try await loadedPage(of: TimelineQuery(timeline, request.parameters), request)
    guard request.parameters.isEmpty else { return page }
    if request.position == .newest { dependencies.reported.begin(timeline, with: page.posts) }
    // Entries that the user has requested are not announced.
    if request.freshness == .fresh { await dependencies.reported.markReported(in: timeline) }
    return page
  }

  private func loadedPage(of query: TimelineQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    if request.freshness == .fresh { try await loadNewest(of: query) }
    if case .filling(let gap) = request.position { try await load(gap, of: query) }
    guard let cached = try await cachedPage(of: query, request) else {
      try await loadNewest(of: query)
      guard let cached = try await cachedPage(of: query, request) else { return TimelinePage() }
      return await overlaidPage(cached, query)
    }
    guard case .older = request.position, cached.page.posts.count < request.limit, cached.older != nil else {
      return await overlaidPage(cached, query)
    }
    return await overlaidPage(try await older(than: cached, of: query, request), query)
  }

  /// A page of older entries: cached ones, then loaded ones. Pages without visible entries are skipped.
  private func older(
    than cached: CachedPage, of query: TimelineQuery, _ request: PageRequest
  ) async throws(TimelineError) -> CachedPage {
    var page = cached
    for _ in 0..<PageFetcher.maxEmptyPages {
      guard let cursor = page.older else { return page }
      do throws(TimelineError) {
        try await loadOlder(than: cursor, of: query)
      } catch {
        // Return the cached entries. The error is thrown when the user reaches their end.
        if cached.page.posts.isEmpty || error == .cancelled { throw error }
        return cached
      }
      page = try await cachedPage(of: query, request) ?? page
      if page.page.posts.count > cached.page.posts.count { return page }
    }
    // If all pages were empty, the next request continues from the same request.position.
    if case .older(let cursor) = request.position, page.older != nil { page.page.older = page.page.older ?? cursor }
    return page
  }

  /// Loads the newest entries of all timelines. Gaps are filled in Home and Notifications only, because of rate limits;
  /// others are filled when the user reaches them.
  /// - Returns: the number of new entries by others. A post in several timelines counts once.
  /// - Throws: the first `TimelineError`. Unless it affects all timelines, the others are loaded first.
  func fetchNewest() async throws(TimelineError) -> Int {
    var new: Set<PostKey> = []
    var failure: TimelineError?
    let overview = try await overview(.fresh)
    for timeline in overview.timelines.map(\.id) {
      do throws(TimelineError) {
        let isWhole = timeline == .home || timeline == .notifications
        let posts =
          try await isWhole
          ? fetcher.fetchAllNew(of: TimelineQuery(timeline))
          : fetcher.fetchNewest(of: TimelineQuery(timeline)).posts.inserted
        let others = posts.filter { post in overview.profile.map { !post.isOwnEntry(of: $0) } ?? true }
        new.formUnion(others.map { $0.notification == nil ? PostKey($0.ref) : $0.unreadKey })
      } catch .unknownTimeline {
        continue
      } catch {
        if error.affectsAllTimelines { throw error }
        failure = failure ?? error
      }
    }
    await pruner.pruneIfDue()
    if let failure { throw failure }
    return new.count
  }

  public func changes() -> AsyncStream<SourceChange> { broadcaster.changes() }

  /// Returns immediately: a server's timelines are loaded on request only.
  public func waitUntilLoaded() async {}

  /// Reports what another process has stored, while the account is on screen.
  func storeDidChange() async {
    guard broadcaster.isObserved else { return }
    for timeline in dependencies.reported.timelines {
      var new = await dependencies.reported.markReported(in: timeline)
      new.posts = await dependencies.filters.applied(to: new.posts, in: timeline.filterScope, at: clock.now)
      let shown = new.posts.filter { !$0.isHiddenByFilter }
      if timeline == .notifications, !shown.isEmpty { alert(shown) }
      if !new.posts.isEmpty || new.hasOtherChanges { notify(.outdated(timeline)) }
    }
  }

  /// Reports that the server has responded to a request.
  func serverDidRespond() { broadcaster.serverDidRespond() }

  /// Reloads the filters after the user has changed them, and notifies observers to read all timelines again.
  func reloadFilters() async {
    if await dependencies.filters.refresh(isForced: true, clock: clock) { notify(.filtersChanged) }
  }

  /// Reloads the list of timelines after the user has changed it.
  func reloadOverview() async {
    if (try? await overview(.fresh)) != nil { notify(.overviewChanged) }
  }

  /// Notifies the observers of a change.
  func notify(_ change: SourceChange) { broadcaster.notify(change) }

  /// Adds a published post to the timelines that will list it, until they are reloaded. A reply is also counted at its
  /// parent.
  func addPublished(_ post: Post, from draft: Draft) async {
    if case .edit = draft.purpose { return }
    additions.addPublished(post, at: clock.now)
    await countReply(post, by: 1)
  }

  /// Changes the reply count of the parent until the server's own count replaces it. Mastodon counts public and
  /// unlisted replies (app/models/status.rb, `increment_counter_caches`).
  private func countReply(_ reply: Post, by number: Int) async {
    guard let parent = reply.replyTo, [nil, .public, .unlisted].contains(reply.visibility) else { return }
    let changed = try? await dependencies.cache.update(parent) { post in
      var post = post
      if let known = post.counts?.replies { post.counts?.replies = max(0, known + number) }
      return post
    }
    if let changed = changed.flatMap(\.self) { notify(.changed(changed)) }
  }

  /// Updates the reply count of the parent of a deleted post.
  func didDelete(_ post: Post) async { await countReply(post, by: -1) }

  /// Loads the newest Home entries after a post was published, since only the server knows the post's position.
  func loadPublished(_ post: Post, from draft: Draft) async {
    if case .edit = draft.purpose { return notify(.changed(post)) }
    guard (try? await dependencies.cache.page(of: .home, PageRequest(.newest, limit: 1))).flatMap(\.self) != nil,
      let fetched = try? await fetcher.fetchNewest(of: .home)
    else { return }
    let new = await dependencies.reported.markReported(in: .home, inserted: fetched.posts.inserted)
    for change in new.changes(of: .home) + fetched.posts.otherChanges(of: .home) { notify(change) }
  }

  /// Loads the notifications that arrived since the last request, while the account is not on screen.
  /// - Returns: the new ones that no filter hides, newest first. Empty if none were cached before.
  func pollNotifications() async throws(TimelineError) -> [Post] {
    await dependencies.reported.begin(.notifications)
    let posts = try await fetcher.fetchAboveCached(of: .notifications)
    let new = await dependencies.reported.markReported(
      in: .notifications, inserted: posts.inserted, renamed: posts.renamed)
    if !new.posts.isEmpty { notify(.outdated(.notifications)) }
    for post in posts.changed { notify(.changed(post)) }
    return await dependencies.filters.applied(
      to: new.posts, in: TimelineID.notifications.filterScope, at: clock.now
    ).filter { !$0.isHiddenByFilter }
  }

  /// Reloads the newest notifications after the server has added accepted ones.
  func loadAcceptedNotifications() async {
    guard
      (try? await dependencies.cache.page(of: .notifications, PageRequest(.newest, limit: 1))).flatMap(\.self) != nil,
      (try? await fetcher.fetchNewest(of: .notifications)) != nil
    else { return }
    notify(.outdated(.notifications))
  }

  /// Sets whether the account is on screen. It receives live updates only while it is.
  func setShown(_ isShown: Bool) { broadcaster.setShown(isShown) }

  public func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    var page = try await dependencies.search.matches(of: query, request)
    page.posts = await dependencies.filters.applied(to: page.posts, in: .search, at: clock.now)
    return page
  }

  public func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    try await dependencies.search.matchCount(of: query, upTo: limit)
  }
}

extension TimelineError {
  /// Whether the error of one timeline applies to all.
  fileprivate var affectsAllTimelines: Bool {
    switch self {
    case .offline, .timedOut, .untrustedHost, .storeFailed, .cancelled: true
    default: isRateLimited
    }
  }
}

// MARK: - The cache

extension ServerTimelineRepository {
  private func cachedOverview() async throws(TimelineError) -> TimelineOverview? {
    try await dependencies.withCache { cache throws(StoreError) in try await cache.overview() }
  }

  private func cachedPage(of query: TimelineQuery, _ request: PageRequest) async throws(TimelineError) -> CachedPage? {
    try await dependencies.withCache { cache throws(StoreError) in
      try await cache.page(of: query, request)
    }
  }

  /// The page to return: the cached one with recent additions and filters applied.
  private func overlaidPage(_ cached: CachedPage, _ query: TimelineQuery) async -> TimelinePage {
    let cache = dependencies.cache
    var page = await additions.apply(
      to: cached, of: query.timeline,
      user: { (try? await cachedOverview()).flatMap(\.self)?.profile ?? Profile(handle: dependencies.account.key) },
      current: { (try? await cache.post($0)).flatMap(\.self) },
      isCached: { (try? await cache.cursor(of: $0, in: query)).flatMap(\.self) != nil })
    page.posts = await dependencies.filters.applied(
      to: page.posts, in: query.timeline.filterScope, verdictsAsOf: cached.asOf, at: clock.now)
    page.asOf = cached.asOf
    page.isRegenerating = regenerating.withLock { $0.contains(query) }
    return page
  }
}

// MARK: - Loading from the server

extension ServerTimelineRepository {
  private func loadNewest(of query: TimelineQuery) async throws(TimelineError) {
    try await requests.response(for: .newest(query)) {
      [fetcher, dependencies, clock, weak self] () throws(TimelineError) in
      async let filters = dependencies.filters.refresh(clock: clock)
      let fetched = try await fetcher.fetchNewest(of: query)
      _ = await filters
      self?.recordRegeneration(fetched.page, of: query)
      self?.notify(withdrawn: fetched.posts.withdrawn, from: query.timeline)
      for post in fetched.posts.changed where post.formerID != nil { self?.notify(.changed(post)) }
      // The caller has the new entries with the response; other observers reload.
      if !fetched.posts.inserted.isEmpty { self?.broadcaster.notifyWhenShared(.outdated(query.timeline)) }
      // The server has accepted the session, so live updates can start again.
      self?.broadcaster.resume()
    }
    // The caller does not wait for pruning.
    Task(executorPreference: currentTaskExecutor) { [pruner] in await pruner.pruneIfDue() }
  }

  private func loadOlder(than cursor: RemoteCursor, of query: TimelineQuery) async throws(TimelineError) {
    try await requests.response(for: .older(query)) { [fetcher] () throws(TimelineError) in
      try await fetcher.fetchOlder(than: cursor, of: query)
    }
  }

  private func load(_ gap: TimelineGap, of query: TimelineQuery) async throws(TimelineError) {
    try await requests.response(for: .filling(gap.cursor, query)) { [fetcher, weak self] () throws(TimelineError) in
      let filled = try await fetcher.fill(gap.cursor, of: query)
      self?.notify(withdrawn: filled.withdrawn, from: query.timeline)
    }
  }

  private func notify(withdrawn keys: [PostKey], from timeline: TimelineID) {
    if !keys.isEmpty { broadcaster.notify(.withdrawn(keys, from: timeline)) }
  }

  private func recordRegeneration(_ page: RemotePage, of query: TimelineQuery) {
    regenerating.withLock { queries in
      if page.isRegenerating { queries.insert(query) } else { queries.remove(query) }
    }
  }
}

extension ServerTimelineRepository.Dependencies {
  /// Performs an operation on the cache.
  /// - Throws: `storeFailed` if it failed; `cancelled` if the task was cancelled.
  func withCache<Value>(
    _ operation: (any TimelineCache) async throws(StoreError) -> Value
  ) async throws(TimelineError) -> Value {
    do throws(StoreError) {
      return try await operation(cache)
    } catch {
      throw Task.isCancelled ? .cancelled : .storeFailed(error)
    }
  }
}
