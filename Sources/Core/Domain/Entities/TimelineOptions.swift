/// What the user hides in a timeline, its order, and the read mark of another device. Stored per account and timeline.
public struct TimelineOptions: Hashable, Sendable {
  /// The kinds of entries that are left out.
  public var hidden: Set<EntryKind>
  public var order: ReadingOrder
  /// The entry up to which the user has read on another device; nil if unknown, or once the user has reached it here.
  public var otherDeviceMark: EntryPosition?
  /// Whether the user has dismissed the notice about `otherDeviceMark`.
  public var isOtherDeviceMarkDismissed: Bool

  public init(
    hidden: Set<EntryKind> = [], order: ReadingOrder = .newestFirst, otherDeviceMark: EntryPosition? = nil,
    isOtherDeviceMarkDismissed: Bool = false
  ) {
    self.hidden = hidden
    self.order = order
    self.otherDeviceMark = otherDeviceMark
    self.isOtherDeviceMarkDismissed = isOtherDeviceMarkDismissed
  }
}

/// The order in which a list shows the entries of a timeline.
public enum ReadingOrder: String, Hashable, Sendable {
  case newestFirst = "newest-first"
  case oldestFirst = "oldest-first"
}

extension TimelineOptions {
  /// Why the options of a timeline, or the settings, hide an entry; nil if they do not.
  /// - Parameters:
  ///   - showsRepostsOfOwnPosts: whether reposts of posts that the user wrote or reposted are shown.
  ///   - author: returns the author of a post, for entries that do not name the author of the post they reply to.
  public func hiddenReason(
    of entry: Post, in timeline: TimelineID, user: Profile, showsRepostsOfOwnPosts: Bool,
    author: (PostID) -> Profile? = { _ in nil }
  ) -> HiddenReason? {
    guard timeline.canHideKinds else { return nil }
    if let kind = hiddenKind(of: entry, user: user, author: author) { return .kind(kind) }
    return timeline.joinsReposts && !showsRepostsOfOwnPosts && entry.isRepostOfOwnPost(of: user)
      ? .repostOfOwnPost : nil
  }

  /// The kind because of which an entry is hidden; nil if it is shown. As in Mastodon's web client, entries of the user
  /// and replies to the user are always shown, and a repost of a reply counts as a repost. Replies to posts of the same
  /// author are shown, too.
  private func hiddenKind(of entry: Post, user: Profile, author: (PostID) -> Profile?) -> EntryKind? {
    guard !hidden.isEmpty, entry.notification == nil else { return nil }
    if let repost = entry.repost {
      return hidden.contains(.reposts) && repost.by?.isSame(as: user) != true ? .reposts : nil
    }
    guard hidden.contains(.replies), entry.replyTo != nil || entry.replyToAuthor != nil,
      entry.author?.isSame(as: user) != true
    else { return nil }
    guard let parent = entry.replyToAuthor ?? entry.replyTo.flatMap(author) else { return .replies }
    return parent.isSame(as: user) || entry.author?.isSame(as: parent) == true ? nil : .replies
  }
}

extension Post {
  /// Whether this entry is a repost, by another account, of a post that the user wrote or reposted.
  public func isRepostOfOwnPost(of user: Profile) -> Bool {
    guard let repost, notification == nil, repost.by?.isSame(as: user) != true else { return false }
    return author?.isSame(as: user) == true || viewer?.isReposted == true
  }
}

extension TimelineID {
  /// Whether reposts and replies can be hidden.
  public var canHideKinds: Bool { self != .notifications && self != .merged(.notifications) && self != .conversations && isOfSource }

  /// Whether a post that several accounts have reposted is shown once.
  public var joinsReposts: Bool {
    switch self {
    case .home, .local, .federated, .list, .tag, .merged(.home): true
    case .notifications, .conversations, .favourites, .bookmarks, .profile, .quotes, .search, .searchOfAll,
      .publicTimeline, .merged(.notifications), .named:
      false
    }
  }
}
