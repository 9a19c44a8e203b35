/// The unread count shown next to an account. It counts Home and notifications, and a post that is in several of them
/// once. Lists and hashtags repeat entries of Home, so they count next to their own tabs only.
public enum AccountUnread {
  /// Archives and files have a timeline of this name for their notifications.
  public static let timelines: [TimelineID] = [.home, .notifications, .named("Mentions")]

  /// The unread entries of one timeline.
  public struct UnreadEntries: Hashable, Sendable {
    public var count: Int
    /// The unread entries whose keys are known; may be fewer than `count`.
    public var knownKeys: Set<PostKey>

    public init(count: Int, knownKeys: Set<PostKey>) {
      self.count = count
      self.knownKeys = knownKeys
    }
  }

  public static func total(of parts: [UnreadEntries]) -> Int {
    let all = parts.reduce(into: Set<PostKey>()) { $0.formUnion($1.knownKeys) }
    let repeated = parts.reduce(0) { $0 + $1.knownKeys.count } - all.count
    return max(0, parts.reduce(0) { $0 + $1.count } - repeated)
  }
}

extension Account {
  /// The user, for accounts with posts of others: own posts and reposts are never unread, and only they are counted in
  /// statistics. nil for archives and files.
  public var ownEntryAuthor: Profile? { [.mastodon, .demo].contains(id.kind) ? profile : nil }
}

extension Post {
  /// Whether the entry is a post or a repost by the user.
  public func isOwnEntry(of user: Profile) -> Bool {
    notification == nil && (repost?.by ?? author)?.isSame(as: user) == true
  }

  /// Equal for a post in Home and for the notification about it.
  public var unreadKey: PostKey {
    switch notification?.kind {
    case .mention, .post, .quote: isPost ? PostKey(ref) : key
    default: key
    }
  }
}
