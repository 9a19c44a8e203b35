/// Looks through all timelines of an account, not only through what is on the screen.
public protocol SearchTimelineUseCase: Sendable {
  /// The entries that match, newest first.
  func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage

  /// The same from the source anew.
  func refreshedMatches(
    of query: SearchQuery, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage

  /// How many there are. It may stop counting at `limit`.
  func count(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount
}

public struct SearchTimeline: SearchTimelineUseCase {
  private let repository: any TimelineRepository

  public init(repository: any TimelineRepository) {
    self.repository = repository
  }

  public func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    try await repository.matches(of: query, at: position, limit: limit)
  }

  public func refreshedMatches(
    of query: SearchQuery, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    await repository.refresh()
    return try await repository.matches(of: query, at: position, limit: limit)
  }

  public func count(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    try await repository.matchCount(of: query, upTo: limit)
  }
}
