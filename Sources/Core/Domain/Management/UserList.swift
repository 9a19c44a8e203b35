/// A list of accounts whose posts are a timeline of the user.
public struct UserList: Hashable, Sendable {
  /// The replies of its members that the list shows (Mastodon's documentation, entities/List).
  public enum RepliesPolicy: String, Hashable, Sendable, CaseIterable {
    case list, followed, none
  }

  /// The ID at the server; nil before it is stored there.
  public var id: String?
  public var title: String
  /// nil if the server has no such policy.
  public var replies: RepliesPolicy?
  /// Whether Home leaves out the posts of its members; nil if the server cannot do so.
  public var isExclusive: Bool?

  public init(id: String? = nil, title: String, replies: RepliesPolicy? = .list, isExclusive: Bool? = false) {
    self.id = id
    self.title = title
    self.replies = replies
    self.isExclusive = isExclusive
  }
}
