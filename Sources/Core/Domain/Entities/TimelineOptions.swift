/// How the user reads a timeline; stored per account and timeline.
public struct TimelineOptions: Hashable, Sendable {
  /// The kinds of entries that are left out.
  public var hidden: Set<EntryKind>
  public var order: ReadingOrder
  /// Up to where the user has read on another device; nil if unknown, or once the user has come as far here.
  public var otherMark: EntryPosition?
  /// Whether the user has dismissed the notice about `otherMark`.
  public var isOtherMarkDismissed: Bool

  public init(
    hidden: Set<EntryKind> = [], order: ReadingOrder = .newestFirst, otherMark: EntryPosition? = nil,
    isOtherMarkDismissed: Bool = false
  ) {
    self.hidden = hidden
    self.order = order
    self.otherMark = otherMark
    self.isOtherMarkDismissed = isOtherMarkDismissed
  }

  /// A kind of entry that the user can hide.
  public enum EntryKind: String, Hashable, Sendable, CaseIterable {
    case reposts, replies
  }
}

/// The order in which a list shows the entries of a timeline.
public enum ReadingOrder: String, Hashable, Sendable {
  case newestFirst = "newest-first"
  case oldestFirst = "oldest-first"
}

/// Why a timeline leaves an entry out at the user's choice.
public enum EntryOmission: Hashable, Sendable {
  case hidden(TimelineOptions.EntryKind)
  /// Another account has reposted a post that the user wrote or reposted.
  case ownPostRepeated
}

extension TimelineOptions {
  /// The kind of a hidden entry; nil if the options do not hide it. As in Mastodon's web client, entries of the user and
  /// replies to the user are always shown, and a repost of a reply counts as a repost. Replies to posts of the same
  /// author are shown, too.
  /// - Parameter author: returns the author of a post, for entries that do not tell to whom they reply.
  public func hides(_ entry: Post, user: Profile, author: (PostID) -> Profile?) -> EntryKind? {
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
  public func repeatsPost(of user: Profile) -> Bool {
    guard let repost, notification == nil, repost.by?.isSame(as: user) != true else { return false }
    return author?.isSame(as: user) == true || viewer?.isReposted == true
  }
}

extension TimelineID {
  /// Whether reposts and replies can be hidden.
  public var canHideKinds: Bool { self != .notifications && self != .conversations && query == nil }

  /// Whether a post that several accounts have reposted is shown once.
  public var joinsReposts: Bool {
    switch self {
    case .home, .local, .federated, .list, .tag: true
    case .notifications, .conversations, .favourites, .bookmarks, .profile, .quotes, .search, .searchOfAll, .named:
      false
    }
  }
}
