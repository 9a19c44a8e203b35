import FoundationEssentials

/// A profile page as the account's server returns it.
public struct ProfilePage: Hashable, Sendable {
  /// Has `details`.
  public var profile: Profile
  /// The biography.
  public var about: PostText
  /// The custom fields in the owner's order.
  public var fields: [Field]
  /// Whether follow requests need approval.
  public var isLocked: Bool
  public var isBot: Bool
  /// The new account, if this one has moved.
  public var movedTo: Profile?
  /// The relationship between the user and this account; nil if unknown.
  public var relationship: Relationship?

  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: PostText
    /// When the server verified the link in the value; nil if it did not.
    public var verifiedAt: Date?

    public init(name: String, value: PostText, verifiedAt: Date? = nil) {
      self.name = name
      self.value = value
      self.verifiedAt = verifiedAt
    }
  }

  public init(
    profile: Profile, about: PostText = PostText(), fields: [Field] = [], isLocked: Bool = false, isBot: Bool = false,
    movedTo: Profile? = nil, relationship: Relationship? = nil
  ) {
    self.profile = profile
    self.about = about
    self.fields = fields
    self.isLocked = isLocked
    self.isBot = isBot
    self.movedTo = movedTo
    self.relationship = relationship
  }
}

/// The relationship between the user and another account.
public struct Relationship: Hashable, Sendable {
  public enum Flag: Hashable, Sendable, CaseIterable {
    case following, followedBy
    /// A follow request by the user, or by the other account.
    case requested, requestedBy
    case blocking, blockedBy
    /// Posts are hidden, or notifications are.
    case muting, mutingNotifications
    /// The user has blocked the other account's server.
    case blockingServer
    /// The user is notified of each post.
    case notifying
    /// The other account's reposts are shown.
    case showingReposts
    /// The user features the other account on their own profile.
    case endorsing
  }

  public var flags: Set<Flag>
  /// When the mute ends; nil if it does not end or is unknown. Servers do not return it.
  public var mutedUntil: Date?
  /// The user's private note about the account.
  public var note: String?

  public init(flags: Set<Flag> = [], mutedUntil: Date? = nil, note: String? = nil) {
    self.flags = flags
    self.mutedUntil = mutedUntil
    self.note = note
  }
}

/// A muted or blocked account whose cached posts are hidden until the source has filtered them itself.
public struct HiddenAccount: Hashable, Sendable {
  /// The ID in the source.
  public var id: String
  public var relationship: Relationship
  /// When the account was muted or blocked. The source filters newer posts itself, so a newer post is shown.
  public var since: Date

  public init(id: String, relationship: Relationship, since: Date) {
    self.id = id
    self.relationship = relationship
    self.since = since
  }
}

extension [HiddenAccount] {
  /// Whether an entry is by accounts that were muted or blocked when it arrived.
  public func hides(_ entry: Post, in timeline: TimelineID) -> Bool {
    guard !isEmpty else { return false }
    switch timeline {
    case .home, .local, .federated, .list, .tag:
      return [entry.author, entry.repost?.by].compactMap { $0?.actionTargetID }.contains { id in
        contains { $0.id == id && $0.hides(entry, by: [.muting, .blocking]) }
      }
    case .notifications:
      guard let notification = entry.notification, !notification.profiles.isEmpty,
        notification.count <= notification.profiles.count
      else { return false }
      return notification.profiles.map(\.actionTargetID).allSatisfy { id in
        contains { $0.id == id && $0.hides(entry, by: [.mutingNotifications, .blocking]) }
      }
    case .favourites, .bookmarks, .conversations, .profile, .quotes, .search, .searchOfAll, .publicTimeline,
      .merged, .named:
      return false
    }
  }
}

extension HiddenAccount {
  /// For a temporary mute: posts from before its end.
  fileprivate func hides(_ entry: Post, by flags: Set<Relationship.Flag>) -> Bool {
    let date = entry.timelineDate
    if let until = relationship.mutedUntil, let date, date >= until { return false }
    return !relationship.flags.isDisjoint(with: flags) && date.map { $0 <= since } ?? true
  }
}
