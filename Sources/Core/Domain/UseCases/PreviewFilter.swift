import FoundationEssentials
import Runtime

/// Counts the posts of the last week that a filter in the search language would match.
public struct PreviewFilter: Sendable {
  public struct Preview: Hashable, Sendable {
    public var matching: Int
    public var total: Int
  }

  /// In seconds.
  private static let week = 7 * 86_400.0

  private let search: any PostSearchRepository
  private let clock: any WallClock

  public init(search: any PostSearchRepository, clock: any WallClock) {
    (self.search, self.clock) = (search, clock)
  }

  /// - Parameter query: A query in the search language; an invalid one matches nothing.
  public func callAsFunction(_ query: String) async throws(TimelineError) -> Preview {
    let now = clock.now
    let start = now.addingTimeInterval(-Self.week)
    let total = try await search.matchCount(of: .all(since: start), upTo: nil).count
    guard let parsed = try? SearchQuery(query, now: now) else { return Preview(matching: 0, total: total) }
    return Preview(matching: try await search.matchCount(of: parsed.since(start), upTo: nil).count, total: total)
  }
}
