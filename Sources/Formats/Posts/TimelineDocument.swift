import Domain

/// All that one file holds, whatever its format was.
public struct TimelineDocument: Hashable, Sendable {
  public struct Timeline: Hashable, Sendable {
    public var kind: TimelineKind
    /// Newest first, each entry once.
    public var posts: [Post]

    public init(kind: TimelineKind, posts: [Post]) {
      self.kind = kind
      self.posts = posts
    }
  }

  /// Whose file it is, where it says.
  public var profile: Profile?
  /// In the order of their tabs; at least one.
  public var timelines: [Timeline]
  /// Posts that stand in no timeline, but in threads.
  public var others: [Post]
  public var skipped: SkippedPosts?
  /// Entries that are there only from the n-th load on (n > 1), so that a demo can show how news arrives.
  public var firstLoads: [PostKey: Int]
  /// False where only a part of it has been read.
  public var isWhole: Bool

  public init(
    profile: Profile? = nil, timelines: [Timeline], others: [Post] = [],
    skipped: SkippedPosts? = nil, firstLoads: [PostKey: Int] = [:], isWhole: Bool = true
  ) {
    self.profile = profile
    self.timelines = timelines
    self.others = others
    self.skipped = skipped
    self.firstLoads = firstLoads
    self.isWhole = isWhole
  }
}
