import Domain
import GRDB

/// The accounts of servers in the store.
public struct SQLiteServerAccounts: ServerAccountRepository {
  private let store: PostStore

  public init(store: PostStore) {
    self.store = store
  }

  /// One that is being removed is gone already.
  public func accounts() async throws(StoreError) -> [Account] {
    let folder = store.folder
    let accounts = try await store.read { database in
      let accounts = try StoredAccount.all(in: database).filter(\.isServerAccount)
      let isLocked = accounts.contains(where: \.isPartial) && folder.isLocked
      return accounts.filter { !($0.isPartial && isLocked) }.map(\.serverAccount)
    }
    return accounts ?? []
  }

  /// The database is made where there is none.
  public func add(_ account: Account) async throws(StoreError) {
    try await store.ready().change { database in try StoredAccount.store(account, in: database) }
  }

  public func remove(_ account: AccountID) async throws(StoreError) {
    try await PostStore.run { () throws(StoreError) in try store.forget(account) { _ in } }
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
  /// With what its server tells of it.
  fileprivate var serverAccount: Account {
    var account = account
    guard let told = StoredOverview(stored: overview)?.profile?.profile else { return account }
    account.profile.details = told.details
    // How many posts its owner has written only the server knows.
    account.extent = told.details?.posts.map { Account.Extent(posts: max(0, $0)) }
    return account
  }

  /// Adds an account of a server, or brings it up to date.
  fileprivate static func store(_ account: Account, in database: Database) throws {
    guard case .server(let server) = account.origin, account.id.kind != .store else {
      throw StoreError.unusable(path: "", reason: "It is no account of a server")
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
