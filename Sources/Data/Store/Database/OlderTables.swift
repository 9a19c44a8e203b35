import GRDB

/// Presents tables of older versions with the current columns, so that a store that cannot be migrated (read-only disk,
/// or an older Tern is importing) can be read.
///
/// SQLite resolves a name to a temporary view before a table. These views exist per connection, and nothing is written.
enum OlderTables {
  /// Columns that were added to tables of the first version and are queried.
  static let addedColumns = [
    "account": [
      "sourceId", "liveKey", "host", "address", "overview", "prunedTo", "publishing", "asOf", "givenName",
      "mainAuthorId",
    ],
    "profile": ["sourceId", "avatar", "emojis"],
    "post": [
      "replyToHandle", "replyToName", "viewer", "poll", "language", "application", "isAutomated", "mentions",
      "emphasis", "emojis",
    ],
    "link": ["kind"],
    "media": ["width", "height", "isSensitive", "site", "author", "summary", "previewUrl"],
  ]
  /// Tables that were added later and are queried for all kinds of accounts.
  private static let empty = [
    "draft": ["id", "account", "changedAt", "content"],
    "outbox": ["id", "account", "sentAt", "notBefore", "claimedUntil", "needsPerson", "content"],
    "livePost": ["accountId", "uri", "sourceId"],
    "livePostAlias": ["accountId", "formerId", "sourceId"],
    "postVersion": ["accountId", "sourceId", "latestId"],
    "wish": ["id", "account", "slot", "at", "content"],
  ]

  /// - Parameter addedColumns: For each table, the columns that were added since the first version.
  static func createViews(in database: Database, addedColumns: [String: [String]] = Self.addedColumns) throws {
    for table in Set(addedColumns.keys).union(["timeline"]).sorted() {
      let known = Set(try database.columns(in: table).map(\.name))
      let missing = addedColumns[table, default: []].filter { !known.contains($0) }
      // Version 2 renamed a column of this table.
      let isFirst = table == "timeline" && !known.contains("title")
      guard isFirst || !missing.isEmpty else { continue }
      let columns = isFirst ? timelineOfFirst : "*"
      // At most one view for each table.
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
