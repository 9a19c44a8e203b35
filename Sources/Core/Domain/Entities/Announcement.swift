import FoundationEssentials

/// An announcement by the administrators of a server.
public struct Announcement: Hashable, Sendable {
  public var id: String
  public var text: PostText
  /// nil if unknown.
  public var publishedAt: Date?
  /// When the announced event starts and ends; nil if the announcement is about none.
  public var startsAt: Date?
  public var endsAt: Date?
  /// Whether the user has dismissed it.
  public var isRead: Bool
  public var reactions: [Reaction]

  /// An emoji, and how many users have reacted with it.
  public struct Reaction: Hashable, Sendable {
    /// The emoji, or the name of a custom one.
    public var name: String
    public var count: Int
    /// Whether the user is among them.
    public var isOwn: Bool

    public init(name: String, count: Int, isOwn: Bool = false) {
      self.name = name
      self.count = count
      self.isOwn = isOwn
    }
  }

  public init(
    id: String, text: PostText, publishedAt: Date? = nil, startsAt: Date? = nil, endsAt: Date? = nil,
    isRead: Bool = false, reactions: [Reaction] = []
  ) {
    self.id = id
    self.text = text
    self.publishedAt = publishedAt
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.isRead = isRead
    self.reactions = reactions
  }
}

extension Announcement {
  /// The announcement after the user has added or removed a reaction.
  public func reacting(with name: String, _ isOn: Bool) -> Announcement {
    var changed = self
    guard let index = reactions.firstIndex(where: { $0.name == name }) else {
      if isOn { changed.reactions.append(Reaction(name: name, count: 1, isOwn: true)) }
      return changed
    }
    guard reactions[index].isOwn != isOn else { return self }
    changed.reactions[index].isOwn = isOn
    changed.reactions[index].count += isOn ? 1 : -1
    if changed.reactions[index].count < 1 { changed.reactions.remove(at: index) }
    return changed
  }
}
