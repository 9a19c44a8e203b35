import Domain
import GRDB

/// The server accounts in the store.
public struct SQLiteServerAccounts: ServerAccountRepository {
  private let store: PostStore

  public init(store: PostStore) {
    self.store = store
  }

  /// All server accounts, without those that are being removed.
  public func accounts() async throws(StoreError) -> [Account] {
    let folder = store.folder
    let accounts = try await store.read { database in
      let accounts = try StoredAccount.all(in: database).filter {
        $0.isServerAccount && $0.accountID.kind != .publicServer
      }
      let isLocked = accounts.contains(where: \.isPartial) && folder.isLocked
      return accounts.filter { !($0.isPartial && isLocked) }.map(\.serverAccount)
    }
    return accounts ?? []
  }

  /// Adds or updates an account. Creates the database if needed.
  public func add(_ account: Account) async throws(StoreError) {
    try await store.openOrCreateDatabase().writeAtomically { database in try StoredAccount.store(account, in: database)
    }
  }

  /// Removes an account and its cached posts.
  public func remove(_ account: AccountID) async throws(StoreError) {
    try await PostStore.run { () throws(StoreError) in try store.forget(account) { _ in } }
  }

  public func publicServers() async throws(StoreError) -> [AccountID] {
    try await store.read { database in
      try StoredAccount.all(in: database).map(\.accountID).filter { $0.kind == .publicServer }
    } ?? []
  }

  public func cache(of account: AccountID) -> any TimelineCache { SQLiteTimelineCache(store: store, account: account) }

  public func search(of account: AccountID) -> any PostSearchRepository {
    StoreTimelineRepository(store: store, account: account)
  }

  public func threads(of account: AccountID) -> any ThreadRepository {
    StoreTimelineRepository(store: store, account: account)
  }
}

extension StoredAccount {
  /// The account with the profile details from its server.
  fileprivate var serverAccount: Account {
    var account = account
    guard let stored = StoredOverview(stored: overview)?.profile?.profile else { return account }
    account.profile.details = stored.details
    // Only the server knows how many posts the owner wrote.
    account.postSummary = stored.details?.posts.map { Account.PostSummary(posts: max(0, $0)) }
    return account
  }

  /// Adds or updates a server account.
  fileprivate static func store(_ account: Account, in database: Database) throws {
    guard case .server(let server) = account.origin, account.id.kind != .store else {
      throw StoreError.unusable(path: "", reason: "It is not a server account")
    }
    let profile = account.profile
    let key = account.id.storageKey
    if let known = try find(account.id, in: database) {
      try database.execute(
        sql: """
          UPDATE account SET handle = ?, name = ?, sourceId = ?, format = ?, host = ?, address = ?, isPartial = 0
          WHERE id = ?
          """,
        arguments: [profile.handle, profile.name, profile.id, server.host, server.host, server.address, known.id])
    } else {
      try database.execute(
        sql: """
          INSERT INTO account (key, handle, name, sourceId, format, isPartial, liveKey, host, address)
          VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?)
          """,
        arguments: [
          try freeKey(like: key, in: database), profile.handle, profile.name, profile.id, server.host, key, server.host,
          server.address,
        ])
    }
  }
}
