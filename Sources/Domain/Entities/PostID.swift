/// A post's id in its source: opaque text, never a number (ids exceed 2^53, or are URIs).
public struct PostID: Hashable, Sendable {
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

/// The identity of an entry in a timeline: a post and a repost of it are two entries.
public struct PostKey: Hashable, Sendable {
  public let id: PostID
  /// Handle of the one who reposted it, where this entry is a repost.
  public let repostedBy: String?

  public init(id: PostID, repostedBy: String? = nil) {
    self.id = id
    self.repostedBy = repostedBy
  }
}
