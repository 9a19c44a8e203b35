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
  /// So many earlier versions are kept in mind; an archive that names millions shall not fill the memory.
  private static let maxKnown = 50_000
  /// The ids of all earlier versions; nil where there are too many, or nobody has looked. Most accounts have none.
  private var known: Set<PostID>?
  private var hasLooked = false
  private var retired: [PostID] = []

  init(_ database: Database, account: Int64) {
    self.database = database
    self.account = account
  }

  /// Notes what later versions say, and takes earlier ones out of the timelines of their author.
  mutating func settle(_ posts: PreparedPosts) throws -> PreparedPosts {
    if !hasLooked { try look() }
    for post in posts where post.hasVersions && !post.isRepost { try note(posts.post(post)) }
    guard known?.isEmpty != true else { return posts }
    var settled = posts
    for (index, post) in posts.enumerated() where try !post.isRepost && isEarlier(posts.post(post).id) {
      settled.list(index, in: posts.timelines(of: post).filter(Self.keptIn.contains))
    }
    return settled
  }

  private mutating func look() throws {
    hasLooked = true
    let ids = try String.fetchAll(
      database, sql: "SELECT sourceId FROM postVersion WHERE accountId = ? LIMIT ?",
      arguments: [account, Self.maxKnown + 1])
    known = ids.count > Self.maxKnown ? nil : Set(ids.map { PostID($0) })
  }

  private func isEarlier(_ id: PostID) throws -> Bool { try known?.contains(id) ?? (latest(of: id) != nil) }

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
    let latest = post.id
    for id in post.versionIDs where Self.isBefore(id, latest) {
      let last = try self.latest(of: latest) ?? latest
      guard let known = try self.latest(of: id), known != last else {
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
    known?.insert(id)
    if let count = known?.count, count > Self.maxKnown { known = nil }
    retired.append(id)
  }

  /// Ids of versions count upwards.
  private static func isBefore(_ one: PostID, _ other: PostID) -> Bool {
    (one.rawValue.utf8.count, one.rawValue) < (other.rawValue.utf8.count, other.rawValue)
  }
}
