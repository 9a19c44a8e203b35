import Domain
import GRDB

/// Removes a server account while other accounts stay, in short transactions, so that queries of the screens never wait
/// long. The file is not vacuumed, which would take time proportional to its size: deleted content is overwritten, and
/// its pages are reused.
struct ServerAccountRemoval {
  /// Posts, and entries of timelines, that are deleted in one transaction.
  private static let (batchSize, entryBatchSize) = (250, 5_000)
  /// Pages of the full-text index that are merged in one step.
  private static let mergedPages = 200
  private static let maxMerges = 100_000

  private let pool: DatabasePool
  private let account: AccountID

  init(_ pool: DatabasePool, _ account: AccountID) {
    self.pool = pool
    self.account = account
  }

  /// Removes the account, unless it is the only one.
  /// - Parameters:
  ///   - removeRelatedData: deletes the data of the account that is stored outside the database.
  ///   - notify: called with the number of posts deleted so far.
  /// - Returns: whether there are other accounts. If not, nothing is done.
  func run(removeRelatedData: (AccountID) -> Void, notify: (Int) -> Void) throws -> Bool {
    let isAlone = try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM account") ?? 0 } <= 1
    if isAlone { return false }
    try pool.write { database in
      guard let stored = try StoredAccount.find(account, in: database) else { return }
      // Drafts of the owner stay, pending actions are deleted.
      try StoredOutbox.restoreAllDrafts(of: account, in: database)
      try database.execute(sql: "DELETE FROM wish WHERE account = ?", arguments: [account.storageKey])
      try database.execute(
        sql: "UPDATE account SET isPartial = 1, lastTimelineId = NULL WHERE id = ?", arguments: [stored.id])
    }
    try step { database, stored in try Self.delete(["liveTimeline"], of: stored, in: database) }
    while try step({ try Self.removeEntries(of: $1, in: $0) }) == true {}
    var (last, count) = (Int64.max, 0)
    while let removed = try step({ try Self.removePosts(below: last, of: $1, in: $0) }), let lowest = removed.last {
      last = lowest
      count += removed.count
      notify(count)
    }
    try step { database, stored in
      try Self.removeProfiles(of: stored, in: database)
      try Self.delete(["readPost", "timelineDay", "entry"], of: stored, in: database)
      for table in ["livePostAlias", "livePost", "liveQuote", "profile", "timeline"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE accountId = ?", arguments: [stored.id])
      }
    }
    try mergeWords()
    removeRelatedData(account)
    // Last, so that an interrupted removal can be repeated.
    try step { database, stored in
      try database.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [stored.id])
    }
    // A reader may still need a part of the log; the next checkpoint truncates it.
    _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    return true
  }

  /// Runs a transaction.
  /// - Returns: nil if the account was removed, or was added again in the meantime.
  @discardableResult
  private func step<Result>(_ work: (Database, StoredAccount) throws -> Result) throws -> Result? {
    try pool.writeWithoutTransaction { database in
      // Rows are deleted before those they refer to, so that SQLite need not check references for each of them.
      try database.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA secure_delete = ON")
      defer { _ = try? database.execute(sql: "PRAGMA foreign_keys = ON") }
      var result: Result?
      try database.inTransaction(.immediate) {
        guard let stored = try StoredAccount.find(account, in: database), stored.isPartial else { return .rollback }
        result = try work(database, stored)
        return .commit
      }
      return result
    }
  }
}

extension ServerAccountRemoval {
  private static func delete(_ tables: [String], of account: StoredAccount, in database: Database) throws {
    for table in tables {
      try database.execute(
        sql: "DELETE FROM \(table) WHERE timelineId IN (SELECT id FROM timeline WHERE accountId = ?)",
        arguments: [account.id])
    }
  }

  /// - Returns: whether more entries may be left.
  private static func removeEntries(of account: StoredAccount, in database: Database) throws -> Bool {
    try database.execute(
      sql: """
        DELETE FROM liveEntry WHERE id IN (
          SELECT id FROM liveEntry WHERE timelineId IN (SELECT id FROM timeline WHERE accountId = ?) LIMIT ?)
        """, arguments: [account.id, entryBatchSize])
    return database.changesCount == entryBatchSize
  }

  /// Newest first, so that a quoting post is deleted before the quoted one.
  private static func removePosts(
    below last: Int64, of account: StoredAccount, in database: Database
  ) throws -> [Int64] {
    let rowIDs = try Int64.fetchAll(
      database, sql: "SELECT id FROM post WHERE id < ? AND +accountId = ? ORDER BY id DESC LIMIT ?",
      arguments: [last, account.id, batchSize])
    var remover = try PostWriter(database, account: account)
    try remover.remove(rowIDs)
    return rowIDs
  }

  static func removeProfiles(of account: StoredAccount, in database: Database) throws {
    let profiles = try Row.fetchAll(
      database, sql: "SELECT id, handle, name FROM profile WHERE accountId = ?", arguments: [account.id])
    for profile in profiles {
      try database.execute(
        sql: "INSERT INTO profileWords (profileWords, rowid, handle, name) VALUES ('delete', ?, ?, ?)",
        arguments: [profile["id"], profile["handle"], profile["name"]])
    }
  }

  /// Merges the full-text indexes. FTS5 only records deletions until segments are merged (documentation of FTS5, the
  /// “merge” command: a negative number starts with all segments).
  private func mergeWords() throws {
    for index in ["postWords", "profileWords"] {
      var pages = -Self.mergedPages
      for _ in 0..<Self.maxMerges {
        let changes = try step { database, _ in
          let before = database.totalChangesCount
          try database.execute(sql: "INSERT INTO \(index) (\(index), rank) VALUES ('merge', ?)", arguments: [pages])
          return database.totalChangesCount - before
        }
        guard let changes, changes >= 2 else { break }
        pages = Self.mergedPages
      }
    }
  }
}
