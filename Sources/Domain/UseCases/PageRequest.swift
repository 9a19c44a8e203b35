import FoundationEssentials

/// What a reader wants to see of a timeline, or of what a search has found. What that means for the source (where, how
/// much, how new) is decided here and nowhere else.
public enum PageRequest: Hashable, Sendable {
  /// Where they were; else the newest entries.
  case place(Place?)
  /// What they hold, asked of the source anew.
  case refresh(Place?, holding: Int)
  /// What they hold, as the source knows it by now.
  case renewal(Place?, holding: Int)
  case newest
  case oldest
  /// The entries around a moment.
  case nearest(Date)
  case newer(than: PageCursor)
  case older(than: PageCursor)
  case filling(TimelineGap)
}

extension PageRequest {
  /// Entries of a page.
  public static let pageLength = 60
  /// Entries that a reader holds of a timeline at most, however long it is.
  public static let maxHeld = 6 * pageLength

  var position: PagePosition {
    switch self {
    case .place(let place), .refresh(let place, _), .renewal(let place, _):
      place.map { .around($0.key, $0.date) } ?? .newest
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
    case .refresh(_, let held), .renewal(_, let held): min(max(Self.pageLength, held), Self.maxHeld)
    default: Self.pageLength
    }
  }

  var freshness: Freshness {
    if case .refresh = self { .fresh } else { .cached }
  }
}
