import Domain
import Runtime
import Synchronization

/// What the server of an account finds. Within five minutes it is not asked for the same words again; the posts that it
/// has found are kept as those of conversations are, and told as they are known by now.
public final class CachedServerSearch: ServerSearchRepository {
  private let remote: any RemoteSearch
  private let parts: ServerTimelineRepository.Parts
  private let answers: ExpiringCache<String, ServerMatches>
  private let isUnknown = Atomic(false)
  private let clock: any WallClock

  public init(_ parts: ServerTimelineRepository.Parts, remote: any RemoteSearch, clock: any WallClock) {
    self.parts = parts
    self.remote = remote
    self.clock = clock
    answers = ExpiringCache(clock: clock)
  }

  public var host: String { parts.host }

  /// Until the server has said that it cannot be looked through.
  public var isOffered: Bool { !isUnknown.load(ordering: .relaxed) }

  public func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
    do throws(TimelineError) {
      let found = try await answers.answer(to: words, freshness) { [remote, parts] () throws(TimelineError) in
        let found = try await remote.matches(of: words)
        let posts = found.posts
        try await parts.keep { cache throws(StoreError) in _ = try await cache.store(posts) }
        return found
      }
      return await known(found)
    } catch {
      if case .unknownTimeline = error { isUnknown.store(true, ordering: .relaxed) }
      throw error
    }
  }

  private func known(_ matches: ServerMatches) async -> ServerMatches {
    var matches = matches
    for index in matches.posts.indices {
      let found = matches.posts[index]
      guard var known = (try? await parts.cache.post(found.id)).flatMap(\.self) else { continue }
      (known.filterVerdict, known.quoteFilter) = (found.filterVerdict, found.quoteFilter)
      matches.posts[index] = known
    }
    matches.posts = await parts.filters.applied(to: matches.posts, in: .search, at: clock.now)
    return matches
  }
}
