import Domain
import GRDB

extension PostStore {
  /// So many posts go at a time.
  private static let handful = 5_000

  /// Removes an account and all that was imported into it, so that nothing of it is left in the file. Where it is broken
  /// off, what is left can be forgotten again. That of a server goes in steps, between which others read and write. What is
  /// kept of it beside the store goes before its last trace here.
  /// - Parameter tell: told now and then how many posts are gone.
  public func forget(_ account: AccountID, notify: (Int) -> Void) throws(StoreError) {
    guard try opened() != nil else { return }
    let lock = try folder.lock()
    guard let database = try opened(isLocked: true) else { return }
    database.busyTimeout.becomeLong()
    do {
      if try account.kind == .store
        || !ServerAccountRemoval(database.pool, account).run(beside: removeBeside, notify: notify)
      {
        try database.pool.writeWithoutTransaction {
          try Self.forget(account, in: $0, beside: removeBeside, notify: notify)
        }
      }
    } catch {
      throw database.failure(error, isLocked: true)
    }
    _ = consume lock
  }

  private static func forget(
    _ account: AccountID, in database: Database, beside: (AccountID) -> Void, notify: (Int) -> Void
  ) throws {
    try ImportTuning.apply(to: database)
    defer { ImportTuning.end(in: database) }
    guard let stored = try StoredAccount.find(account, in: database) else { return }
    // What its owner has written stays; what they have wanted there goes.
    try database.inTransaction {
      try StoredOutbox.giveBackAll(of: account, in: database)
      try database.execute(sql: "DELETE FROM wish WHERE account = ?", arguments: [account.storageKey])
      return .commit
    }
    try database.execute(
      sql: "UPDATE account SET isPartial = 1, lastTimelineId = NULL WHERE id = ?", arguments: [stored.id])
    if try Int.fetchOne(database, sql: "SELECT count(*) FROM account") == 1 {
      try empty(database)
    } else {
      try remove(stored, from: database, notify: notify)
    }
    // What was deleted is still in the file until it is written anew, and that can take more than memory holds.
    try database.execute(sql: "PRAGMA temp_store = FILE; VACUUM")
    try database.checkpoint(.truncate)
    beside(account)
    // Last, so that it can be named again where it was broken off.
    try database.execute(sql: "PRAGMA secure_delete = ON; DELETE FROM account WHERE id = ?", arguments: [stored.id])
    try database.checkpoint(.truncate)
  }

  /// All at once, where there is no other account: without a look at who refers to whom, SQLite drops whole tables.
  private static func empty(_ database: Database) throws {
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
        // The newest first: whoever quotes a post goes before it.
        let rowIDs = try Int64.fetchAll(
          database, sql: "SELECT id FROM post WHERE id < ? AND +accountId = ? ORDER BY id DESC LIMIT ?",
          arguments: [last, account.id, handful])
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
      let people = try Row.fetchAll(
        database, sql: "SELECT id, handle, name FROM profile WHERE accountId = ?", arguments: [account.id])
      for person in people {
        try database.execute(
          sql: "INSERT INTO profileWords (profileWords, rowid, handle, name) VALUES ('delete', ?, ?, ?)",
          arguments: [person["id"], person["handle"], person["name"]])
      }
      for table in ["liveEntry", "liveTimeline", "readPost", "timelineDay", "entry"] {
        try database.execute(
          sql: "DELETE FROM \(table) WHERE timelineId IN (SELECT id FROM timeline WHERE accountId = ?)",
          arguments: [account.id])
      }
      for table in ["postVersion", "livePostAlias", "livePost", "liveQuote", "profile", "timeline"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE accountId = ?", arguments: [account.id])
      }
      // The index only notes what was deleted, until it is put together anew.
      for index in ["postWords", "profileWords"] {
        try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('optimize')")
      }
      return .commit
    }
  }
}
