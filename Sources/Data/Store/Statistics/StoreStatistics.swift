import Domain
import FoundationEssentials
import GRDB
import Synchronization
import TimelineStatistics

/// Statistics of an account's posts. Posts are read once, some thousand per query, so that other queries run in between
/// and cancellation is fast.
public struct StoreStatistics: StatisticsRepository {
  private static let chunk = 8_192

  private let store: PostStore
  private let account: AccountID

  public init(store: PostStore, account: AccountID) {
    self.store = store
    self.account = account
  }

  /// - Throws: `TimelineError.storeFailed` if the store cannot be read or the account was removed.
  public func statistics(at now: Date) async throws(TimelineError) -> PostStatistics {
    let counting = SharedCounter(now: now)
    var last: Int64? = .max
    while let below = last {
      last = try await store.query(account) { database, account in
        try counting.counter.withLock { try Self.count(below: below, of: account, with: &$0, in: database) }
      }
    }
    return try await store.query(account) { database, account in
      try counting.counter.withLock { counter in
        try counter.result { rowIDs in try account.posts(of: RowIDPage(rowIDs: rowIDs), in: database).posts }
      }
    }
  }

  /// The counter, which is used on the database's threads, one after another.
  private final class SharedCounter: Sendable {
    let counter: Mutex<StatisticsCounter<Int64>>

    init(now: Date) {
      counter = Mutex(StatisticsCounter(now: now))
    }
  }

  /// Counts one chunk of posts.
  /// - Returns: the ID of the last post; nil at the end.
  private static func count(
    below: Int64, of account: StoredAccount, with counter: inout StatisticsCounter<Int64>, in database: Database
  ) throws -> Int64? {
    let sql = """
      SELECT id, reposterId, ifnull(repostedAt, ifnull(createdAt, indexedAt)), likes, replies, text FROM post
      WHERE id < :below AND +accountId = :account AND \(try account.countedPosts(in: database))
      ORDER BY id DESC LIMIT \(chunk)
      """
    let rows = try Row.fetchCursor(
      database.cachedStatement(sql: sql), arguments: ["below": below, "account": account.id])
    var (last, count) = (Int64?.none, 0)
    while let row = try rows.next() {
      guard let id = row.integer(at: 0) else { continue }
      (last, count) = (id, count + 1)
      var text = String.fromDatabaseValue(row[5]) ?? ""
      text.makeContiguousUTF8()
      let counted = StatisticsCounter<Int64>.CountedPost(
        date: row.integer(at: 2).map(Date.init(milliseconds:)),
        isRepost: row.integer(at: 1) != PostAuthorship.noReposter || Post.looksLikeRepost(text),
        likes: row.integer(at: 3).flatMap(Int.init(exactly:)) ?? 0,
        replies: row.integer(at: 4).flatMap(Int.init(exactly:)) ?? 0)
      text.utf8.withContiguousStorageIfAvailable { counter.add(counted, text: $0, as: id) }
    }
    return count < chunk ? nil : last
  }
}

extension StoredAccount {
  /// The condition for the posts to count: of a server account, what the user wrote or reposted; of an archive, what
  /// its timelines of the owner's posts and reposts list, or all if there are none.
  fileprivate func countedPosts(in database: Database) throws -> String {
    if isServerAccount {
      let owners = try ownProfiles(in: database).map(String.init).joined(separator: ",")
      return """
        (reposterId IN (\(owners)) OR reposterId = \(PostAuthorship.noReposter) AND authorId IN (\(owners)))
        AND (state IS NULL OR NOT ' ' || state || ' ' LIKE '% deleted %')
        """
    }
    let rows = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT id, key FROM timeline WHERE accountId = ?"), arguments: [id])
    let own = rows.filter { row in
      row.text("key").flatMap(TimelineID.init(storageKey:)).map { !ArchiveTab.secondary.contains($0) } ?? false
    }
    let timelines = (own.isEmpty ? rows : own).compactMap { $0.integer("id") }.map(String.init).joined(separator: ",")
    // Unlisted posts are parts of threads or quoted.
    return """
      reposterId != \(PostAuthorship.notification)
      AND EXISTS (SELECT 1 FROM entry WHERE timelineId IN (\(timelines)) AND postId = post.id)
      """
  }

  /// The row IDs of the owner's profile, which may have several handles.
  private func ownProfiles(in database: Database) throws -> [Int64] {
    try Int64.fetchAll(
      database,
      sql: """
        SELECT id FROM profile
        WHERE accountId = :account AND (sourceId = :id OR handle != '' AND handle = :handle COLLATE NOCASE)
        """, arguments: ["account": id, "id": profile.id, "handle": profile.handle])
  }
}

extension Row {
  /// nil if another program has stored a value of another type.
  fileprivate func integer(at index: Int) -> Int64? { Int64.fromDatabaseValue(self[index]) }
}
