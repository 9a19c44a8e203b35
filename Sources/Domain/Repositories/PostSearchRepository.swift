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
