/// Sends what waits, asks servers for what is new, and keeps that.
public protocol SyncAccountsUseCase: Sendable {
  /// Tells of each account when it is done, in the order in which they are; ends after the last one. Who listens no
  /// more ends it.
  func callAsFunction(_ accounts: [Account]) -> AsyncStream<SyncedAccount>
}

/// What has come of asking for one account.
public struct SyncedAccount: Hashable, Sendable {
  public var account: Account
  /// How many posts are new, or why nobody knows.
  public var newPosts: Result<Int, TimelineError>
  /// How many posts of its own the server has taken, how many it has refused, how many still wait for it, and how many for
  /// the person's word.
  public var sent: Int
  public var refused: Int
  public var waiting: Int
  public var asking: Int
  /// What the posts that were sent asked for, and lack.
  public var lost: [PublishingLoss]
  /// Why the server has not taken all that the person has written and done.
  public var sendingFailure: TimelineError?

  public init(
    account: Account, newPosts: Result<Int, TimelineError>, sent: Int = 0, refused: Int = 0, waiting: Int = 0,
    asking: Int = 0, lost: [PublishingLoss] = [], sendingFailure: TimelineError? = nil
  ) {
    self.account = account
    self.newPosts = newPosts
    self.sent = sent
    self.refused = refused
    self.waiting = waiting
    self.asking = asking
    self.lost = lost
    self.sendingFailure = sendingFailure
  }
}
