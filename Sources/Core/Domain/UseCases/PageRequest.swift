import FoundationEssentials

/// The page of a timeline or of search results that a screen needs. Only this type maps it to a position, a limit and a
/// freshness.
public enum PageRequest: Hashable, Sendable {
  /// The last position; nil for the newest entries.
  case position(EntryPosition?)
  /// The loaded entries, requested from the source again.
  case refresh(EntryPosition?, count: Int)
  /// The loaded entries, as the source now has them without a request.
  case cachedRefresh(EntryPosition?, count: Int)
  case newest
  case oldest
  /// The entries around a date.
  case nearest(Date)
  case newer(than: PageCursor)
  case older(than: PageCursor)
  case filling(TimelineGap)
}

extension PageRequest {
  /// The number of entries of a page.
  public static let pageLength = 60
  /// Maximum number of entries that a screen holds of a timeline.
  public static let maxLoaded = 6 * pageLength

  var position: PagePosition {
    switch self {
    case .position(let position), .refresh(let position, _), .cachedRefresh(let position, _):
      position.map { .around($0.key, $0.date) } ?? .newest
    case .newest: .newest
    case .oldest: .oldest
    case .nearest(let date): .nearest(date)
    case .newer(let cursor): .newer(than: cursor)
    case .older(let cursor): .older(than: cursor)
    case .filling(let gap): .filling(gap)
    }
  }

  var limit: Int {
    switch self {
    case .refresh(_, let count), .cachedRefresh(_, let count): min(max(Self.pageLength, count), Self.maxLoaded)
    default: Self.pageLength
    }
  }

  var freshness: Freshness {
    if case .refresh = self { .fresh } else { .cached }
  }
}
