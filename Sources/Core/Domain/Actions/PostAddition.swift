/// An action of the user that adds a post to timelines of their account.
public enum PostAddition: Hashable, Sendable {
  case published, reposted, favourited, bookmarked
}

extension UserAction {
  /// The addition to timelines that the action makes; nil if it adds nothing.
  public var addition: PostAddition? {
    switch self {
    case .favourite(true, _): .favourited
    case .repost(true, _, _): .reposted
    case .bookmark(true, _): .bookmarked
    default: nil
    }
  }

  /// The addition that the action undoes; nil if it removes nothing from timelines.
  public var removal: PostAddition? { inverse?.addition }
}

extension TimelineID {
  /// Whether the post appears at the top of this timeline of the user's account after the action. All screens with
  /// timelines decide by this. The rules for posts that a source leaves out follow Mastodon (app/models/public_feed.rb,
  /// tag_feed.rb, app/services/fan_out_on_write_service.rb).
  /// - Returns: nil if only the source knows, as for lists.
  public func receives(_ post: Post, by addition: PostAddition) -> Bool? {
    switch (self, addition) {
    case (.home, .published), (.home, .reposted): true
    case (.local, .published), (.federated, .published): post.isPublic && !post.isReplyToOthers
    case (.tag(let name), .published):
      post.isPublic && (TagCombination(name)?.matches(post.hasTag) ?? false)
    case (.list, .published): post.isReplyToOthers ? false : nil
    // The server adds it to the conversation, or starts one.
    case (.conversations, .published): post.visibility == .direct ? nil : false
    case (.list, .reposted), (.search, .published), (.searchOfAll, .published): nil
    case (.profile(let id, let part), _): part.receives(post, by: addition) { $0.id == id }
    case (.favourites, .favourited), (.bookmarks, .bookmarked): true
    // The titles of the demo and of files.
    case (.named(let name), .favourited): name == TimelineID.favourites.title
    case (.named(let name), .bookmarked): name == TimelineID.bookmarks.title
    default: false
    }
  }
}

extension TimelineID {
  /// Mastodon adds no repost to Home if the post, or another repost of it, is among this many newest entries
  /// (app/lib/feed_manager.rb, `REBLOG_FALLOFF`).
  private static let repostFalloff = 40

  /// The same as `receives(_:by:)`, for a timeline whose newest entries are known.
  public func receives(_ post: Post, by addition: PostAddition, above newest: some Sequence<Post>) -> Bool? {
    if self == .home, addition == .reposted, newest.prefix(Self.repostFalloff).contains(where: { $0.ref == post.ref }) {
      return false
    }
    return receives(post, by: addition)
  }
}

extension ProfileTab {
  /// Whether the post appears at the top of this tab after the action.
  /// - Parameter isOwner: whether a profile is the one that the tab belongs to.
  public func receives(_ post: Post, by addition: PostAddition, isOwner: (Profile) -> Bool) -> Bool {
    switch addition {
    case .favourited, .bookmarked: return false
    case .reposted: return self != .media && post.repost?.by.map(isOwner) ?? false
    case .published:
      guard post.author.map(isOwner) == true else { return false }
      switch self {
      case .posts: return !post.isReplyToOthers
      case .withReplies: return true
      case .media: return !post.media.isEmpty
      }
    }
  }
}

extension Post {
  /// Whether it is a reply to another account. Replies to one's own posts count as posts (Mastodon,
  /// app/models/status.rb, `without_replies`).
  fileprivate var isReplyToOthers: Bool {
    guard replyTo != nil else { return false }
    guard let author, let replyToAuthor else { return true }
    return !author.isSame(as: replyToAuthor)
  }

  fileprivate var isPublic: Bool { visibility == nil || visibility == .public }

  /// Also finds hashtags that the source does not mark as links, as in the demo.
  public func hasTag(_ name: String) -> Bool {
    if NamesInText.containsTag(SearchWords.words(in: name).map(\.folded), in: text.plain) { return true }
    return text.links.contains { link in
      guard link.kind == .tag else { return false }
      let tag = link.text.hasPrefix("#") || link.text.hasPrefix("＃") ? link.text.dropFirst() : link.text[...]
      return tag.lowercased() == name.lowercased()
    }
  }
}
