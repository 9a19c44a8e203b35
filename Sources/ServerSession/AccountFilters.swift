import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The filters of an account: kept with its overview, and asked of its server with what is new. Applies them to whatever
/// is read, kept or not.
public final class AccountFilters: Sendable {
  /// In seconds: the questions of one refresh ask once.
  private static let minInterval = 5.0

  private struct Known {
    var kept: CachedFilters
    var filters: ContentFilters
  }

  private struct State {
    var known: Known?
    var isLoaded = false
    var askedAt: Date?
  }

  private let owner: String
  private let remote: any RemoteTimelines
  private let cache: any TimelineCache
  private let state = Mutex(State())

  init(of account: AccountID, remote: any RemoteTimelines, cache: any TimelineCache) {
    owner = account.key
    self.remote = remote
    self.cache = cache
  }

  /// - Parameter verdictsAsOf: when the verdicts that the posts have were given.
  func applied(
    to posts: [Post], in scope: FilterScope, verdictsAsOf date: Date = .distantFuture, at now: Date
  ) async -> [Post] {
    guard !posts.isEmpty, scope != .none, let known = await known() else { return posts }
    let isNewer = known.kept.asOf >= date
    return posts.map { known.filters.applied(to: $0, in: scope, at: now, isNewer: isNewer) }
  }

  /// A post that is opened is shown; what it quotes, and what stands around it, is filtered.
  func applied(to thread: PostThread, at now: Date) async -> PostThread {
    guard let known = await known() else { return thread }
    let scope = FilterScope.context(.thread)
    func filtered(_ entry: PostThread.Entry) -> PostThread.Entry {
      guard case .post(let post) = entry else { return entry }
      let shown = known.filters.applied(to: post, in: scope, at: now, isNewer: false)
      return shown.isHiddenByFilter ? .unavailable(id: post.id, reason: .filtered) : .post(shown)
    }
    var thread = thread
    thread.post.quoteFilter = known.filters.applied(to: thread.post, in: scope, at: now, isNewer: false).quoteFilter
    thread.ancestors = thread.ancestors.map(filtered)
    for index in thread.replies.indices { thread.replies[index].entry = filtered(thread.replies[index].entry) }
    return thread
  }

  /// Asks the server, unless it was asked just now. Where it does not answer, what is known stays.
  /// - Parameter isForced: whether they are known to have changed.
  /// - Returns: whether they are others now.
  @discardableResult
  func refresh(isForced: Bool = false, clock: any WallClock) async -> Bool {
    let now = clock.now
    let isDue = state.withLock { state in
      let isRecent = state.askedAt.map { abs(now.timeIntervalSince($0)) < Self.minInterval } ?? false
      guard isForced || !isRecent else { return false }
      state.askedAt = now
      return true
    }
    guard isDue, isForced || remote.hasRoom else { return false }
    guard let found = (try? await remote.filters()).flatMap(\.self) else { return false }
    let before = await kept
    let known = before?.replaced(by: found, asOf: now) ?? CachedFilters(found, asOf: now)
    accept(known)
    let isChanged = before?.filters != found
    if var overview = (try? await cache.overview()).flatMap(\.self), overview.filters?.filters != found {
      overview.filters = known
      try? await cache.store(overview)
    }
    return isChanged
  }

  /// As they are to be kept; nil where the server has never said.
  var kept: CachedFilters? {
    get async { await known()?.kept }
  }

  private func accept(_ known: CachedFilters) {
    let filters = ContentFilters(known.filters, formerTitles: known.formerTitles, owner: owner)
    state.withLock { state in
      state.known = Known(kept: known, filters: filters)
      state.isLoaded = true
    }
  }

  /// nil where the server has never said.
  private func known() async -> Known? {
    let (known, isLoaded) = state.withLock { ($0.known, $0.isLoaded) }
    if isLoaded { return known }
    guard let kept = try? await cache.overview()?.filters else {
      return state.withLock { $0.known }
    }
    accept(kept)
    return state.withLock { $0.known }
  }
}
