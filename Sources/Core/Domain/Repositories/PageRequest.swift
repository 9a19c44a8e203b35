import FoundationEssentials

/// The request for a page of a timeline, of a profile's posts or of search results. The same value goes from the
/// presenter through use case and repository to the cache.
public struct PageRequest: Hashable, Sendable {
  /// The number of entries of a page.
  public static let pageLength = 60
  /// Maximum number of entries that a screen holds of a timeline.
  public static let maxLoaded = 6 * pageLength

  public var position: PagePosition
  /// The maximum number of entries.
  public var limit: Int
  public var freshness: Freshness
  /// Sources that cannot leave out entries ignore them.
  public var parameters = TimelineParameters()

  public init(_ position: PagePosition, limit: Int = Self.pageLength, _ freshness: Freshness = .cached) {
    self.position = position
    self.limit = limit
    self.freshness = freshness
  }
}

extension PageRequest {
  public static let newest = PageRequest(.newest)
  public static let oldest = PageRequest(.oldest)

  /// The entries around a date.
  public static func nearest(_ date: Date) -> PageRequest { PageRequest(.nearest(date)) }
  public static func newer(than cursor: PageCursor) -> PageRequest { PageRequest(.newer(than: cursor)) }
  public static func older(than cursor: PageCursor) -> PageRequest { PageRequest(.older(than: cursor)) }
  public static func filling(_ gap: TimelineGap) -> PageRequest { PageRequest(.filling(gap)) }

  /// The entries around the last position; the newest ones if it is nil.
  public static func position(_ position: EntryPosition?) -> PageRequest { PageRequest(.around(position)) }

  /// The loaded entries, requested from the source again.
  /// - Parameter count: The number of loaded entries.
  public static func refresh(_ position: EntryPosition?, count: Int) -> PageRequest {
    PageRequest(.around(position), limit: limit(reloading: count), .fresh)
  }

  /// The loaded entries, as the source now has them without a request.
  /// - Parameter count: The number of loaded entries.
  public static func cachedRefresh(_ position: EntryPosition?, count: Int) -> PageRequest {
    PageRequest(.around(position), limit: limit(reloading: count), .loaded)
  }

  private static func limit(reloading count: Int) -> Int { min(max(pageLength, count), maxLoaded) }
}

extension PagePosition {
  fileprivate static func around(_ position: EntryPosition?) -> PagePosition {
    position.map { .around($0.key, $0.date) } ?? .newest
  }
}
