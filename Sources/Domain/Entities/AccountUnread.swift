/// The number of unread entries beside an account: those of Home and of its notifications, a post in several of these
/// once. Lists and tags show what Home may have as well, and count beside their own tabs only.
public enum AccountUnread {
  /// Archives and files have their notifications in a timeline that is called so.
  public static let timelines: [TimelineID] = [.home, .notifications, .named("Mentions")]

  /// What is unread in one timeline.
  public struct Part: Hashable, Sendable {
    public var count: Int
    /// The entries that are known, which may be fewer.
    public var known: Set<PostKey>

    public init(count: Int, known: Set<PostKey>) {
      self.count = count
      self.known = known
    }
  }

  public static func total(of parts: [Part]) -> Int {
    let all = parts.reduce(into: Set<PostKey>()) { $0.formUnion($1.known) }
    let repeated = parts.reduce(0) { $0 + $1.known.count } - all.count
    return max(0, parts.reduce(0) { $0 + $1.count } - repeated)
  }
}

extension Post {
  /// The same for an entry of Home and for the notification of that post.
  public var unreadKey: PostKey {
    switch notification?.kind {
    case .mention, .post, .quote: isPost ? PostKey(ref) : key
    default: key
    }
  }
}
