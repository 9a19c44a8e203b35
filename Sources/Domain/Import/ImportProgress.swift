/// How far an import has come.
public struct ImportProgress: Hashable, Sendable {
  public var posts: Int
  /// From 0 to 1; nil where nobody knows how much is to come.
  public var fraction: Double?
  /// For people: the file that is being read.
  public var file: String

  public init(posts: Int, fraction: Double?, file: String) {
    self.posts = posts
    self.fraction = fraction
    self.file = file
  }
}
