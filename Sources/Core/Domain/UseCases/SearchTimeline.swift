/// Searches all timelines of an account.
public protocol SearchTimelineUseCase: Sendable {
  /// A page of matching entries, newest first.
  func page(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage

  /// The number of matches after a page of them was loaded; counting may stop at a limit.
  func count(of query: SearchQuery, beside page: TimelinePage) async throws(TimelineError) -> MatchCount

  /// The exact number of matches.
  func count(of query: SearchQuery) async throws(TimelineError) -> MatchCount
}

public struct SearchTimeline: SearchTimelineUseCase {
  private let search: any PostSearchRepository

  public init(search: any PostSearchRepository) {
    self.search = search
  }

  public func page(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await search.matches(of: query, request)
  }

  public func count(of query: SearchQuery, beside page: TimelinePage) async throws(TimelineError) -> MatchCount {
    try await search.quickCount(of: query, beside: page)
  }

  public func count(of query: SearchQuery) async throws(TimelineError) -> MatchCount {
    try await search.matchCount(of: query, upTo: nil)
  }
}
