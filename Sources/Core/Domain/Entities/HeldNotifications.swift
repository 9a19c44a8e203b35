import FoundationEssentials

/// The notifications from one account that the server holds back (documentation, entities/NotificationRequest).
public struct NotificationRequest: Hashable, Sendable {
  /// The server's ID of the request.
  public var id: String
  public var profile: Profile
  /// The number of notifications; servers count up to 100 at most.
  public var count: Int
  /// The last post among them; nil if the server does not send it.
  public var lastPost: Post?
  /// When the last notification arrived.
  public var updatedAt: Date?

  public init(id: String, profile: Profile, count: Int, lastPost: Post? = nil, updatedAt: Date? = nil) {
    self.id = id
    self.profile = profile
    self.count = count
    self.lastPost = lastPost
    self.updatedAt = updatedAt
  }
}

/// The held back notifications, the latest request first.
public struct HeldNotifications: Hashable, Sendable {
  public var requests: [NotificationRequest]
  /// Whether the server has more requests than these.
  public var hasMore: Bool

  public init(_ requests: [NotificationRequest] = [], hasMore: Bool = false) {
    self.requests = requests
    self.hasMore = hasMore
  }

  /// The number of notifications in these requests.
  public var count: Int { requests.reduce(0) { $0 + $1.count } }
}

/// The server's treatment of notifications, by their senders (documentation, entities/NotificationPolicy).
public struct NotificationPolicy: Hashable, Sendable {
  /// Senders that a policy tells apart. A notification can be from several of them.
  public enum Sender: String, Hashable, Sendable, CaseIterable {
    case notFollowing = "for_not_following"
    case notFollowers = "for_not_followers"
    case newAccounts = "for_new_accounts"
    case privateMentions = "for_private_mentions"
    case limitedAccounts = "for_limited_accounts"
  }

  public enum Treatment: String, Hashable, Sendable, CaseIterable {
    case accept
    /// The notification is held back until the user accepts or dismisses it.
    case filter
    case drop

    /// After the last one follows the first.
    public var next: Treatment {
      switch self {
      case .accept: .filter
      case .filter: .drop
      case .drop: .accept
      }
    }
  }

  /// Senders that the server does not know are missing.
  public var treatments: [Sender: Treatment]

  public init(_ treatments: [Sender: Treatment] = [:]) {
    self.treatments = treatments
  }
}
