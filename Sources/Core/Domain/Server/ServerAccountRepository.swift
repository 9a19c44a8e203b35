/// The stored accounts of servers.
public protocol ServerAccountRepository: Sendable {
  /// In the order in which they were added.
  /// - Throws: `StoreError` if the store cannot be read.
  func accounts() async throws(StoreError) -> [Account]

  /// Adds an account, or updates it.
  /// - Throws: `StoreError` if it cannot be stored.
  func add(_ account: Account) async throws(StoreError)

  /// Removes an account and all its data.
  /// - Throws: `StoreError` if it cannot be removed.
  func remove(_ account: AccountID) async throws(StoreError)

  /// The servers that are read without an account and have cached posts.
  /// - Throws: `StoreError` if the store cannot be read.
  func publicServers() async throws(StoreError) -> [AccountID]

  func cache(of account: AccountID) -> any TimelineCache

  /// Searches the cached posts.
  func search(of account: AccountID) -> any PostSearchRepository

  /// The cached threads.
  func threads(of account: AccountID) -> any ThreadRepository
}

extension ServerAccountRepository {
  /// For repositories without such servers.
  /// - Throws: nothing; an implementation may throw `StoreError`.
  public func publicServers() async throws(StoreError) -> [AccountID] { [] }
}
