import Domain
import FoundationEssentials
import GRDB

/// An account of the store.
struct StoredAccount {
  let id: Int64
  let key: String
  private(set) var profile: Profile
  private(set) var format: String
  /// Whether an import or a removal is running, or was interrupted.
  let isPartial: Bool
  /// The storage key of a server account; nil if it was imported.
  let liveKey: String?
  private let server: ServerOrigin
  /// The latest overview from its server, as JSON.
  let overview: String?
  /// The date of the newest imported source; nil if unknown.
  let asOf: Date?
  private let givenName: AccountName?
  /// The row ID of the profile that wrote nearly all of an archive: the full-text index marks posts of others. nil if
  /// not known yet, and for server accounts; 0 if none exists. Never changes once it is known.
  var mainAuthor: Int64?

  init(row: Row) {
    id = row.integer("id") ?? 0
    key = row.text("key") ?? ""
    profile = Profile(id: row.text("sourceId"), handle: row.text("handle") ?? "", name: row.text("name"))
    format = row.text("format") ?? ""
    isPartial = row.number("isPartial") != 0
    liveKey = row.text("liveKey")
    server = ServerOrigin(host: row.text("host") ?? "", address: row.text("address") ?? "")
    overview = row.text("overview")
    asOf = row.integer("asOf").map(Date.init(milliseconds:))
    if liveKey == nil {
      profile.details = StoredJSON.decode(StoredProfile.self, overview ?? "")?.profile.details
    }
    // Another program may have stored anything.
    givenName = row.text("givenName").flatMap(AccountName.init(stored:))
    mainAuthor = row.integer("mainAuthorId")
  }

  /// The domain's account.
  var account: Account {
    Account(
      id: accountID, profile: profile, givenName: givenName,
      origin: isServerAccount ? .server(server) : .imported(format: format))
  }

  var accountID: AccountID { liveKey.map(AccountID.init(storageKey:)) ?? .store(key) }

  var isServerAccount: Bool { liveKey != nil }

  func isByMainAuthor(_ authorship: PostAuthorship) -> Bool {
    guard let mainAuthor, mainAuthor > 0 else { return false }
    return authorship.author == mainAuthor || authorship.reposter == mainAuthor
  }

  /// All accounts, in the order in which they were added.
  static func all(in database: Database) throws -> [StoredAccount] {
    try Row.fetchAll(database, sql: "SELECT \(columns) FROM account ORDER BY id").map(StoredAccount.init)
  }

  /// All imported accounts.
  static func archives(in database: Database) throws -> [StoredAccount] {
    try all(in: database).filter { !$0.isServerAccount }
  }

  static func find(_ id: AccountID, in database: Database) throws -> StoredAccount? {
    if id.kind == .store { return try find(key: id.key, in: database).flatMap { $0.isServerAccount ? nil : $0 } }
    return try Row.fetchOne(
      database.cachedStatement(sql: "SELECT \(columns) FROM account WHERE liveKey = ?"), arguments: [id.storageKey]
    ).map(StoredAccount.init)
  }

  /// The account with a key, of any kind.
  private static func find(key: String, in database: Database) throws -> StoredAccount? {
    try Row.fetchOne(
      database.cachedStatement(sql: "SELECT \(columns) FROM account WHERE key = ?"), arguments: [key]
    ).map(StoredAccount.init)
  }

  private static let columns = """
    id, key, handle, name, sourceId, format, isPartial, liveKey, host, address, overview, asOf, givenName, mainAuthorId
    """
}

// MARK: - Importing

extension StoredAccount {
  /// The account of an owner, which is created if needed. A new one is invisible to others until it is complete.
  /// - Parameters:
  ///   - asOf: the date of the archive. An older one does not rename the owner.
  ///   - isNewest: whether to treat it as the newest even if it is older.
  static func openForImport(
    owner: Profile?, of archive: ArchiveName, asOf: Date?, isNewest: Bool, in database: Database
  ) throws -> StoredAccount? {
    let known = try find(owner: owner, of: archive, in: database)
    guard var account = try known ?? create(owner, of: archive, in: database),
      isNewest || !account.isNewer(than: asOf)
    else { return known }
    if known != nil, let owner { try account.rename(to: owner, in: database) }
    if let asOf { try account.storeDate(asOf: asOf, in: database) }
    return account
  }

  /// Stores the date of the newest source.
  func storeDate(asOf: Date, in database: Database) throws {
    try database.execute(sql: "UPDATE account SET asOf = ? WHERE id = ?", arguments: [asOf.milliseconds, id])
  }

  /// Whether a source of a later date was imported.
  func isNewer(than date: Date?) -> Bool {
    guard let asOf, let date else { return false }
    return asOf.milliseconds > date.milliseconds
  }

  private static func create(
    _ owner: Profile?, of archive: ArchiveName, in database: Database
  ) throws -> StoredAccount? {
    let key = try freeKey(owner, of: archive, in: database)
    let owner = owner ?? Profile(handle: "", name: archive.name)
    try database.execute(
      sql: "INSERT INTO account (key, handle, name, sourceId, format, isPartial) VALUES (?, ?, ?, ?, ?, 1)",
      arguments: [key, owner.handle, owner.name, owner.id, archive.format])
    return try find(key: key, in: database)
  }

  /// - Parameter owner: the profile in the source; nil if it is older than the stored one.
  mutating func complete(owner: Profile?, format: String, in database: Database) throws {
    if let owner, hasOwner(owner) { profile = profile.renamed(as: owner) }
    let overview = profile.details == nil ? nil : StoredJSON.encode(StoredProfile(profile))
    try database.execute(
      sql: """
        UPDATE account SET isPartial = 0, handle = ?, name = ?, sourceId = ?, format = ?, overview = ? WHERE id = ?
        """,
      arguments: [profile.handle, profile.name, profile.id, format, overview, id])
    self.format = format
    try Profiles(database, account: id).name(profile)
  }

  /// Finds the account of an owner, by ID before handle: the handle may belong to another account by now.
  static func find(
    owner: Profile?, of archive: ArchiveName, in database: Database
  ) throws -> StoredAccount? {
    let accounts = try archives(in: database)
    guard let owner else { return accounts.first { $0.key == archive.key } }
    if let id = owner.id, let known = accounts.first(where: { $0.profile.id == id }) { return known }
    return accounts.first { account in
      // IDs of different formats cannot be compared.
      let isOtherAccount = account.format == archive.format && account.profile.id != nil && owner.id != nil
      return account.hasOwner(Profile(handle: owner.handle, name: owner.name)) && !isOtherAccount
    }
  }

  /// Whether this is the account of a profile, by ID if both have one, otherwise by handle.
  private func hasOwner(_ owner: Profile) -> Bool {
    if let id = owner.id, id == profile.id { return true }
    return owner.handle.isEmpty ? owner.storeKey == key : owner.handle.lowercased() == profile.handle.lowercased()
  }

  /// The handle, or a numbered variant if another account has that key.
  private static func freeKey(_ owner: Profile?, of archive: ArchiveName, in database: Database) throws -> String {
    try freeKey(like: owner?.storeKey ?? archive.key, in: database)
  }

  static func freeKey(like wanted: String, in database: Database) throws -> String {
    var (key, number) = (wanted, 1)
    while try find(key: key, in: database) != nil {
      number += 1
      key = "\(wanted) \(number)"
    }
    return key
  }

  /// Renames the owner. Posts and read marks of its reposts are preserved.
  private mutating func rename(to owner: Profile, in database: Database) throws {
    guard !owner.handle.isEmpty, owner.handle != profile.handle else { return }
    if !profile.handle.isEmpty { try renameReposter("@" + profile.handle, to: "@" + owner.handle, in: database) }
    try Profiles(database, account: id).rename(profile, to: owner)
    profile = profile.renamed(as: owner)
    try database.execute(
      sql: "UPDATE account SET handle = ?, name = ?, sourceId = ? WHERE id = ?",
      arguments: [profile.handle, profile.name, profile.id, id])
  }

  private func renameReposter(_ old: String, to new: String, in database: Database) throws {
    for column in ["placeReposter", "markReposter"] {
      try database.execute(
        sql: "UPDATE timeline SET \(column) = ? WHERE accountId = ? AND \(column) = ? COLLATE NOCASE",
        arguments: [new, id, old])
    }
    try database.execute(
      sql: """
        UPDATE OR IGNORE readPost SET reposter = ? WHERE reposter = ? COLLATE NOCASE
          AND timelineId IN (SELECT id FROM timeline WHERE accountId = ?)
        """, arguments: [new, old, id])
  }
}

extension Profile {
  /// The same profile with another handle and name. Details are kept if there are no new ones.
  fileprivate func renamed(as owner: Profile) -> Profile {
    Profile(id: id ?? owner.id, handle: owner.handle, name: owner.name, details: owner.details ?? details)
  }
}

/// The identity of an archive apart from its owner.
struct ArchiveName: Hashable {
  /// The name of an account without owner.
  var name: String
  /// Distinguishes accounts of the same name.
  var path: String
  var format: String

  /// The key of an account without owner. No handle begins with a space.
  var key: String { " " + path }
}
