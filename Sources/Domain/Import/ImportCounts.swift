/// What has become of the posts of an import.
public struct ImportCounts: Hashable, Sendable {
  public var new = 0
  /// They were there, and said something else.
  public var updated = 0
  public var unchanged = 0

  public init(new: Int = 0, updated: Int = 0, unchanged: Int = 0) {
    self.new = new
    self.updated = updated
    self.unchanged = unchanged
  }
}
