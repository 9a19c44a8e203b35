/// The ID of a post in its source: opaque text, never a number, as IDs may exceed 2^53 or be URIs.
public struct PostID: Hashable, Sendable {
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

/// The identity of a post across accounts, whose sources may use the same ID for different posts.
public struct PostRef: Hashable, Sendable {
  /// nil for a post that was read from a file and has no account yet.
  public var account: AccountID?
  public var id: PostID

  public init(account: AccountID?, id: PostID) {
    self.account = account
    self.id = id
  }
}

/// The identity of an entry in a timeline. A post and a repost of it are two entries.
public struct PostKey: Hashable, Sendable {
  public var ref: PostRef
  /// The reposter's handle, if this entry is a repost.
  public var repostedBy: String?
  /// The notification's ID, if this entry is one.
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
