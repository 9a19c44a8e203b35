/// A list of accounts at a server.
public enum ProfileList: Hashable, Sendable {
  /// The accounts that follow an account, by its ID.
  case followers(of: String)
  /// The accounts that an account follows, by its ID.
  case following(of: String)
  case likes(of: PostID)
  case reposts(of: PostID)
  /// The accounts that the user mutes.
  case muted
  /// The accounts that the user blocks.
  case blocked
  /// The accounts that the user follows and that follow an account, by its ID.
  case familiarFollowers(of: String)
}

/// A page of a list of accounts, in the server's order.
public struct ProfileListPage: Hashable, Sendable {
  public var profiles: [Profile]
  /// The cursor of the next page; nil if this is the last one.
  public var next: RemoteCursor?

  public init(_ profiles: [Profile] = [], next: RemoteCursor? = nil) {
    self.profiles = profiles
    self.next = next
  }
}
