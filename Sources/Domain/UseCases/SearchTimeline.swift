/// Looks through all timelines of an account, not only through what is on the screen.
public protocol SearchTimelineUseCase: Sendable {
  /// The entries that match, newest first.
  /// - Throws: why the source has no answer.
  func page(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage

  /// How many there are: quickly up to a bound, or to the end.
  /// - Throws: why the source has no answer.
  func count(of query: SearchQuery, isQuick: Bool) async throws(TimelineError) -> MatchCount
}

public struct SearchTimeline: SearchTimelineUseCase {
  /// Matches are counted so far before they are shown.
  private static let quickCount = 1_000
  private let search: any PostSearchRepository

  public init(search: any PostSearchRepository) {
    self.search = search
  }

  public func page(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await search.matches(of: query, at: request.position, limit: request.limit, request.freshness)
  }

  public func count(of query: SearchQuery, isQuick: Bool) async throws(TimelineError) -> MatchCount {
    try await search.matchCount(of: query, upTo: isQuick ? Self.quickCount : nil)
  }
}
