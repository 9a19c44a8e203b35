/// Sends what is pending and fetches new posts.
public protocol SyncAccountsUseCase: Sendable {
  /// Syncs accounts.
  /// - Returns: a result for each account when it is done, in the given order. Ends after the last one. If the observer's
  ///   task is cancelled, syncing ends.
  func callAsFunction(_ accounts: [Account]) -> AsyncStream<SyncedAccount>
}

/// The result of syncing an account.
public struct SyncedAccount: Hashable, Sendable {
  public var account: Account
  /// The number of new posts.
  public var newPosts: Result<Int, TimelineError>
  /// The number of posts in the outbox that were sent, refused, still wait, and need the user's confirmation.
  public var sent: Int
  public var refused: Int
  public var waiting: Int
  public var unconfirmed: Int
  /// What sent posts lack of what was requested.
  public var lost: [PublishingLoss]
  /// Why not everything could be sent; nil if it was.
  public var sendingFailure: TimelineError?

  public init(
    account: Account, newPosts: Result<Int, TimelineError>, sent: Int = 0, refused: Int = 0, waiting: Int = 0,
    unconfirmed: Int = 0, lost: [PublishingLoss] = [], sendingFailure: TimelineError? = nil
  ) {
    self.account = account
    self.newPosts = newPosts
    self.sent = sent
    self.refused = refused
    self.waiting = waiting
    self.unconfirmed = unconfirmed
    self.lost = lost
    self.sendingFailure = sendingFailure
  }
}
