/// A post with what stands above and below it, as far as the source has it.
public struct PostThread: Hashable, Sendable {
  public enum Entry: Hashable, Sendable {
    case post(Post)
    case unavailable(id: PostID?, reason: UnavailableReason)
  }

  /// From the first post of the conversation down to the one that `post` answers.
  public var ancestors: [Entry]
  public var post: Post
  /// Answers in reading order: an answer's own answers follow it, one level deeper.
  public var replies: [Reply]

  public struct Reply: Hashable, Sendable {
    public var entry: Entry
    /// 0 for an answer to the post itself.
    public var depth: Int

    public init(entry: Entry, depth: Int) {
      self.entry = entry
      self.depth = depth
    }
  }

  public init(ancestors: [Entry] = [], post: Post, replies: [Reply] = []) {
    self.ancestors = ancestors
    self.post = post
    self.replies = replies
  }
}
