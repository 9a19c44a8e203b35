import Domain
import GRDB

/// An account of the store.
struct StoredAccount {
  let id: Int64
  let key: String
  private(set) var profile: Profile
  private(set) var format: String
  /// Whether it is being imported or forgotten, or that was broken off.
  let isPartial: Bool

  init(row: Row) {
    id = row.integer("id") ?? 0
    key = row.text("key") ?? ""
    profile = Profile(handle: row.text("handle") ?? "", name: row.text("name"))
    format = row.text("format") ?? ""
    isPartial = row.number("isPartial") != 0
  }

  /// As the rest of Tern knows it.
  var account: Account {
    Account(id: accountID, profile: profile, origin: .imported(format: format))
  }

  var accountID: AccountID { .store(key) }

  /// In the order in which they came.
  static func all(in database: Database) throws -> [StoredAccount] {
    try Row.fetchAll(database, sql: "SELECT id, key, handle, name, format, isPartial FROM account ORDER BY id")
      .map(StoredAccount.init)
  }

  static func find(_ id: AccountID, in database: Database) throws -> StoredAccount? {
    guard id.kind == .store else { return nil }
    return try find(key: id.key, in: database)
  }

  /// The account of an owner, made where there is none. Others do not see a new one until it is whole.
  static func open(owner: Profile?, of archive: ArchiveName, in database: Database) throws -> StoredAccount? {
    let key = owner?.storeKey ?? " " + archive.path
    let owner = owner ?? Profile(handle: "", name: archive.name)
    try database.execute(
      sql: """
        INSERT INTO account (key, handle, name, format, isPartial) VALUES (?, ?, ?, ?, 1) ON CONFLICT DO NOTHING
        """, arguments: [key, owner.handle, owner.name, archive.format])
    return try find(key: key, in: database)
  }

  /// - Parameter owner: what the source has said of it last.
  mutating func complete(owner: Profile?, format: String, in database: Database) throws {
    if let owner, owner.storeKey.lowercased() == key.lowercased() { profile = owner }
    try database.execute(
      sql: "UPDATE account SET isPartial = 0, handle = ?, name = ?, format = ? WHERE id = ?",
      arguments: [profile.handle, profile.name, format, id])
    self.format = format
    try Profiles(database, account: id).name(profile)
  }

  private static func find(key: String, in database: Database) throws -> StoredAccount? {
    try Row.fetchOne(
      database, sql: "SELECT id, key, handle, name, format, isPartial FROM account WHERE key = ?", arguments: [key]
    ).map(StoredAccount.init)
  }
}

/// What an archive is known by besides its owner.
struct ArchiveName: Hashable {
  /// What the account is called where there is no owner.
  var name: String
  /// Tells it then from others of that name.
  var path: String
  var format: String
}
