/// Something the user has done that adds a post to timelines of their account.
public enum PostAddition: Hashable, Sendable {
  case published, reposted, favourited, bookmarked
}

extension UserAction {
  /// What the action adds to timelines; nil if it adds nothing.
  public var addition: PostAddition? {
    switch self {
    case .favourite(true, _): .favourited
    case .repost(true, _, _): .reposted
    case .bookmark(true, _): .bookmarked
    default: nil
    }
  }

  /// What the action takes back; nil if it takes nothing out of timelines.
  public var removal: PostAddition? { inverse?.addition }
}

extension TimelineID {
  /// Whether this timeline of the user's account has a post at its top once the user has added it: every screen that
  /// shows timelines decides by this. What a source leaves out of a timeline follows Mastodon (app/models/public_feed.rb,
  /// tag_feed.rb, app/services/fan_out_on_write_service.rb).
  /// - Returns: nil if only the source knows, as with lists.
  public func gains(_ post: Post, by addition: PostAddition) -> Bool? {
    switch (self, addition) {
    case (.home, .published), (.home, .reposted): true
    case (.local, .published), (.federated, .published): post.isPublic && !post.answersOthers
    case (.tag(let name), .published): post.isPublic && post.hasTag(name)
    case (.list, .published): post.answersOthers ? false : nil
    case (.list, .reposted), (.search, .published), (.searchOfAll, .published): nil
    case (.profile(let id, let part), _): part.gains(post, by: addition) { $0.id == id }
    case (.favourites, .favourited), (.bookmarks, .bookmarked): true
    // The demo and files have no other name for them.
    case (.named(let name), .favourited): name == TimelineID.favourites.title
    case (.named(let name), .bookmarked): name == TimelineID.bookmarks.title
    default: false
    }
  }
}

extension TimelineID {
  /// Mastodon adds no repost to Home while the post, or another repost of it, is among so many of the newest entries
  /// (app/lib/feed_manager.rb, `REBLOG_FALLOFF`).
  private static let repostFalloff = 40

  /// As `gains(_:by:)`, for a timeline whose newest entries are known.
  public func gains(_ post: Post, by addition: PostAddition, above newest: some Sequence<Post>) -> Bool? {
    if self == .home, addition == .reposted, newest.prefix(Self.repostFalloff).contains(where: { $0.ref == post.ref }) {
      return false
    }
    return gains(post, by: addition)
  }
}

extension ProfileTab {
  /// Whether this part of a profile has a post at its top once the user has added it.
  /// - Parameter isOwner: whether the profile is that of an account.
  public func gains(_ post: Post, by addition: PostAddition, isOwner: (Profile) -> Bool) -> Bool {
    switch addition {
    case .favourited, .bookmarked: return false
    case .reposted: return self != .media && post.repost?.by.map(isOwner) ?? false
    case .published:
      guard post.author.map(isOwner) == true else { return false }
      switch self {
      case .posts: return !post.answersOthers
      case .withReplies: return true
      case .media: return !post.media.isEmpty
      }
    }
  }
}

extension Post {
  /// Whether it is a reply to another account. Replies to one's own posts count as posts (Mastodon,
  /// app/models/status.rb, `without_replies`).
  fileprivate var answersOthers: Bool {
    guard replyTo != nil else { return false }
    guard let author, let replyToAuthor else { return true }
    return !author.isSame(as: replyToAuthor)
  }

  fileprivate var isPublic: Bool { visibility == nil || visibility == .public }

  /// Tags that its source does not tell apart from the text, as in the demo, count as well.
  fileprivate func hasTag(_ name: String) -> Bool {
    if NamesInText.tag(SearchWords.words(in: name).map(\.folded), isIn: text.plain) { return true }
    return text.links.contains { link in
      guard link.kind == .tag else { return false }
      let tag = link.text.hasPrefix("#") || link.text.hasPrefix("＃") ? link.text.dropFirst() : link.text[...]
      return tag.lowercased() == name.lowercased()
    }
  }
}
