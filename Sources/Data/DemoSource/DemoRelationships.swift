import Domain
import FoundationEssentials

/// The relationships of a demo account's user with other accounts. The user follows all accounts that are not listed.
struct DemoRelationships: Decodable, Hashable, Sendable {
  struct ListedProfile: Decodable, Hashable, Sendable {
    var handle: String
    var name: String?
    var bio: String?

    var profile: Profile { Profile(handle: handle, name: name, details: bio.map { ProfileDetails(bio: $0) }) }

    var escapingControls: ListedProfile {
      ListedProfile(
        handle: handle.escapingControls, name: name?.escapingControls, bio: bio?.escapingControls)
    }
  }

  /// A notification about a post of the file.
  struct ListedNotification: Decodable, Hashable, Sendable {
    /// Mastodon's name of the kind.
    var kind: String
    /// The people who caused it, the latest first; not necessarily all.
    var people: [ListedProfile]
    /// The number of people; nil if all are listed.
    var count: Int?
    var post: String
  }

  /// Notifications from an account that are held back, about posts of the file.
  struct ListedRequest: Decodable, Hashable, Sendable {
    var from: ListedProfile
    /// The posts that mention the user, the latest first.
    var posts: [String]
  }

  /// A private conversation.
  struct ListedConversation: Decodable, Hashable, Sendable {
    var people: [ListedProfile]
    /// The last post.
    var post: String
    var unread: Bool?
  }

  /// The notifications that are held back, the latest first.
  var held: [ListedRequest]?
  /// The latest first.
  var conversations: [ListedConversation]?
  /// The accounts that request to follow the user.
  var requests: [ListedProfile]?
  /// The handles of accounts that approve their followers, without a request of the user so far.
  var locked: [String]?
  /// The handles of accounts for which the server refuses every action.
  var refusing: [String]?
  var followers: [String]?
  /// The notifications about posts, the newest first.
  var notifications: [ListedNotification]?
  /// The titles of the user's lists.
  var lists: [String]?
  /// The hashtags that the user follows.
  var tags: [String]?
  /// The hosts that the user has blocked.
  var blockedServers: [String]?
  /// Words that the server's filters fold.
  var filters: [String]?
  /// Whether a filter of the server has one phrase, as at Pleroma; nil for keywords.
  var filtersArePhrases: Bool?

  /// The initial relationship with an account.
  func relationship(with account: String) -> Relationship {
    var flags: Set<Relationship.Flag> = []
    if isRequesting(account) {
      flags.insert(.requestedBy)
    } else if !isLocked(account), !isRefusing(account) {
      flags.formUnion([.following, .showingReposts])
    }
    if Self.names(account, in: followers) { flags.insert(.followedBy) }
    return Relationship(flags: flags)
  }

  func isLocked(_ account: String) -> Bool { Self.names(account, in: locked) }
  func isRefusing(_ account: String) -> Bool { Self.names(account, in: refusing) }

  private func isRequesting(_ account: String) -> Bool { Self.names(account, in: requests?.map(\.handle)) }

  private static func names(_ account: String, in handles: [String]?) -> Bool {
    handles?.contains { $0.lowercased() == account } ?? false
  }

  var escapingControls: DemoRelationships {
    var escaped = self
    escaped.requests = requests?.map(\.escapingControls)
    for index in (notifications ?? []).indices {
      escaped.notifications?[index].people = notifications?[index].people.map(\.escapingControls) ?? []
    }
    escaped.lists = lists?.map(\.escapingControls)
    for index in (held ?? []).indices {
      escaped.held?[index].from = held?[index].from.escapingControls ?? .init(handle: "")
    }
    for index in (conversations ?? []).indices {
      escaped.conversations?[index].people = conversations?[index].people.map(\.escapingControls) ?? []
    }
    escaped.tags = tags?.map(\.escapingControls)
    escaped.blockedServers = blockedServers?.map(\.escapingControls)
    escaped.filters = filters?.map(\.escapingControls)
    return escaped
  }
}
