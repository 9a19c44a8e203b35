/// What an import left out of one file, and why.
public struct SkippedFile: Hashable, Sendable {
  /// As in `archive.zip/data/tweets.js`.
  public var path: String
  /// How many posts; 1 where it is the file itself.
  public var count: Int
  /// For people.
  public var reason: String
  /// Where in the file the first of them is.
  public var first: FileLocation?

  public init(path: String, count: Int, reason: String, first: FileLocation?) {
    self.path = path
    self.count = count
    self.reason = reason
    self.first = first
  }
}
