/// Looks through all timelines of one account.
public protocol PostSearchRepository: Sendable {
  /// The entries of all timelines that match, newest first, each once. Cursors are those of `TimelineRepository`.
  /// - Throws: `cancelled` soon after the task has been cancelled; else why the source has no answer.
  func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage

  /// How many entries match. It may stop counting at `limit`.
  /// - Throws: as `matches`.
  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount
}

extension PostSearchRepository {
  /// How many entries match, where a page of them has come: not counted again where all are on that page, else counted up
  /// to a thousand.
  /// - Throws: as `matches`.
  func quickCount(of query: SearchQuery, beside page: TimelinePage) async throws(TimelineError) -> MatchCount {
    guard page.isWhole else { return try await matchCount(of: query, upTo: 1_000) }
    // A count that stops at once says all the same how many there are to look through.
    let searched = try await matchCount(of: query, upTo: 0).searched
    return MatchCount(count: page.posts.count, isExact: true, searched: searched)
  }
}

/// How many entries match a query.
public struct MatchCount: Hashable, Sendable {
  public var count: Int
  /// Whether there are no more than that.
  public var isExact: Bool
  /// Whether some of them may be the same entry.
  public var isRough = false
  /// How many entries there are to look through.
  public var searched: Int

  public init(count: Int, isExact: Bool, searched: Int) {
    self.count = count
    self.isExact = isExact
    self.searched = searched
  }
}
