import Domain

/// The content of a file of any format.
public struct TimelineDocument: Hashable, Sendable {
  public struct Timeline: Hashable, Sendable {
    public var id: TimelineID
    /// Newest first, without duplicates.
    public var posts: [Post]

    public init(id: TimelineID, posts: [Post]) {
      self.id = id
      self.posts = posts
    }
  }

  /// The owner of the posts, if known.
  public var profile: Profile?
  /// In tab order; at least one.
  public var timelines: [Timeline]
  /// Posts that are in threads only.
  public var threadOnlyPosts: [Post]
  public var skipped: SkippedPosts?
  /// Entries that appear only from the n-th load on (n > 1), so that a demo can show new posts arriving.
  public var firstLoads: [PostKey: Int]
  /// Whether the file was read completely.
  public var isComplete: Bool

  public init(
    profile: Profile? = nil, timelines: [Timeline], threadOnlyPosts: [Post] = [],
    skipped: SkippedPosts? = nil, firstLoads: [PostKey: Int] = [:], isComplete: Bool = true
  ) {
    self.profile = profile
    self.timelines = timelines
    self.threadOnlyPosts = threadOnlyPosts
    self.skipped = skipped
    self.firstLoads = firstLoads
    self.isComplete = isComplete
  }
}
