import FoundationEssentials

/// Somebody, as their server tells of them.
public struct ProfilePage: Hashable, Sendable {
  /// With details.
  public var profile: Profile
  /// What the person says of themselves.
  public var about: PostText
  /// What the person has filled in, in their order.
  public var fields: [Field]
  /// Whether they choose who follows them.
  public var isLocked: Bool
  public var isBot: Bool
  /// Where the account is now, if it has moved.
  public var movedTo: Profile?
  /// What there is between them and the reader; nil where the server does not say.
  public var relationship: Relationship?

  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: PostText
    /// When the server found that the page linked there is theirs; nil where it did not.
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

/// What there is between the reader and somebody else.
public struct Relationship: Hashable, Sendable {
  public enum Tie: Hashable, Sendable, CaseIterable {
    case following, followedBy
    /// The reader has asked to follow, or is asked.
    case requested, requestedBy
    case blocking, blockedBy
    /// Posts are hidden, or what they do is not told.
    case muting, mutingNotifications
    /// The reader has blocked the other's whole server.
    case blockingServer
    /// The reader is told of each post.
    case notifying
    /// Their reposts are shown.
    case showingReposts
    /// The reader recommends them.
    case endorsing
  }

  public var ties: Set<Tie>
  /// Until when they are muted, which servers do not tell; nil where that is for good, or not known.
  public var mutedUntil: Date?
  /// What the reader has noted about them, for themselves.
  public var note: String?

  public init(ties: Set<Tie> = [], mutedUntil: Date? = nil, note: String? = nil) {
    self.ties = ties
    self.mutedUntil = mutedUntil
    self.note = note
  }
}

/// Somebody whom the reader has muted or blocked: what is kept of theirs is not shown, until the source says more.
public struct HiddenAccount: Hashable, Sendable {
  /// In the source.
  public var id: String
  public var relationship: Relationship
  /// What they have written after that the source would not give: where it does, they are hidden no more.
  public var since: Date

  public init(id: String, relationship: Relationship, since: Date) {
    self.id = id
    self.relationship = relationship
    self.since = since
  }
}

extension [HiddenAccount] {
  /// Whether an entry is by people who were muted or blocked when it came in.
  public func hide(_ entry: Post, in timeline: TimelineID) -> Bool {
    guard !isEmpty else { return false }
    switch timeline {
    case .home, .local, .federated, .list, .tag:
      return [entry.author, entry.repost?.by].compactMap { $0?.actingID }.contains { id in
        contains { $0.id == id && $0.hides(entry, by: [.muting, .blocking]) }
      }
    case .notifications:
      guard let notification = entry.notification, !notification.people.isEmpty,
        notification.count <= notification.people.count
      else { return false }
      return notification.people.map(\.actingID).allSatisfy { id in
        contains { $0.id == id && $0.hides(entry, by: [.mutingNotifications, .blocking]) }
      }
    case .favourites, .bookmarks, .profile, .search, .searchOfAll, .named: return false
    }
  }
}

extension HiddenAccount {
  /// Of somebody who is muted for a while, what was written until then.
  fileprivate func hides(_ entry: Post, by ties: Set<Relationship.Tie>) -> Bool {
    let date = entry.timelineDate
    if let until = relationship.mutedUntil, let date, date >= until { return false }
    return !relationship.ties.isDisjoint(with: ties) && date.map { $0 <= since } ?? true
  }
}
