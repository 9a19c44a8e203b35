import FoundationEssentials

/// What has happened, where an entry of a timeline tells of that.
public struct PostNotification: Hashable, Sendable {
  /// After Mastodon's `Notification#type`; what is not known here is kept by its name.
  public enum Kind: Hashable, Sendable {
    case mention, post, repost, favourite, follow, followRequest, pollEnded, edit, quote, quotedPostEdited
    case severedRelationships, moderationWarning
    /// Not of Mastodon: an emoji as an answer to a post.
    case reaction
    /// For administrators: that someone has signed up, or reported someone.
    case signUp, report
    case other(String)
  }

  /// The server's, of the group where it groups them.
  public var id: String
  public var kind: Kind
  /// Who has done it, the last one first; a few of them.
  public var people: [Profile]
  /// How many people have done it.
  public var count: Int
  public var at: Date?
  /// The emoji of a reaction: a character, or the name of a custom one with colons (`:blobcat:`).
  public var emoji: String?

  public init(id: String, kind: Kind, people: [Profile], count: Int? = nil, at: Date?, emoji: String? = nil) {
    self.id = id
    self.kind = kind
    self.people = people
    self.count = max(count ?? people.count, people.count)
    self.at = at
    self.emoji = emoji
  }
}

extension PostNotification.Kind {
  /// The name that Mastodon has for it.
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
    case .other(let name): name
    }
  }

  public init(rawValue: String) {
    let known: [Self] = [
      .mention, .post, .repost, .favourite, .follow, .followRequest, .pollEnded, .edit, .quote, .quotedPostEdited,
      .severedRelationships, .moderationWarning, .reaction, .signUp, .report,
    ]
    self = known.first { $0.rawValue == rawValue } ?? Self.otherNames[rawValue] ?? .other(rawValue)
  }

  /// Names that servers other than Mastodon have for these: Pleroma and Akkoma (`docs/development/API/differences_in_mastoapi_responses.md`),
  /// Fedibird (`emoji_reaction`), Misskey’s own words.
  private static let otherNames: [String: Self] = [
    "pleroma:emoji_reaction": .reaction, "emoji_reaction": .reaction, "pleroma:report": .report,
    "renote": .repost, "receiveFollowRequest": .followRequest, "pollEnded": .pollEnded, "favorite": .favourite,
  ]
}
