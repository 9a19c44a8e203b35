import FoundationEssentials

/// What has happened, where an entry of a timeline tells of that.
public struct PostNotification: Hashable, Sendable {
  /// After Mastodon's `Notification#type`; what is not known here is kept by its name.
  public enum Kind: Hashable, Sendable {
    case mention, post, repost, favourite, follow, followRequest, pollEnded, edit, quote, quotedPostEdited
    case severedRelationships, moderationWarning
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

  public init(id: String, kind: Kind, people: [Profile], count: Int? = nil, at: Date?) {
    self.id = id
    self.kind = kind
    self.people = people
    self.count = max(count ?? people.count, people.count)
    self.at = at
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
    case .other(let name): name
    }
  }

  public init(rawValue: String) {
    let known: [Self] = [
      .mention, .post, .repost, .favourite, .follow, .followRequest, .pollEnded, .edit, .quote, .quotedPostEdited,
      .severedRelationships, .moderationWarning,
    ]
    self = known.first { $0.rawValue == rawValue } ?? .other(rawValue)
  }
}
