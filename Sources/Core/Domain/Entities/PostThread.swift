import FoundationEssentials

/// A post with the posts that it replies to and the replies to it that the source has.
public struct PostThread: Hashable, Sendable {
  public enum Entry: Hashable, Sendable {
    case post(Post)
    case unavailable(id: PostID?, reason: UnavailableReason)
  }

  /// From the first post of the thread down to the one that `post` replies to.
  public var ancestors: [Entry]
  public var post: Post
  /// Replies in reading order: replies to a reply follow it, one level deeper.
  public var replies: [Reply]
  /// The reason that the source did not respond, if this is a cached thread; nil if it is up to date.
  public var failure: TimelineError?
  /// Whether the thread should be requested from the source again.
  public var isStale = false
  /// When the source returned a cached thread; nil if the thread is current or the time is unknown.
  public var asOf: Date?
  /// The numbers of posts that are left out because the thread is too long: before the first ancestor, and after the
  /// last reply.
  public var omitted = Omitted()

  public struct Omitted: Hashable, Sendable {
    public var ancestors: Int
    public var replies: Int

    public init(ancestors: Int = 0, replies: Int = 0) {
      self.ancestors = ancestors
      self.replies = replies
    }
  }

  public struct Reply: Hashable, Sendable {
    public var entry: Entry
    /// 0 for a direct reply to the post.
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

extension PostThread {
  /// All available posts in reading order.
  public var posts: [Post] { (ancestors + [.post(post)] + replies.map(\.entry)).compactMap(\.post) }

  public mutating func assign(to account: AccountID?) {
    post.assign(to: account)
    for index in ancestors.indices { ancestors[index].assign(to: account) }
    for index in replies.indices { replies[index].entry.assign(to: account) }
  }
}

extension PostThread {
  /// Inserts a reply to a post of the thread, below the other replies to that post.
  /// - Returns: false if the thread already has the post or does not have its parent. A reply to an ancestor does not
  ///   belong to the thread.
  public mutating func insert(reply new: Post) -> Bool {
    guard let parent = new.replyTo, !posts.contains(where: { $0.id == new.id }) else { return false }
    if parent == post.id {
      replies.append(Reply(entry: .post(new), depth: 0))
      return true
    }
    guard let index = replies.firstIndex(where: { $0.entry.post?.id == parent }) else { return false }
    let depth = replies[index].depth
    let end = replies[(index + 1)...].firstIndex { $0.depth <= depth } ?? replies.endIndex
    replies.insert(Reply(entry: .post(new), depth: depth + 1), at: end)
    return true
  }
}

extension PostThread.Entry {
  /// nil if the post is unavailable.
  public var post: Post? {
    if case .post(let post) = self { post } else { nil }
  }

  fileprivate mutating func assign(to account: AccountID?) {
    guard case .post(var post) = self else { return }
    post.assign(to: account)
    self = .post(post)
  }
}

extension PostThread {
  /// Builds the thread of a post.
  /// - Parameters:
  ///   - find: returns a post; nil if the source does not have it.
  ///   - findReplies: returns the replies to a post, oldest first.
  public init<Failure: Error>(
    of post: Post, find: (PostID) throws(Failure) -> Post?, replies findReplies: (PostID) throws(Failure) -> [Post]
  ) throws(Failure) {
    var seen: Set<PostID> = [post.id]
    let ancestors = try Self.ancestors(of: post, seen: &seen, find)
    self.init(ancestors: ancestors, post: post, replies: try Self.replies(to: post, seen: &seen, findReplies))
  }

  /// The ancestors, oldest first. Stops at a post that the source does not have, or that is already in the thread.
  private static func ancestors<Failure: Error>(
    of post: Post, seen: inout Set<PostID>, _ find: (PostID) throws(Failure) -> Post?
  ) throws(Failure) -> [Entry] {
    var ancestors: [Entry] = []
    var parent = post.replyTo
    while let id = parent, seen.insert(id).inserted {
      guard let post = try find(id) else {
        ancestors.append(.unavailable(id: id, reason: .notInSource))
        break
      }
      ancestors.append(.post(post))
      parent = post.replyTo
    }
    return ancestors.reversed()
  }

  /// The replies depth first. Not recursive, as threads may be deeper than the call stack allows.
  private static func replies<Failure: Error>(
    to post: Post, seen: inout Set<PostID>, _ findReplies: (PostID) throws(Failure) -> [Post]
  ) throws(Failure) -> [Reply] {
    var replies: [Reply] = []
    var open = try findReplies(post.id).reversed().map { (post: $0, depth: 0) }
    while let (post, depth) = open.popLast() {
      guard seen.insert(post.id).inserted else { continue }
      replies.append(Reply(entry: .post(post), depth: depth))
      open += try findReplies(post.id).reversed().map { ($0, depth + 1) }
    }
    return replies
  }
}
