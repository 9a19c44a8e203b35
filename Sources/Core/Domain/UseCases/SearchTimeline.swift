/// Searches all timelines of an account.
public protocol SearchTimelineUseCase: Sendable {
  /// A page of matching entries, newest first.
  /// - Throws: `TimelineError` if the source cannot respond.
  func page(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage

  /// The number of matches after a page of them was loaded; counting may stop at a limit.
  /// - Throws: `TimelineError` if the source cannot respond.
  func count(of query: SearchQuery, beside page: TimelinePage) async throws(TimelineError) -> MatchCount

  /// The exact number of matches.
  /// - Throws: `TimelineError` if the source cannot respond.
  func count(of query: SearchQuery) async throws(TimelineError) -> MatchCount
}

public struct SearchTimeline: SearchTimelineUseCase {
  private let search: any PostSearchRepository

  public init(search: any PostSearchRepository) {
    self.search = search
  }

  /// - Throws: `TimelineError`; see `SearchTimelineUseCase`.
  public func page(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await search.matches(of: query, request)
  }

  /// - Throws: `TimelineError`; see `SearchTimelineUseCase`.
  public func count(of query: SearchQuery, beside page: TimelinePage) async throws(TimelineError) -> MatchCount {
    try await search.quickCount(of: query, beside: page)
  }

  /// - Throws: `TimelineError`; see `SearchTimelineUseCase`.
  public func count(of query: SearchQuery) async throws(TimelineError) -> MatchCount {
    try await search.matchCount(of: query, upTo: nil)
  }
}
