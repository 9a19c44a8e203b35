import FoundationEssentials

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
  /// Why this is what was kept, and not what the source says now; nil where the source has said it.
  public var failure: TimelineError?
  /// Whether the source may say something else by now, and is to be asked.
  public var isOld = false
  /// When the source has said it; nil for now, and where it is kept, where that is not known.
  public var asOf: Date?

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

extension PostThread {
  /// All that are there, in reading order.
  public var posts: [Post] { (ancestors + [.post(post)] + replies.map(\.entry)).compactMap(\.post) }

  /// Makes its posts those of an account.
  public mutating func assign(to account: AccountID?) {
    post.assign(to: account)
    for index in ancestors.indices { ancestors[index].assign(to: account) }
    for index in replies.indices { replies[index].entry.assign(to: account) }
  }
}

extension PostThread {
  /// Adds a reply to a post of the thread, below the other replies to that post.
  /// - Returns: false if the thread has the post already, or does not show what it replies to: what replies to an
  ///   ancestor is no part of the thread.
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
  /// nil where it cannot be shown.
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
  /// Builds the conversation around a post.
  /// - Parameters:
  ///   - find: nil where the source does not hold the post.
  ///   - answers: what answers a post, oldest first.
  public init<Failure: Error>(
    of post: Post, find: (PostID) throws(Failure) -> Post?, answers: (PostID) throws(Failure) -> [Post]
  ) throws(Failure) {
    var seen: Set<PostID> = [post.id]
    let ancestors = try Self.ancestors(of: post, seen: &seen, find)
    self.init(ancestors: ancestors, post: post, replies: try Self.replies(to: post, seen: &seen, answers))
  }

  /// Ends where the source does, and where a post answers one that is already there.
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

  /// Depth first, with a stack of its own: a conversation may be deeper than the program's.
  private static func replies<Failure: Error>(
    to post: Post, seen: inout Set<PostID>, _ answers: (PostID) throws(Failure) -> [Post]
  ) throws(Failure) -> [Reply] {
    var replies: [Reply] = []
    var open = try answers(post.id).reversed().map { (post: $0, depth: 0) }
    while let (post, depth) = open.popLast() {
      guard seen.insert(post.id).inserted else { continue }
      replies.append(Reply(entry: .post(post), depth: depth))
      open += try answers(post.id).reversed().map { ($0, depth + 1) }
    }
    return replies
  }
}
