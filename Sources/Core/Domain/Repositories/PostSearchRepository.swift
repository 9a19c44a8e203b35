/// Searches all timelines of one account.
public protocol PostSearchRepository: Sendable {
  /// A page of the matching entries of all timelines, newest first, without duplicates. Cursors work as in
  /// `TimelineRepository`.
  /// - Throws: `cancelled` soon after the task was cancelled.
  func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage

  /// The number of matching entries. Counting may stop at `limit`.
  /// - Throws: The same errors as `matches`.
  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount
}

extension PostSearchRepository {
  /// The number of matching entries after a page of them was loaded. It is not counted again if the page has all of
  /// them; else it is counted up to 1,000.
  /// - Throws: The same errors as `matches`.
  func quickCount(of query: SearchQuery, beside page: TimelinePage) async throws(TimelineError) -> MatchCount {
    guard page.isComplete else { return try await matchCount(of: query, upTo: 1_000) }
    // A count up to 0 is fast and still returns the number of searched entries.
    let searchedCount = try await matchCount(of: query, upTo: 0).searchedCount
    return MatchCount(count: page.posts.count, isExact: true, searchedCount: searchedCount)
  }
}

/// The number of entries that match a query.
public struct MatchCount: Hashable, Sendable {
  public var count: Int
  /// Whether counting did not stop at a limit.
  public var isExact: Bool
  /// Whether duplicates among accounts may be counted.
  public var isApproximate = false
  /// The number of entries that were searched.
  public var searchedCount: Int

  public init(count: Int, isExact: Bool, searchedCount: Int) {
    self.count = count
    self.isExact = isExact
    self.searchedCount = searchedCount
  }
}
