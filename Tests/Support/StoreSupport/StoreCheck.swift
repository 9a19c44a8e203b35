internal import Domain
internal import GRDB

@testable internal import Store

/// Checks the invariants of a store: complete posts, exact index terms, correct counts.
public struct StoreCheck {
  private let database: DatabaseQueue

  public init(directory: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { try WordTokenizer.add(to: $0) }
    database = try DatabaseQueue(path: directory + "/" + StoreDatabase.name, configuration: configuration)
  }

  /// The number of stored posts; 0 if there is no store.
  public static func postCount(directory: String) -> Int {
    var configuration = Configuration()
    configuration.readonly = true
    let database = try? DatabaseQueue(path: directory + "/" + StoreDatabase.name, configuration: configuration)
    return (try? database?.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM post") }) ?? 0
  }

  /// The violated invariants; empty if there are none.
  public func problems() throws -> [String] {
    try database.writeWithoutTransaction { database in
      // An empty database.
      if try !database.tableExists("account") { return [] }
      // Or one of an older version.
      try OlderTables.createViews(in: database)
      return try damage(database) + accounts(database) + counts(database) + words(database)
    }
  }

  public func postCount() throws -> Int {
    try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM post") ?? 0 }
  }

  /// The cached home timeline of the only server account, newest first, by the server's IDs.
  public func home() throws -> [(id: String, isGapBelow: Bool)] {
    try database.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT cursor, isGapBelow FROM liveEntry JOIN timeline ON timeline.id = timelineId
          WHERE timeline.key = ? ORDER BY liveEntry.position DESC
          """, arguments: [TimelineID.home.storageKey]
      ).map { ($0["cursor"], $0["isGapBelow"]) }
    }
  }
}

extension StoreCheck {
  private func damage(_ database: Database) throws -> [String] {
    var problems = try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
    problems += try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { "foreign key: \($0)" }
    for index in ["postWords", "profileWords"] {
      do {
        try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('integrity-check')")
      } catch {
        problems.append("\(index): \(error)")
      }
    }
    return problems
  }

  /// References stay within their account and exist.
  private func accounts(_ database: Database) throws -> [String] {
    let queries = [
      "entries of another account": """
      SELECT count(*) FROM entry JOIN timeline ON timeline.id = timelineId JOIN post ON post.id = postId
      WHERE post.accountId != timeline.accountId
      """,
      "entries of another server's account": """
      SELECT count(*) FROM liveEntry JOIN timeline ON timeline.id = timelineId JOIN post ON post.id = postId
      WHERE post.accountId != timeline.accountId
      """,
      "entries with the same position": """
      SELECT count(*) - count(DISTINCT position) FROM liveEntry GROUP BY timelineId
      """,
      "entries that are missing in entry": """
      SELECT count(*) FROM liveEntry JOIN post ON post.id = postId
      WHERE reposterId != -2
        AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.timelineId = liveEntry.timelineId AND entry.postId = post.id)
      """,
      "gaps below the last entry": """
      SELECT count(*) FROM liveEntry WHERE isGapBelow = 1
        AND NOT EXISTS (SELECT 1 FROM liveEntry other
          WHERE other.timelineId = liveEntry.timelineId AND other.position < liveEntry.position)
      """,
      "authors without a profile": """
      SELECT count(*) FROM post
      WHERE authorId IS NOT NULL AND authorId NOT IN (SELECT id FROM profile WHERE accountId = post.accountId)
      """,
      "reposters without a profile": """
      SELECT count(*) FROM post
      WHERE reposterId > 0 AND reposterId NOT IN (SELECT id FROM profile WHERE accountId = post.accountId)
      """,
    ]
    return try queries.compactMap { what, sql in
      let count = try Int.fetchAll(database, sql: sql).max() ?? 0
      return count == 0 ? nil : "\(count) \(what)"
    }
  }

  private func counts(_ database: Database) throws -> [String] {
    let entries = """
      SELECT timelineId, ((postId >> 8) - (((postId >> 8) % 86400 + 86400) % 86400)) / 86400 AS day, count(*) AS count
      FROM entry GROUP BY 1, 2
      """
    let days = "SELECT timelineId, day, count FROM timelineDay WHERE count != 0"
    let timelines = """
      SELECT key FROM timeline WHERE count != (SELECT count(*) FROM entry WHERE timelineId = timeline.id)
      """
    return try Row.fetchAll(database, sql: "\(entries) EXCEPT \(days)").map { "entries of a day: \($0)" }
      + Row.fetchAll(database, sql: "\(days) EXCEPT \(entries)").map { "count of a day: \($0)" }
      + String.fetchAll(database, sql: timelines).map { "count of \($0)" }
  }
}

// MARK: - Index

extension StoreCheck {
  private struct Occurrence: Hashable {
    var word: String
    var post: Int64
    var column: String
  }

  /// The index has the terms of all listed posts, and no others.
  private func words(_ database: Database) throws -> [String] {
    try database.execute(
      sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.indexed USING fts5vocab('main', 'postWords', 'instance')")
    var indexed: Set<Occurrence> = []
    let rows = try Row.fetchCursor(database, sql: "SELECT term, doc, col FROM temp.indexed")
    while let row = try rows.next() { indexed.insert(Occurrence(word: row[0], post: row[1], column: row[2])) }
    let expected = try expectedWords(database)
    return expected.subtracting(indexed).prefix(3).map { "not found: \($0)" }
      + indexed.subtracting(expected).prefix(3).map { "found for nothing: \($0)" }
  }

  private func expectedWords(_ database: Database) throws -> Set<Occurrence> {
    var expected: Set<Occurrence> = []
    for account in try StoredAccount.all(in: database) {
      let sql = "SELECT id FROM post WHERE accountId = ? AND id IN (SELECT postId FROM entry)"
      let rowIDs = try Int64.fetchAll(database, sql: sql, arguments: [account.id])
      var owners = OwnerTerms(of: account)
      let listed = try account.isServerAccount ? [:] : timelines(of: account, database)
      for start in stride(from: 0, to: rowIDs.count, by: 500) {
        let part = Array(rowIDs[start..<min(start + 500, rowIDs.count)])
        let rows = PostRows(database, account: account)
        for stored in try rows.posts(at: part) {
          let searched = SearchedText(stored.post, plain: stored.post.text.plain)
          let timelines = listed[stored.rowID, default: []].map { " " + SearchTag.timeline($0).word }.joined()
          let tags = owners.words(for: stored.authorship) + timelines + searched.tags
          for (column, text) in [("text", searched.text), ("more", searched.more ?? ""), ("tags", tags)] {
            for word in SearchWords.words(in: text) {
              expected.insert(Occurrence(word: word.folded, post: stored.rowID, column: column))
            }
          }
        }
      }
    }
    return expected
  }

  /// The timelines of posts that the index has to contain.
  private func timelines(of account: StoredAccount, _ database: Database) throws -> [Int64: [Int64]] {
    guard try StoreSchema.hasReached("12", in: database) else { return [:] }
    let sql = "SELECT postId, timelineId FROM entry WHERE timelineId IN (SELECT id FROM timeline WHERE accountId = ?)"
    return try Row.fetchAll(database, sql: sql, arguments: [account.id])
      .reduce(into: [:]) { $0[$1[0], default: []].append($1[1]) }
  }
}
