import Domain
import GRDB

/// An account of the store.
struct StoredAccount {
  static let idPrefix = "store:"

  static func isStored(_ id: AccountID) -> Bool { id.rawValue.hasPrefix(idPrefix) }

  let id: Int64
  let key: String
  private(set) var profile: Profile
  let format: String
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
    Account(id: AccountID(Self.idPrefix + key), profile: profile, source: format)
  }

  /// In the order in which they came.
  static func all(in database: Database) throws -> [StoredAccount] {
    try Row.fetchAll(database, sql: "SELECT id, key, handle, name, format, isPartial FROM account ORDER BY id")
      .map(StoredAccount.init)
  }

  static func find(_ id: AccountID, in database: Database) throws -> StoredAccount? {
    guard isStored(id) else { return nil }
    return try find(key: String(id.rawValue.dropFirst(idPrefix.count)), in: database)
  }

  /// The account of an owner, made where there is none. Others do not see a new one until it is whole.
  /// - Parameter name: what it is called where there is no owner.
  static func open(owner: Profile?, name: String, format: String, in database: Database) throws -> StoredAccount? {
    let owner = owner ?? Profile(handle: "", name: name)
    let key = owner.storeKey
    try database.execute(
      sql: """
        INSERT INTO account (key, handle, name, format, isPartial) VALUES (?, ?, ?, ?, 1)
        ON CONFLICT DO UPDATE SET format = excluded.format
        """, arguments: [key, owner.handle, owner.name, format])
    return try find(key: key, in: database)
  }

  /// - Parameter owner: what the source has said of it last.
  mutating func complete(owner: Profile?, in database: Database) throws {
    if let owner, owner.storeKey.lowercased() == key.lowercased() { profile = owner }
    try database.execute(
      sql: "UPDATE account SET isPartial = 0, handle = ?, name = ? WHERE id = ?",
      arguments: [profile.handle, profile.name, id])
    try Profiles(database, account: id).name(profile)
  }

  private static func find(key: String, in database: Database) throws -> StoredAccount? {
    try Row.fetchOne(
      database, sql: "SELECT id, key, handle, name, format, isPartial FROM account WHERE key = ?", arguments: [key]
    ).map(StoredAccount.init)
  }
}
