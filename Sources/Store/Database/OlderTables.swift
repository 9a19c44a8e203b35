import GRDB

/// Reads the tables of version 1 as if they were of today: a store that cannot be changed (the disk is read-only, or an
/// older Tern imports) is shown all the same.
///
/// For SQLite a name means what is temporary first. These views are seen by one connection, and nothing is written.
enum OlderTables {
  static func show(in database: Database) throws {
    try database.execute(
      sql: """
        CREATE TEMP VIEW account AS SELECT *, NULL AS sourceId FROM main.account;
        CREATE TEMP VIEW profile AS SELECT *, NULL AS sourceId FROM main.profile;
        CREATE TEMP VIEW post AS SELECT *, NULL AS replyToHandle, NULL AS replyToName FROM main.post;
        CREATE TEMP VIEW link AS SELECT *, NULL AS kind FROM main.link;
        CREATE TEMP VIEW timeline AS
          SELECT id, accountId, \(StoreSchema.timelineKey(ofName: "name")) AS key, name AS title, position, count,
            placeSourceId, placeReposter, placeDate, markSourceId, markReposter, markDate
          FROM main.timeline;
        """)
  }
}
