/// The stored accounts of servers.
public protocol ServerAccountRepository: Sendable {
  /// In the order in which they were added.
  func accounts() async throws(StoreError) -> [Account]

  /// Adds an account, or updates it.
  func add(_ account: Account) async throws(StoreError)

  /// Removes an account and all its data.
  func remove(_ account: AccountID) async throws(StoreError)

  /// The servers that are read without an account and have cached posts.
  func publicServers() async throws(StoreError) -> [AccountID]

  func cache(of account: AccountID) -> any TimelineCache

  /// Searches the cached posts.
  func search(of account: AccountID) -> any PostSearchRepository

  /// The cached threads.
  func threads(of account: AccountID) -> any ThreadRepository
}

extension ServerAccountRepository {
  /// For repositories without such servers.
  public func publicServers() async throws(StoreError) -> [AccountID] { [] }
}
