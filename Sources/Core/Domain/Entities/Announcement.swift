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

  public init(
    id: String, text: PostText, publishedAt: Date? = nil, startsAt: Date? = nil, endsAt: Date? = nil,
    isRead: Bool = false
  ) {
    self.id = id
    self.text = text
    self.publishedAt = publishedAt
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.isRead = isRead
  }
}
