import Domain
import GRDB

extension PostStore {
  /// So many posts go at a time.
  private static let handful = 5_000

  /// Removes an account and all that was imported into it, so that nothing of it is left in the file. Where it is broken
  /// off, what is left can be forgotten again.
  /// - Parameter tell: told now and then how many posts are gone.
  public func forget(_ account: AccountID, tell: (Int) -> Void) throws(StoreError) {
    guard let database = try opened() else { return }
    let lock = try folder.lock()
    try StoreFailure.translated(folder.database) {
      try database.pool.writeWithoutTransaction { database in
        try ImportTuning.apply(to: database)
        defer { ImportTuning.end(in: database) }
        guard let stored = try StoredAccount.find(account, in: database) else { return }
        let isAlone = try Int.fetchOne(database, sql: "SELECT count(*) FROM account") == 1
        if isAlone {
          try Self.empty(database)
        } else {
          try Self.remove(stored, from: database, tell: tell)
        }
        // What was deleted is still in the indexes and in the file until they are written anew.
        for index in ["postWords", "profileWords"] {
          try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('optimize')")
        }
        try database.execute(sql: "VACUUM")
        _ = try? database.checkpoint(.truncate)
      }
    }
    _ = consume lock
  }

  /// All at once, where there is no other account: without a look at who refers to whom, SQLite drops whole tables.
  private static func empty(_ database: Database) throws {
    try database.inTransaction {
      for table in ["readPost", "timelineDay", "entry", "timeline", "pollOption", "media", "link", "post", "profile"] {
        try database.execute(sql: "DELETE FROM \(table)")
      }
      for index in ["postWords", "profileWords"] {
        try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('delete-all')")
      }
      try database.execute(sql: "DELETE FROM account")
      return .commit
    }
  }

  private static func remove(_ account: StoredAccount, from database: Database, tell: (Int) -> Void) throws {
    try database.execute(sql: "UPDATE account SET isPartial = 1 WHERE id = ?", arguments: [account.id])
    var count = 0
    while true {
      var removed = 0
      try database.inTransaction {
        let places = try Int64.fetchAll(
          database, sql: "SELECT id FROM post WHERE accountId = ? LIMIT ?", arguments: [account.id, handful])
        var remover = try PostWriter(database, account: account.id)
        try remover.remove(places)
        removed = places.count
        return .commit
      }
      guard removed > 0 else { break }
      count += removed
      tell(count)
    }
    try database.inTransaction {
      let people = try Row.fetchAll(
        database, sql: "SELECT id, handle, name FROM profile WHERE accountId = ?", arguments: [account.id])
      for person in people {
        try database.execute(
          sql: "INSERT INTO profileWords (profileWords, rowid, handle, name) VALUES ('delete', ?, ?, ?)",
          arguments: [person["id"], person["handle"], person["name"]])
      }
      for table in ["readPost", "timelineDay", "entry"] {
        try database.execute(
          sql: "DELETE FROM \(table) WHERE timelineId IN (SELECT id FROM timeline WHERE accountId = ?)",
          arguments: [account.id])
      }
      for table in ["timeline", "profile"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE accountId = ?", arguments: [account.id])
      }
      try database.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [account.id])
      return .commit
    }
  }
}
