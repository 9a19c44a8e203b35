/// Asks servers for what is new, and keeps it.
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

  public init(account: Account, newPosts: Result<Int, TimelineError>) {
    self.account = account
    self.newPosts = newPosts
  }
}
