/// How many entries match a query.
public struct MatchCount: Hashable, Sendable {
  public var count: Int
  /// Whether there are no more than that.
  public var isExact: Bool
  /// How many entries there are to look through.
  public var searched: Int

  public init(count: Int, isExact: Bool, searched: Int) {
    self.count = count
    self.isExact = isExact
    self.searched = searched
  }
}
