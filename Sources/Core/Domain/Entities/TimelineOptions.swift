/// The hidden kinds of entries in a timeline, its order, and the read mark of another device. Stored per account and
/// timeline.
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
  /// The reason that the options of a timeline, or the settings, hide an entry; nil if they do not.
  /// - Parameter author: returns the author of a post, for entries that do not name the author of the post they reply
  ///   to.
  public func hiddenReason(
    of entry: Post, in timeline: TimelineID, user: Profile, _ preferences: ReadingPreferences,
    author: (PostID) -> Profile? = { _ in nil }
  ) -> HiddenReason? {
    guard timeline.canHideKinds else { return nil }
    // As in Mastodon's web client, entries of the user are always shown.
    if !hidden.isEmpty, entry.notification == nil, !entry.isOwnEntry(of: user) {
      let kind = EntryKind.allCases.first {
        hidden.contains($0) && entry.isOfKind($0, user: user, preferences, author: author)
      }
      if let kind { return .kind(kind) }
    }
    return timeline.joinsReposts && !preferences.showsRepostsOfOwnPosts && entry.isRepostOfOwnPost(of: user)
      ? .repostOfOwnPost : nil
  }
}

extension Post {
  fileprivate func isOfKind(
    _ kind: EntryKind, user: Profile, _ preferences: ReadingPreferences, author: (PostID) -> Profile?
  ) -> Bool {
    switch kind {
    case .reposts: repost != nil
    case .replies: isReplyToOthers(user: user, author: author)
    case .withoutMedia: media.allSatisfy { $0.kind == .link }
    case .otherLanguages: (details?.language).map { !preferences.includes(language: $0) } ?? false
    }
  }

  /// Whether this entry is a reply that is neither to the user nor to its own author. A repost of a reply is not one.
  private func isReplyToOthers(user: Profile, author: (PostID) -> Profile?) -> Bool {
    guard repost == nil, replyTo != nil || replyToAuthor != nil else { return false }
    guard let parent = replyToAuthor ?? replyTo.flatMap(author) else { return true }
    return !parent.isSame(as: user) && self.author?.isSame(as: parent) != true
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
  /// Whether entries can be hidden by kind.
  public var canHideKinds: Bool {
    self != .notifications && self != .merged(.notifications) && self != .conversations && belongsToSource
  }

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
