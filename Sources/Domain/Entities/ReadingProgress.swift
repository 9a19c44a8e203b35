/// How far a source has come with reading what it holds.
public struct ReadingProgress: Hashable, Sendable {
  /// How many posts have been read.
  public var posts: Int
  /// From 0 to 1; nil where the size is not known: a pipe.
  public var fraction: Double?

  public init(posts: Int, fraction: Double? = nil) {
    self.posts = posts
    self.fraction = fraction
  }
}
