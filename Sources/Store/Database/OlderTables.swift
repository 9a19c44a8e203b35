import GRDB

/// Reads the tables of older versions as if they were of today: a store that cannot be changed (the disk is read-only, or an
/// older Tern imports) is shown all the same.
///
/// SQLite resolves a name to a temporary view before a table. These views exist for one connection, and nothing is
/// written.
enum OlderTables {
  /// What has been added to tables of the first version, and is asked for.
  private static let added = [
    "account": [
      "sourceId", "liveKey", "host", "address", "overview", "prunedTo", "publishing", "asOf", "givenName",
      "mainAuthorId",
    ],
    "profile": ["sourceId"],
    "post": ["replyToHandle", "replyToName", "viewer", "poll", "language", "application", "isAutomated", "mentions"],
    "link": ["kind"],
  ]
  /// Tables of which there was nothing, where somebody asks for them whatever the accounts are.
  private static let empty = [
    "draft": ["id", "account", "changedAt", "content"],
    "outbox": ["id", "account", "sentAt", "notBefore", "claimedUntil", "needsPerson", "content"],
    "postVersion": ["accountId", "sourceId", "latestId"],
    "wish": ["id", "account", "slot", "at", "content"],
  ]

  static func show(in database: Database) throws {
    for (table, columns) in added {
      let known = Set(try database.columns(in: table).map(\.name))
      let missing = columns.filter { !known.contains($0) }.map { ", NULL AS \($0)" }
      guard !missing.isEmpty else { continue }
      try database.execute(sql: "CREATE TEMP VIEW \(table) AS SELECT *\(missing.joined()) FROM main.\(table)")
    }
    if try !database.columns(in: "timeline").contains(where: { $0.name == "title" }) {
      try database.execute(
        sql: """
          CREATE TEMP VIEW timeline AS
            SELECT id, accountId, \(StoreSchema.timelineKey(ofName: "name")) AS key, name AS title, position, count,
              placeSourceId, placeReposter, placeDate, markSourceId, markReposter, markDate
            FROM main.timeline
          """)
    }
    for (table, columns) in empty where try !database.tableExists(table) {
      let values = columns.map { "NULL AS \($0)" }.joined(separator: ", ")
      try database.execute(sql: "CREATE TEMP VIEW \(table) AS SELECT \(values) WHERE 0")
    }
  }
}
