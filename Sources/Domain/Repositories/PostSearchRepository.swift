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
