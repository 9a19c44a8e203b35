import GRDB

/// Reads the tables of older versions as if they were of today: a store that cannot be changed (the disk is read-only, or an
/// older Tern imports) is shown all the same.
///
/// SQLite resolves a name to a temporary view before a table. These views exist for one connection, and nothing is
/// written.
enum OlderTables {
  /// What has been added to tables of the first version, and is asked for.
  static let added = [
    "account": [
      "sourceId", "liveKey", "host", "address", "overview", "prunedTo", "publishing", "asOf", "givenName",
      "mainAuthorId",
    ],
    "profile": ["sourceId"],
    "post": [
      "replyToHandle", "replyToName", "viewer", "poll", "language", "application", "isAutomated", "mentions",
      "emphasis",
    ],
    "link": ["kind"],
  ]
  /// Tables of which there was nothing, where somebody asks for them whatever the accounts are.
  private static let empty = [
    "draft": ["id", "account", "changedAt", "content"],
    "outbox": ["id", "account", "sentAt", "notBefore", "claimedUntil", "needsPerson", "content"],
    "livePost": ["accountId", "uri", "sourceId"],
    "livePostAlias": ["accountId", "formerId", "sourceId"],
    "postVersion": ["accountId", "sourceId", "latestId"],
    "wish": ["id", "account", "slot", "at", "content"],
  ]

  /// - Parameter added: by table, what has been added to it since the first version.
  static func show(in database: Database, added: [String: [String]] = Self.added) throws {
    for table in Set(added.keys).union(["timeline"]).sorted() {
      let known = Set(try database.columns(in: table).map(\.name))
      let missing = added[table, default: []].filter { !known.contains($0) }
      // Version 2 has renamed a column of it.
      let isFirst = table == "timeline" && !known.contains("title")
      guard isFirst || !missing.isEmpty else { continue }
      let columns = isFirst ? timelineOfFirst : "*"
      // One table has one view, whatever it is for.
      try database.execute(
        sql: """
          CREATE TEMP VIEW \(table) AS
            SELECT \(columns)\(missing.map { ", NULL AS \($0)" }.joined()) FROM main.\(table)
          """)
    }
    for (table, columns) in empty where try !database.tableExists(table) {
      let values = columns.map { "NULL AS \($0)" }.joined(separator: ", ")
      try database.execute(sql: "CREATE TEMP VIEW \(table) AS SELECT \(values) WHERE 0")
    }
  }

  private static let timelineOfFirst = """
    id, accountId, \(StoreSchema.timelineKey(ofName: "name")) AS key, name AS title, position, count, placeSourceId,
      placeReposter, placeDate, markSourceId, markReposter, markDate
    """
}
