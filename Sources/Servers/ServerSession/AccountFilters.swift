import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The filters of an account: cached with its overview and refreshed with its timelines. Applied to all posts, cached
/// or loaded.
public final class AccountFilters: Sendable {
  /// In seconds. The requests of one refresh load the filters once.
  private static let minInterval = 5.0

  private struct LoadedFilters {
    var cached: CachedFilters
    var filters: ContentFilters
  }

  private struct State {
    var loaded: LoadedFilters?
    var isLoaded = false
    var requestedAt: Date?
  }

  private let owner: String
  private let remote: any RemoteTimelines
  private let cache: any OverviewCache
  private let state = Mutex(State())

  init(of account: AccountID, remote: any RemoteTimelines, cache: any OverviewCache) {
    owner = account.key
    self.remote = remote
    self.cache = cache
  }

  /// Applies the filters to posts.
  /// - Parameter verdictsAsOf: when the server gave the verdicts that the posts have.
  func applied(
    to posts: [Post], in scope: FilterScope, verdictsAsOf date: Date = .distantFuture, at now: Date
  ) async -> [Post] {
    guard !posts.isEmpty, scope != .none, let loaded = await loaded() else { return posts }
    let isNewer = loaded.cached.asOf >= date
    return posts.map { loaded.filters.applied(to: $0, in: scope, at: now, isNewer: isNewer) }
  }

  /// Applies the filters to a thread. The opened post is always shown; its quote, ancestors and replies are filtered.
  func applied(to thread: PostThread, at now: Date) async -> PostThread {
    guard let loaded = await loaded() else { return thread }
    let scope = FilterScope.context(.thread)
    return thread.filtered { loaded.filters.applied(to: $0, in: scope, at: now, isNewer: false) }
  }

  /// Reloads the filters unless they were loaded a few seconds ago. If that fails, the known ones stay.
  /// - Parameter isForced: whether the filters are known to have changed.
  /// - Returns: whether the filters have changed.
  @discardableResult
  func refresh(isForced: Bool = false, clock: any WallClock) async -> Bool {
    let now = clock.now
    let isDue = state.withLock { state in
      let isRecent = state.requestedAt.map { abs(now.timeIntervalSince($0)) < Self.minInterval } ?? false
      guard isForced || !isRecent else { return false }
      state.requestedAt = now
      return true
    }
    guard isDue, isForced || remote.hasSpareRequests else { return false }
    guard let found = (try? await remote.filters()).flatMap(\.self) else { return false }
    let before = await cached
    let loaded = before?.replaced(by: found, asOf: now) ?? CachedFilters(found, asOf: now)
    accept(loaded)
    let isChanged = before?.filters != found
    if var overview = (try? await cache.overview()).flatMap(\.self), overview.filters?.filters != found {
      overview.filters = loaded
      try? await cache.store(overview)
    }
    return isChanged
  }

  /// The filters to cache; nil if the server never returned any.
  var cached: CachedFilters? {
    get async { await loaded()?.cached }
  }

  private func accept(_ loaded: CachedFilters) {
    let filters = ContentFilters(loaded.filters, formerTitles: loaded.formerTitles, owner: owner)
    state.withLock { state in
      state.loaded = LoadedFilters(cached: loaded, filters: filters)
      state.isLoaded = true
    }
  }

  /// The known filters; nil if the server never returned any.
  private func loaded() async -> LoadedFilters? {
    let (loaded, isLoaded) = state.withLock { ($0.loaded, $0.isLoaded) }
    if isLoaded { return loaded }
    guard let stored = try? await cache.overview()?.filters else {
      return state.withLock { $0.loaded }
    }
    accept(stored)
    return state.withLock { $0.loaded }
  }
}
