import Domain
import GRDB

extension PostStore {
  /// Posts that are deleted in one transaction.
  private static let batchSize = 5_000

  /// Removes an account and all its posts, so that nothing of it is left in the file. Blocks. An interrupted removal
  /// can be repeated. That of a server account is split into short transactions, so that others can read and write.
  /// Data outside the database is removed before the account's row.
  /// - Parameter notify: Called repeatedly with the number of posts removed so far.
  public func forget(_ account: AccountID, notify: (Int) -> Void) throws(StoreError) {
    guard try openDatabase() != nil else { return }
    let lock = try folder.lock()
    guard let database = try openDatabase(isLocked: true) else { return }
    database.busyTimeout.useLongTimeout()
    do {
      if try account.kind == .store
        || !ServerAccountRemoval(database.pool, account).run(removeRelatedData: removeRelatedData, notify: notify)
      {
        try database.pool.writeWithoutTransaction {
          try Self.forget(account, in: $0, removeRelatedData: removeRelatedData, notify: notify)
        }
      }
    } catch {
      throw database.failure(error, isLocked: true)
    }
    _ = consume lock
  }

  private static func forget(
    _ account: AccountID, in database: Database, removeRelatedData: (AccountID) -> Void, notify: (Int) -> Void
  ) throws {
    try ImportTuning.apply(to: database)
    defer { ImportTuning.restoreDefaults(in: database) }
    guard let stored = try StoredAccount.find(account, in: database) else { return }
    // Drafts of the owner stay, pending actions are deleted.
    try database.inTransaction {
      try StoredOutbox.restoreAllDrafts(of: account, in: database)
      try database.execute(sql: "DELETE FROM wish WHERE account = ?", arguments: [account.storageKey])
      return .commit
    }
    try database.execute(
      sql: "UPDATE account SET isPartial = 1, lastTimelineId = NULL WHERE id = ?", arguments: [stored.id])
    if try Int.fetchOne(database, sql: "SELECT count(*) FROM account") == 1 {
      try deleteAll(database)
    } else {
      try remove(stored, from: database, notify: notify)
    }
    // Deleted content is in the file until VACUUM, which may need more space than memory has.
    try database.execute(sql: "PRAGMA temp_store = FILE; VACUUM")
    try database.checkpoint(.truncate)
    removeRelatedData(account)
    // Last, so that an interrupted removal can be repeated.
    try database.execute(sql: "PRAGMA secure_delete = ON; DELETE FROM account WHERE id = ?", arguments: [stored.id])
    try database.checkpoint(.truncate)
  }

  /// Deletes all rows of the only account. Without foreign keys, SQLite drops whole tables.
  private static func deleteAll(_ database: Database) throws {
    try database.inTransaction {
      for table in [
        "postVersion",
        "livePostAlias", "livePost", "liveQuote", "liveEntry", "liveTimeline", "readPost", "timelineDay", "entry",
        "timeline", "pollOption", "media",
        "link",
        "post", "profile",
      ] {
        try database.execute(sql: "DELETE FROM \(table)")
      }
      for index in ["postWords", "profileWords"] {
        try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('delete-all')")
      }
      return .commit
    }
  }

  private static func remove(_ account: StoredAccount, from database: Database, notify: (Int) -> Void) throws {
    var count = 0
    var last = Int64.max
    while true {
      var removed = 0
      try database.inTransaction {
        // Newest first, so that a quoting post is deleted before the quoted one.
        let rowIDs = try Int64.fetchAll(
          database, sql: "SELECT id FROM post WHERE id < ? AND +accountId = ? ORDER BY id DESC LIMIT ?",
          arguments: [last, account.id, batchSize])
        last = rowIDs.last ?? last
        var remover = try PostWriter(database, account: account)
        try remover.remove(rowIDs)
        removed = rowIDs.count
        return .commit
      }
      guard removed > 0 else { break }
      count += removed
      notify(count)
    }
    try database.inTransaction {
      try ServerAccountRemoval.removeProfiles(of: account, in: database)
      for table in ["liveEntry", "liveTimeline", "readPost", "timelineDay", "entry"] {
        try database.execute(
          sql: "DELETE FROM \(table) WHERE timelineId IN (SELECT id FROM timeline WHERE accountId = ?)",
          arguments: [account.id])
      }
      for table in ["postVersion", "livePostAlias", "livePost", "liveQuote", "profile", "timeline"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE accountId = ?", arguments: [account.id])
      }
      // FTS5 only records deletions until segments are merged.
      for index in ["postWords", "profileWords"] {
        try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('optimize')")
      }
      return .commit
    }
  }
}
