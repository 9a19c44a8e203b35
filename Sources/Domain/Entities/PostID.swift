/// A post's id in its source: opaque text, never a number (ids exceed 2^53, or are URIs).
public struct PostID: Hashable, Sendable {
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

/// The identity of a post everywhere in Tern: two accounts' sources may use the same ids for different posts.
public struct PostRef: Hashable, Sendable {
  /// nil for a post that was read from a file and belongs to no account yet.
  public var account: AccountID?
  public var id: PostID

  public init(account: AccountID?, id: PostID) {
    self.account = account
    self.id = id
  }
}

/// The identity of an entry in a timeline: a post and a repost of it are two entries.
public struct PostKey: Hashable, Sendable {
  public var ref: PostRef
  /// Handle of the one who reposted it, where this entry is a repost.
  public var repostedBy: String?
  /// Id of the notification, where this entry is one.
  public var notification: String?

  public init(_ ref: PostRef, repostedBy: String? = nil, notification: String? = nil) {
    self.ref = ref
    self.repostedBy = repostedBy
    self.notification = notification
  }

  public init(id: PostID, account: AccountID? = nil, repostedBy: String? = nil, notification: String? = nil) {
    self.init(PostRef(account: account, id: id), repostedBy: repostedBy, notification: notification)
  }

  public var id: PostID { ref.id }
}
