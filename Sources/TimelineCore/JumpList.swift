import Domain

/// Where a person was before they went elsewhere at once: the way back, over timelines and accounts.
@MainActor
public final class JumpList {
  public enum Spot: Hashable, Sendable {
    /// A place in a timeline; nil where it showed no posts.
    case place(account: AccountID, timeline: TimelineID, Place?)
    /// An account, as it was left.
    case account(AccountID)
  }

  /// What is further back is forgotten.
  static let maxCount = 100

  /// The latest last.
  private(set) var spots: [Spot] = []

  public init() {}

  /// Notes a spot that is being left.
  public func note(_ spot: Spot) {
    guard spots.last != spot else { return }
    spots = spots.suffix(Self.maxCount - 1) + [spot]
  }

  /// The latest spot, which is forgotten with that.
  public func takeLast() -> Spot? { spots.popLast() }
}
