import Domain

/// The positions from which the user jumped, across timelines and accounts.
@MainActor
public final class JumpList {
  public enum Location: Hashable, Sendable {
    /// A position in a timeline; nil if it showed no posts.
    case position(account: AccountID, timeline: TimelineID, EntryPosition?)
    /// An account, at its last position.
    case account(AccountID)
  }

  /// Older positions are dropped.
  static let maxCount = 100

  /// Newest last.
  private(set) var locations: [Location] = []

  public init() {}

  /// Adds a position before a jump.
  public func push(_ location: Location) {
    guard locations.last != location else { return }
    locations = locations.suffix(Self.maxCount - 1) + [location]
  }

  /// Removes and returns the newest position.
  public func popLast() -> Location? { locations.popLast() }
}
