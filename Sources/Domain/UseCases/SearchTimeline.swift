/// Looks through all timelines of an account, not only through what is on the screen.
public protocol SearchTimelineUseCase: Sendable {
  /// The entries that match, newest first.
  /// - Throws: why the source has no answer.
  func page(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage

  /// How many there are, where a page of them has come: what that does not tell is counted up to a bound.
  /// - Throws: why the source has no answer.
  func count(of query: SearchQuery, beside page: TimelinePage) async throws(TimelineError) -> MatchCount

  /// How many there are, counted to the end.
  /// - Throws: why the source has no answer.
  func count(of query: SearchQuery) async throws(TimelineError) -> MatchCount
}

public struct SearchTimeline: SearchTimelineUseCase {
  private let search: any PostSearchRepository

  public init(search: any PostSearchRepository) {
    self.search = search
  }

  public func page(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await search.matches(of: query, at: request.position, limit: request.limit, request.freshness)
  }

  public func count(of query: SearchQuery, beside page: TimelinePage) async throws(TimelineError) -> MatchCount {
    try await search.quickCount(of: query, beside: page)
  }

  public func count(of query: SearchQuery) async throws(TimelineError) -> MatchCount {
    try await search.matchCount(of: query, upTo: nil)
  }
}
