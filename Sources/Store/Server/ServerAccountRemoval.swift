import Domain
import GRDB

/// Forgets the account of a server beside others, in steps that each take a moment: what screens ask and keep meanwhile
/// waits for no more than one of them. The file is not written anew, which would take as long as all that is in it; what
/// goes is overwritten where it stood, and its room is used again.
struct ServerAccountRemoval {
  /// So many posts go at a time, and so many entries of timelines.
  private static let (handful, entryHandful) = (250, 5_000)
  /// In pages of the index of words: so much of it is put together anew at a time.
  private static let mergedPages = 200
  private static let maxMerges = 100_000

  private let pool: DatabasePool
  private let account: AccountID

  init(_ pool: DatabasePool, _ account: AccountID) {
    self.pool = pool
    self.account = account
  }

  /// - Parameters:
  ///   - beside: removes what is kept of the account beside the store.
  ///   - tell: told now and then how many posts are gone.
  /// - Returns: whether there are others; where there are none, nothing is done.
  func run(beside: (AccountID) -> Void, notify: (Int) -> Void) throws -> Bool {
    let isAlone = try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM account") ?? 0 } <= 1
    if isAlone { return false }
    try pool.write { database in
      guard let stored = try StoredAccount.find(account, in: database) else { return }
      // What its owner has written stays; what they have wanted there goes.
      try StoredOutbox.giveBackAll(of: account, in: database)
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
      try Self.removePeople(of: stored, in: database)
      try Self.delete(["readPost", "timelineDay", "entry"], of: stored, in: database)
      for table in ["livePostAlias", "livePost", "liveQuote", "profile", "timeline"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE accountId = ?", arguments: [stored.id])
      }
    }
    try mergeWords()
    beside(account)
    // Last, so that it can be named again where it was broken off.
    try step { database, stored in
      try database.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [stored.id])
    }
    // Whoever reads just now may keep some of the log: it goes with the next one.
    _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    return true
  }

  /// - Returns: nil where the account has gone, or was added anew meanwhile.
  @discardableResult
  private func step<Answer>(_ work: (Database, StoredAccount) throws -> Answer) throws -> Answer? {
    try pool.writeWithoutTransaction { database in
      // Each row goes before those that it refers to, but what others say of it is not asked of each of them.
      try database.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA secure_delete = ON")
      defer { _ = try? database.execute(sql: "PRAGMA foreign_keys = ON") }
      var answer: Answer?
      try database.inTransaction(.immediate) {
        guard let stored = try StoredAccount.find(account, in: database), stored.isPartial else { return .rollback }
        answer = try work(database, stored)
        return .commit
      }
      return answer
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

  /// - Returns: whether there may be more of them.
  private static func removeEntries(of account: StoredAccount, in database: Database) throws -> Bool {
    try database.execute(
      sql: """
        DELETE FROM liveEntry WHERE id IN (
          SELECT id FROM liveEntry WHERE timelineId IN (SELECT id FROM timeline WHERE accountId = ?) LIMIT ?)
        """, arguments: [account.id, entryHandful])
    return database.changesCount == entryHandful
  }

  /// The newest first: whoever quotes a post goes before it.
  private static func removePosts(
    below last: Int64, of account: StoredAccount, in database: Database
  ) throws -> [Int64] {
    let rowIDs = try Int64.fetchAll(
      database, sql: "SELECT id FROM post WHERE id < ? AND +accountId = ? ORDER BY id DESC LIMIT ?",
      arguments: [last, account.id, handful])
    var remover = try PostWriter(database, account: account)
    try remover.remove(rowIDs)
    return rowIDs
  }

  private static func removePeople(of account: StoredAccount, in database: Database) throws {
    let people = try Row.fetchAll(
      database, sql: "SELECT id, handle, name FROM profile WHERE accountId = ?", arguments: [account.id])
    for person in people {
      try database.execute(
        sql: "INSERT INTO profileWords (profileWords, rowid, handle, name) VALUES ('delete', ?, ?, ?)",
        arguments: [person["id"], person["handle"], person["name"]])
    }
  }

  /// An index only notes what was deleted, until it is put together anew (documentation of FTS5, the “merge” command: a
  /// negative number begins with all of it).
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
