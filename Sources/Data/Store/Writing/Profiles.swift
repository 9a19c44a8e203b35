import Domain
import GRDB

/// The row IDs of the profiles of one account.
struct Profiles {
  /// Limit of the cache, for files that name millions of profiles.
  private static let maxCount = 50_000

  private let database: Database
  private let account: Int64
  /// Whether the source knows all names: a profile without one loses its name.
  private let hasAllNames: Bool
  /// Whether stored names are kept, because the source is older.
  private let keepsNames: Bool
  private var knownRowIDs: [String: Int64] = [:]
  /// Fast path: most posts of an archive have the same author.
  private var last: (key: String, id: Int64)?

  init(_ database: Database, account: Int64, hasAllNames: Bool = false, keepsNames: Bool = false) {
    self.database = database
    self.hasAllNames = hasAllNames
    self.keepsNames = keepsNames
    self.account = account
  }

  /// The row ID of a profile, which is inserted if needed. Of several names in an import the first one counts: most
  /// sources list posts newest first.
  mutating func id(of profile: Profile) throws -> Int64 {
    let key = profile.storeKey
    if let last, last.key == key { return last.id }
    let id = try knownRowIDs[key] ?? found(profile, key)
    last = (key, id)
    return id
  }

  private mutating func found(_ profile: Profile, _ key: String) throws -> Int64 {
    if knownRowIDs.count >= Self.maxCount { knownRowIDs = [:] }
    let id = try stored(profile, key)
    knownRowIDs[key] = id
    return id
  }

  private func stored(_ profile: Profile, _ key: String) throws -> Int64 {
    let old = try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT id, handle, name, sourceId, avatar, emojis FROM profile WHERE accountId = ? AND key = ?"),
      arguments: [account, key])
    guard let old else {
      try database.cachedStatement(
        sql: """
          INSERT INTO profile (accountId, key, handle, name, sourceId, avatar, emojis) VALUES (?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(
        arguments: [
          account, key, profile.handle, profile.name, profile.id, profile.images?.avatar,
          StoredEmojis(profile.images?.emojis ?? []).stored,
        ])
      let id = database.lastInsertedRowID
      try index(profile, as: id)
      return id
    }
    let id: Int64 = old["id"]
    if let sourceID = profile.id, sourceID != old.text("sourceId") {
      try database.execute(sql: "UPDATE profile SET sourceId = ? WHERE id = ?", arguments: [sourceID, id])
    }
    try update(profile.images, of: id, from: old)
    let known = Profile(handle: old.text("handle") ?? "", name: old.text("name"))
    // A name that equals the handle means that the source has no name.
    let isSame = (known.handle, known.name) == (profile.handle, profile.name)
    let isKept = keepsNames && known.name != known.handle
    guard !isSame, !isKept, hasAllNames || profile.name != profile.handle else { return id }
    try change(known, to: profile, id)
    return id
  }

  /// Updates avatar and custom emoji if the source has any.
  private func update(_ images: ProfileImages?, of id: Int64, from old: Row) throws {
    guard let images else { return }
    let emojis = StoredEmojis(images.emojis).stored
    guard images.avatar != old.text("avatar") || emojis != old.text("emojis") else { return }
    try database.execute(
      sql: "UPDATE profile SET avatar = ?, emojis = ? WHERE id = ?", arguments: [images.avatar, emojis, id])
  }

  /// Sets the name of a profile that has only a handle.
  func name(_ profile: Profile) throws {
    let id = try Int64.fetchOne(
      database, sql: "SELECT id FROM profile WHERE accountId = ? AND key = ? AND name = handle",
      arguments: [account, profile.storeKey])
    guard let id, profile.name != profile.handle else { return }
    let handle = try String.fetchOne(database, sql: "SELECT handle FROM profile WHERE id = ?", arguments: [id])
    let known = Profile(handle: handle ?? profile.handle)
    try change(known, to: Profile(handle: known.handle, name: profile.name), id)
  }

  /// Changes the handle of a profile. Its posts stay its own.
  func rename(_ known: Profile, to profile: Profile) throws {
    let sql = "SELECT id, handle, name FROM profile WHERE accountId = ? AND key = ?"
    guard let old = try Row.fetchOne(database, sql: sql, arguments: [account, known.storeKey]),
      try Row.fetchOne(database, sql: sql, arguments: [account, profile.storeKey]) == nil
    else { return }
    let id: Int64 = old["id"]
    try SearchFacets.rename(author: id, from: known.handle, to: profile.handle, in: database)
    try database.execute(sql: "UPDATE profile SET key = ? WHERE id = ?", arguments: [profile.storeKey, id])
    try change(Profile(handle: old.text("handle") ?? "", name: old.text("name")), to: profile, id)
  }

  private func change(_ known: Profile, to profile: Profile, _ id: Int64) throws {
    try database.execute(
      sql: "UPDATE profile SET handle = ?, name = ? WHERE id = ?", arguments: [profile.handle, profile.name, id])
    try removeWords(of: known, id)
    try index(profile, as: id)
  }

  private func index(_ profile: Profile, as id: Int64) throws {
    try database.cachedStatement(sql: "INSERT INTO profileWords (rowid, handle, name) VALUES (?, ?, ?)")
      .execute(arguments: [id, profile.handle, profile.name])
  }

  /// A contentless FTS5 table needs the original text for a deletion.
  private func removeWords(of profile: Profile, _ id: Int64) throws {
    try database.cachedStatement(
      sql: "INSERT INTO profileWords (profileWords, rowid, handle, name) VALUES ('delete', ?, ?, ?)"
    ).execute(arguments: [id, profile.handle, profile.name])
  }
}

extension Profile {
  /// The unique key of a profile. No handle begins with a space.
  var storeKey: String { handle.isEmpty ? " " + name : handle }
}
