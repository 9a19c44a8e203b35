import FoundationEssentials

/// A notification, or a group of them, in a timeline.
public struct PostNotification: Hashable, Sendable {
  /// Mastodon's `Notification#type`. Unknown types keep their names.
  public enum Kind: Hashable, Sendable {
    case mention, post, repost, favourite, follow, followRequest, pollEnded, edit, quote, quotedPostEdited
    case severedRelationships, moderationWarning
    /// Not in Mastodon: an emoji reaction to a post.
    case reaction
    /// For administrators: an account has signed up or was reported.
    case signUp, report
    /// Not a notification, but an entry of `TimelineID.conversations`: the conversation whose last post this is. The
    /// profiles are the other people in it.
    case conversation(isUnread: Bool)
    case other(String)
  }

  /// The server's ID; that of the group if the server groups notifications.
  public var id: String
  public var kind: Kind
  /// The accounts that caused it, latest first; not necessarily all.
  public var profiles: [Profile]
  /// The number of accounts that caused it.
  public var count: Int
  public var at: Date?
  /// The emoji of a reaction: a character, or a custom emoji's name with colons (`:blobcat:`).
  public var emoji: String?

  public init(id: String, kind: Kind, profiles: [Profile], count: Int? = nil, at: Date?, emoji: String? = nil) {
    self.id = id
    self.kind = kind
    self.profiles = profiles
    self.count = max(count ?? profiles.count, profiles.count)
    self.at = at
    self.emoji = emoji
  }
}

extension PostNotification {
  /// The beginning of Mastodon’s IDs of notifications that belong to no group; the server’s ID of the notification
  /// follows.
  public static let ungroupedPrefix = "ungrouped-"

  /// Whether the server has not put it into a group.
  public var isUngrouped: Bool { id.hasPrefix(Self.ungroupedPrefix) }

  /// A copy with the accounts of the same group as it was before this notification.
  public func adding(_ group: PostNotification) -> PostNotification {
    let earlier = group.profiles.filter { profile in !profiles.contains { $0.isSame(as: profile) } }
    var copy = self
    copy.profiles += earlier
    copy.count = max(copy.profiles.count, group.count + count - (group.profiles.count - earlier.count))
    return copy
  }
}

extension PostNotification.Kind {
  /// Mastodon's name of the type.
  public var rawValue: String {
    switch self {
    case .mention: "mention"
    case .post: "status"
    case .repost: "reblog"
    case .favourite: "favourite"
    case .follow: "follow"
    case .followRequest: "follow_request"
    case .pollEnded: "poll"
    case .edit: "update"
    case .quote: "quote"
    case .quotedPostEdited: "quoted_update"
    case .severedRelationships: "severed_relationships"
    case .moderationWarning: "moderation_warning"
    case .reaction: "reaction"
    case .signUp: "admin.sign_up"
    case .report: "admin.report"
    case .conversation(let isUnread): isUnread ? "tern.conversation.unread" : "tern.conversation"
    case .other(let name): name
    }
  }

  public init(rawValue: String) {
    let known: [Self] = [
      .mention, .post, .repost, .favourite, .follow, .followRequest, .pollEnded, .edit, .quote, .quotedPostEdited,
      .severedRelationships, .moderationWarning, .reaction, .signUp, .report, .conversation(isUnread: true),
      .conversation(isUnread: false),
    ]
    self = known.first { $0.rawValue == rawValue } ?? Self.otherNames[rawValue] ?? .other(rawValue)
  }

  /// Names of these types at other servers: Pleroma and Akkoma
  /// (`docs/development/API/differences_in_mastoapi_responses.md`), Fedibird (`emoji_reaction`) and Misskey.
  private static let otherNames: [String: Self] = [
    "pleroma:emoji_reaction": .reaction, "emoji_reaction": .reaction, "pleroma:report": .report,
    "renote": .repost, "receiveFollowRequest": .followRequest, "pollEnded": .pollEnded, "favorite": .favourite,
  ]
}

/// An entry of `TimelineID.conversations`.
extension PostNotification {
  /// Keeps the IDs of conversations apart from those of posts.
  private static let conversationPrefix = "conversation-"

  /// - Parameters:
  ///   - id: the server's ID of the conversation.
  ///   - profiles: the other people in it.
  ///   - at: when its last post was written.
  public init(conversation id: String, with profiles: [Profile], isUnread: Bool, at: Date?) {
    self.init(
      id: Self.conversationPrefix + id, kind: .conversation(isUnread: isUnread), profiles: profiles, at: at)
  }

  /// The server's ID of the conversation; nil for a notification.
  public var conversation: String? {
    guard case .conversation = kind, id.hasPrefix(Self.conversationPrefix) else { return nil }
    return String(id.dropFirst(Self.conversationPrefix.count))
  }

  /// Whether it is a conversation with posts that the user has not read.
  public var isUnreadConversation: Bool { kind == .conversation(isUnread: true) }
}

extension Post {
  /// Marks the conversation of this entry read; does nothing to other entries.
  public mutating func markConversationRead() {
    if notification?.isUnreadConversation == true { notification?.kind = .conversation(isUnread: false) }
  }
}
