import Domain
import FoundationEssentials
import GRDB
import Synchronization

/// What the posts of an account of the store come to. They are read once, some thousand at a time: in between others ask,
/// and whoever waits no longer is let go.
public struct StoreStatistics: StatisticsRepository {
  private static let chunk = 8_192

  private let store: PostStore
  private let account: AccountID

  public init(store: PostStore, account: AccountID) {
    self.store = store
    self.account = account
  }

  public func statistics(at now: Date) async throws(TimelineError) -> PostStatistics {
    let counting = Counting(now: now)
    var last: Int64? = .max
    while let below = last {
      last = try await ask { database, account in
        try counting.counter.withLock { try Self.count(below: below, of: account, with: &$0, in: database) }
      }
    }
    return try await ask { database, account in
      try counting.counter.withLock { counter in
        try counter.result { rowIDs in try account.posts(of: RowIDPage(rowIDs: rowIDs), in: database).posts }
      }
    }
  }

  /// It is counted on the threads of the database, one after another.
  private final class Counting: Sendable {
    let counter: Mutex<StatisticsCounter<Int64>>

    init(now: Date) {
      counter = Mutex(StatisticsCounter(now: now))
    }
  }

  /// - Returns: the id of the last of them; nil where there are no more.
  private static func count(
    below: Int64, of account: StoredAccount, with counter: inout StatisticsCounter<Int64>, in database: Database
  ) throws -> Int64? {
    // A post that stands in no timeline was answered or quoted.
    let timelines = try account.countedTimelines(in: database).map(String.init).joined(separator: ",")
    let sql = """
      SELECT id, reposterId, ifnull(repostedAt, ifnull(createdAt, indexedAt)), likes, replies, text FROM post
      WHERE id < :below AND +accountId = :account AND reposterId != \(PostPeople.notification) AND EXISTS (
        SELECT 1 FROM entry WHERE timelineId IN (\(timelines)) AND postId = post.id)
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
      let counted = StatisticsCounter<Int64>.Counted(
        date: row.integer(at: 2).map(Date.init(milliseconds:)),
        isRepost: row.integer(at: 1) != PostPeople.nobody || Post.saysRepost(text),
        likes: row.integer(at: 3).flatMap(Int.init(exactly:)) ?? 0,
        replies: row.integer(at: 4).flatMap(Int.init(exactly:)) ?? 0)
      text.utf8.withContiguousStorageIfAvailable { counter.add(counted, text: $0, as: id) }
    }
    return count < chunk ? nil : last
  }

  private func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (Database, StoredAccount) throws -> Answer
  ) async throws(TimelineError) -> Answer {
    do throws(StoreError) {
      let answers = try await store.read { [account] database in
        try StoredAccount.find(account, in: database).map { [try question(database, $0)] } ?? []
      }
      if let answer = answers?.first { return answer }
    } catch {
      throw TimelineError(error)
    }
    throw .storeFailed(.unusable(path: store.folder.database.escapingControls, reason: "This account was forgotten"))
  }
}

extension StoredAccount {
  /// All of a server's; of an archive's, those with what its owner has written or reposted, or all where there are no
  /// such.
  fileprivate func countedTimelines(in database: Database) throws -> [Int64] {
    let rows = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT id, key FROM timeline WHERE accountId = ?"), arguments: [id])
    let own = rows.filter { row in
      row.text("key").flatMap(TimelineID.init(storageKey:)).map { !ArchiveTab.further.contains($0) } ?? false
    }
    return (isServerAccount || own.isEmpty ? rows : own).compactMap { $0.integer("id") }
  }
}

extension Row {
  /// Whatever another hand may have written there.
  fileprivate func integer(at index: Int) -> Int64? { Int64.fromDatabaseValue(self[index]) }
}
