/// Sends pending actions and the outbox, then loads new posts.
public protocol SyncAccountsUseCase: Sendable {
  /// Syncs accounts one after another.
  /// - Returns: the results in the given order, each as soon as its account is done. Cancelling the task that reads the
  ///   stream ends the sync.
  func callAsFunction(_ accounts: [Account]) -> AsyncStream<SyncedAccount>
}

/// The result of syncing an account.
public struct SyncedAccount: Hashable, Sendable {
  public var account: Account
  /// The number of new posts.
  public var newPosts: Result<Int, TimelineError>
  /// The number of posts sent from the outbox.
  public var sent: Int
  /// The number of posts that the server rejected; they are drafts again.
  public var refused: Int
  /// The number of posts that remain in the outbox.
  public var waiting: Int
  /// The number of posts that need the user's confirmation.
  public var unconfirmed: Int
  /// The requested properties that sent posts lack.
  public var losses: [PublishingLoss]
  /// The reason that sending was incomplete; nil if everything was sent.
  public var sendingFailure: TimelineError?

  public init(
    account: Account, newPosts: Result<Int, TimelineError>, sent: Int = 0, refused: Int = 0, waiting: Int = 0,
    unconfirmed: Int = 0, losses: [PublishingLoss] = [], sendingFailure: TimelineError? = nil
  ) {
    self.account = account
    self.newPosts = newPosts
    self.sent = sent
    self.refused = refused
    self.waiting = waiting
    self.unconfirmed = unconfirmed
    self.losses = losses
    self.sendingFailure = sendingFailure
  }
}
