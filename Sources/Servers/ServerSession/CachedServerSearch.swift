import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// Search by the server of an account. Results are cached for five minutes by words. The posts found are stored in the
/// timeline cache and returned in their current state.
public final class CachedServerSearch: ServerSearchRepository {
  private let server: any ServerSearchRepository
  private let dependencies: ServerTimelineRepository.Dependencies
  private let responses: ExpiringCache<String, ServerMatches>
  private let isUnsupported = Atomic(false)
  private let clock: any WallClock

  public init(
    _ dependencies: ServerTimelineRepository.Dependencies, server: any ServerSearchRepository, clock: any WallClock
  ) {
    self.dependencies = dependencies
    self.server = server
    self.clock = clock
    responses = ExpiringCache(clock: clock)
  }

  public var host: String { dependencies.host }

  /// Whether the server supports search; true until a response shows otherwise.
  public var isAvailable: Bool { !isUnsupported.load(ordering: .relaxed) }

  /// - Throws: `unknownTimeline` if the server has no search.
  public func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
    do throws(TimelineError) {
      let found = try await responses.value(for: words, freshness) { [server, dependencies] () throws(TimelineError) in
        let found = try await server.matches(of: words, .fresh)
        try await dependencies.store(found)
        return found
      }
      return await dependencies.refreshed(found, at: clock.now)
    } catch {
      if case .unknownTimeline = error { isUnsupported.store(true, ordering: .relaxed) }
      throw error
    }
  }

  public func post(at address: String) async throws(TimelineError) -> Post? { try await server.post(at: address) }
}

extension ServerTimelineRepository.Dependencies {
  /// Stores the posts that a server has found.
  func store(_ matches: ServerMatches) async throws(TimelineError) {
    let posts = matches.posts
    try await withCache { cache throws(StoreError) in _ = try await cache.store(posts) }
  }

  /// The results with their posts in the current state.
  func refreshed(_ matches: ServerMatches, at now: Date) async -> ServerMatches {
    var matches = matches
    for index in matches.posts.indices {
      let found = matches.posts[index]
      guard var known = (try? await cache.post(found.id)).flatMap(\.self) else { continue }
      (known.filterVerdict, known.quoteFilter) = (found.filterVerdict, found.quoteFilter)
      matches.posts[index] = known
    }
    matches.posts = await filters.applied(to: matches.posts, in: .search, at: now)
    return matches
  }
}
