import Domain
import GRDB

/// The earlier versions of an account's posts, which some archives contain as posts with IDs of their own. The last
/// version represents all.
///
/// Only what a later version states about earlier ones counts.
struct StoredVersions {
  /// Timelines that keep earlier versions: they list what the user liked or bookmarked at the time.
  static let timelinesWithVersions: Set = [ArchiveTab.likes, ArchiveTab.bookmarks]

  private let database: Database
  private let account: Int64
  /// Limit of the cache, for archives with millions of versions.
  private static let maxEarlierIDs = 50_000
  /// The IDs of all earlier versions; nil if they are too many or not loaded. Most accounts have none.
  private var earlierIDs: Set<PostID>?
  private var hasLoadedEarlierIDs = false
  private var retired: [PostID] = []

  init(_ database: Database, account: Int64) {
    self.database = database
    self.account = account
  }

  /// Records the versions that posts list, and removes earlier ones from the timelines of their author.
  mutating func applyVersions(to posts: PreparedPosts) throws -> PreparedPosts {
    if !hasLoadedEarlierIDs { try loadEarlierIDs() }
    for post in posts where post.hasVersions && !post.isRepost { try recordVersions(of: posts.post(post)) }
    guard earlierIDs?.isEmpty != true else { return posts }
    var result = posts
    for (index, post) in posts.enumerated() where try !post.isRepost && isEarlier(posts.post(post).id) {
      result.list(index, in: posts.timelines(of: post).filter(Self.timelinesWithVersions.contains))
    }
    return result
  }

  private mutating func loadEarlierIDs() throws {
    hasLoadedEarlierIDs = true
    let ids = try String.fetchAll(
      database, sql: "SELECT sourceId FROM postVersion WHERE accountId = ? LIMIT ?",
      arguments: [account, Self.maxEarlierIDs + 1])
    earlierIDs = ids.count > Self.maxEarlierIDs ? nil : Set(ids.map { PostID($0) })
  }

  private func isEarlier(_ id: PostID) throws -> Bool { try earlierIDs?.contains(id) ?? (latest(of: id) != nil) }

  /// Returns, once, the posts that have become earlier versions and may be in timelines.
  mutating func takeRetiredPosts() -> [PostID] {
    defer { retired = [] }
    return retired
  }

  /// The current version of a post; nil if the post itself is current.
  func latest(of id: PostID) throws -> PostID? {
    let sql = "SELECT latestId FROM postVersion WHERE accountId = ? AND sourceId = ?"
    return try String.fetchOne(database.cachedStatement(sql: sql), arguments: [account, id.rawValue])
      .map { PostID($0) }
  }

  /// The IDs of all versions except the last one.
  func earlier(than latest: PostID) throws -> [PostID] {
    let sql = "SELECT sourceId FROM postVersion WHERE accountId = ? AND latestId = ?"
    return try String.fetchAll(database.cachedStatement(sql: sql), arguments: [account, latest.rawValue])
      .map { PostID($0) }
  }

  private mutating func recordVersions(of post: Post) throws {
    let latest = post.id
    for id in post.versionIDs where Self.isBefore(id, latest) {
      let last = try self.latest(of: latest) ?? latest
      guard let known = try self.latest(of: id), known != last else {
        try set(id, to: last)
        continue
      }
      // Two versions with the same first version: the later one is current.
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
    earlierIDs?.insert(id)
    if let count = earlierIDs?.count, count > Self.maxEarlierIDs { earlierIDs = nil }
    retired.append(id)
  }

  /// IDs of versions are ascending numbers.
  private static func isBefore(_ one: PostID, _ other: PostID) -> Bool {
    (one.rawValue.utf8.count, one.rawValue) < (other.rawValue.utf8.count, other.rawValue)
  }
}
