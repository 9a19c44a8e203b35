import Domain
import GRDB

/// Which posts of an account are earlier versions of others, as some archives keep them: each with an id of its own. The
/// last one stands for all.
///
/// Only what a later version says of earlier ones counts: of what is not there, nothing is known.
struct StoredVersions {
  /// Lists of what somebody came upon: what stood there stands there.
  static let keptIn: Set = [ArchiveTab.likes, ArchiveTab.bookmarks]

  private let database: Database
  private let account: Int64
  /// Most accounts have none.
  private var isAny: Bool
  private var retired: [PostID] = []

  init(_ database: Database, account: Int64) throws {
    self.database = database
    self.account = account
    isAny =
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM postVersion WHERE accountId = ?)", arguments: [account]) ?? false
  }

  /// Notes what later versions say, and takes earlier ones out of the timelines of their author.
  mutating func settle(_ items: [ImportItem]) throws -> [ImportItem] {
    for item in items where item.post.repost == nil && !item.post.versionIDs.isEmpty { try note(item.post) }
    guard isAny else { return items }
    return try items.map { item in
      guard item.post.repost == nil, try latest(of: item.post.id) != nil else { return item }
      var item = item
      item.timelines.removeAll { !Self.keptIn.contains($0) }
      return item
    }
  }

  /// Those that have become earlier ones, and may stand in timelines.
  mutating func takeRetired() -> [PostID] {
    defer { retired = [] }
    return retired
  }

  /// The version that stands; nil where it is the one.
  func latest(of id: PostID) throws -> PostID? {
    let sql = "SELECT latestId FROM postVersion WHERE accountId = ? AND sourceId = ?"
    return try String.fetchOne(database.cachedStatement(sql: sql), arguments: [account, id.rawValue])
      .map { PostID($0) }
  }

  /// The ids of all versions but the last one.
  func earlier(than latest: PostID) throws -> [PostID] {
    let sql = "SELECT sourceId FROM postVersion WHERE accountId = ? AND latestId = ?"
    return try String.fetchAll(database.cachedStatement(sql: sql), arguments: [account, latest.rawValue])
      .map { PostID($0) }
  }

  private mutating func note(_ post: Post) throws {
    for id in post.versionIDs where Self.isBefore(id, post.id) {
      let last = try latest(of: post.id) ?? post.id
      guard let known = try latest(of: id), known != last else {
        try set(id, to: last)
        continue
      }
      // Two that name the same first version: the later one stands.
      if Self.isBefore(known, last) { try set(known, to: last) } else { try set(last, to: known) }
    }
  }

  private mutating func set(_ id: PostID, to latest: PostID) throws {
    let values: StatementArguments = [latest.rawValue, account, id.rawValue]
    try database.cachedStatement(sql: "UPDATE postVersion SET latestId = ? WHERE accountId = ? AND latestId = ?")
      .execute(arguments: values)
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO postVersion (latestId, accountId, sourceId) VALUES (?, ?, ?)"
    ).execute(arguments: values)
    isAny = true
    retired.append(id)
  }

  /// Ids of versions count upwards.
  private static func isBefore(_ one: PostID, _ other: PostID) -> Bool {
    (one.rawValue.utf8.count, one.rawValue) < (other.rawValue.utf8.count, other.rawValue)
  }
}
