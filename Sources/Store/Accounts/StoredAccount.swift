import Domain
import FoundationEssentials
import GRDB

/// An account of the store.
struct StoredAccount {
  let id: Int64
  let key: String
  private(set) var profile: Profile
  private(set) var format: String
  /// Whether it is being imported or forgotten, or that was broken off.
  let isPartial: Bool
  /// The storage key of a server's account; nil where it has been imported.
  let liveKey: String?
  private let server: ServerOrigin
  /// What its server has said of itself last.
  let overview: String?
  /// When the newest that was imported of it was handed out; nil where nobody knows.
  let asOf: Date?
  private let givenName: AccountName?
  /// Who has written nearly all of an archive, by their number: the index of words says which posts are by others. nil
  /// where that is not known yet, and of a server's account; 0 where there is nobody. Once known it stays.
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
    // Another hand may have written anything there.
    givenName = row.text("givenName").flatMap(AccountName.init(stored:))
    mainAuthor = row.integer("mainAuthorId")
  }

  /// As the rest of Tern knows it.
  var account: Account {
    Account(
      id: accountID, profile: profile, givenName: givenName,
      origin: isServerAccount ? .server(server) : .imported(format: format))
  }

  var accountID: AccountID { liveKey.map(AccountID.init(storageKey:)) ?? .store(key) }

  /// Whether its posts come from a server.
  var isServerAccount: Bool { liveKey != nil }

  func isByMainAuthor(_ people: PostPeople) -> Bool {
    guard let mainAuthor, mainAuthor > 0 else { return false }
    return people.author == mainAuthor || people.reposter == mainAuthor
  }

  /// In the order in which they came.
  static func all(in database: Database) throws -> [StoredAccount] {
    try Row.fetchAll(database, sql: "SELECT \(columns) FROM account ORDER BY id").map(StoredAccount.init)
  }

  /// Those that have been imported.
  static func archives(in database: Database) throws -> [StoredAccount] {
    try all(in: database).filter { !$0.isServerAccount }
  }

  static func find(_ id: AccountID, in database: Database) throws -> StoredAccount? {
    if id.kind == .store { return try find(key: id.key, in: database).flatMap { $0.isServerAccount ? nil : $0 } }
    return try Row.fetchOne(
      database.cachedStatement(sql: "SELECT \(columns) FROM account WHERE liveKey = ?"), arguments: [id.storageKey]
    ).map(StoredAccount.init)
  }

  /// Whatever has the key.
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
  /// The account of an owner, made where there is none. Others do not see a new one until it is whole.
  /// - Parameters:
  ///   - asOf: when the archive was handed out. What an older one calls its owner is no news.
  ///   - isNewest: whether it counts as the newest all the same.
  static func open(
    owner: Profile?, of archive: ArchiveName, asOf: Date?, isNewest: Bool, in database: Database
  ) throws -> StoredAccount? {
    let known = try find(owner: owner, of: archive, in: database)
    guard var account = try known ?? make(owner, of: archive, in: database),
      isNewest || !account.isNewer(than: asOf)
    else { return known }
    if known != nil, let owner { try account.rename(to: owner, in: database) }
    if let asOf { try account.note(asOf: asOf, in: database) }
    return account
  }

  /// What is there is as old as this from now on.
  func note(asOf: Date, in database: Database) throws {
    try database.execute(sql: "UPDATE account SET asOf = ? WHERE id = ?", arguments: [asOf.milliseconds, id])
  }

  /// Whether something was imported that was handed out after this moment.
  func isNewer(than date: Date?) -> Bool {
    guard let asOf, let date else { return false }
    return asOf.milliseconds > date.milliseconds
  }

  private static func make(
    _ owner: Profile?, of archive: ArchiveName, in database: Database
  ) throws -> StoredAccount? {
    let key = try freeKey(owner, of: archive, in: database)
    let owner = owner ?? Profile(handle: "", name: archive.name)
    try database.execute(
      sql: "INSERT INTO account (key, handle, name, sourceId, format, isPartial) VALUES (?, ?, ?, ?, ?, 1)",
      arguments: [key, owner.handle, owner.name, owner.id, archive.format])
    return try find(key: key, in: database)
  }

  /// - Parameter owner: what the source has said of it last; nil where that is no news.
  mutating func complete(owner: Profile?, format: String, in database: Database) throws {
    if let owner, owns(owner) { profile = profile.called(as: owner) }
    let told = profile.details == nil ? nil : StoredJSON.encode(StoredProfile(profile))
    try database.execute(
      sql: """
        UPDATE account SET isPartial = 0, handle = ?, name = ?, sourceId = ?, format = ?, overview = ? WHERE id = ?
        """,
      arguments: [profile.handle, profile.name, profile.id, format, told, id])
    self.format = format
    try Profiles(database, account: id).name(profile)
  }

  /// The source's own id comes first: the handle may be somebody else's by now.
  static func find(
    owner: Profile?, of archive: ArchiveName, in database: Database
  ) throws -> StoredAccount? {
    let accounts = try archives(in: database)
    guard let owner else { return accounts.first { $0.key == archive.key } }
    if let id = owner.id, let known = accounts.first(where: { $0.profile.id == id }) { return known }
    return accounts.first { account in
      // The ids of two formats say nothing of each other.
      let isOtherAccount = account.format == archive.format && account.profile.id != nil && owner.id != nil
      return account.owns(Profile(handle: owner.handle, name: owner.name)) && !isOtherAccount
    }
  }

  /// Whether this is the account of a profile, by its id where both have one, else by its handle.
  private func owns(_ owner: Profile) -> Bool {
    if let id = owner.id, id == profile.id { return true }
    return owner.handle.isEmpty ? owner.storeKey == key : owner.handle.lowercased() == profile.handle.lowercased()
  }

  /// The key is the handle, unless somebody has it who has changed handles, or had the handle before.
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

  /// The posts that the owner wrote, and what has been read of those that the owner reposted, go along.
  private mutating func rename(to owner: Profile, in database: Database) throws {
    guard !owner.handle.isEmpty, owner.handle != profile.handle else { return }
    if !profile.handle.isEmpty { try renameReposter("@" + profile.handle, to: "@" + owner.handle, in: database) }
    try Profiles(database, account: id).rename(profile, to: owner)
    profile = profile.called(as: owner)
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
  /// The same person, by another name. What is told of them stays where nothing else is.
  fileprivate func called(as owner: Profile) -> Profile {
    Profile(id: id ?? owner.id, handle: owner.handle, name: owner.name, details: owner.details ?? details)
  }
}

/// What an archive is known by besides its owner.
struct ArchiveName: Hashable {
  /// What the account is called where there is no owner.
  var name: String
  /// Tells it then from others of that name.
  var path: String
  var format: String

  /// Of its account, where there is no owner: no handle begins with a space.
  var key: String { " " + path }
}
