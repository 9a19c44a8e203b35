import GRDB

/// What SQLite does differently while an import writes.
enum ImportTuning {
  /// In KiB.
  private static let cache = 16 << 10
  /// In pages. The log of changes goes into the database after so many.
  private static let log = 4_000
  /// In bytes. So much of the index is gathered in memory before it is written.
  private static let words = 16 << 20
  /// What FTS5 and SQLite do by themselves.
  private static let usualMerge = 4
  private static let usualLog = 1_000

  static func apply(to database: Database) throws {
    try database.execute(
      sql: """
        PRAGMA cache_size = -\(cache);
        PRAGMA wal_autocheckpoint = \(log);
        PRAGMA synchronous = NORMAL;
        PRAGMA secure_delete = OFF;
        PRAGMA temp_store = MEMORY;
        -- Each row is written behind those that it refers to; to have that looked up takes a tenth of the time.
        PRAGMA foreign_keys = OFF;
        INSERT INTO postWords (postWords, rank) VALUES ('hashsize', \(words));
        -- The pieces of the index are merged when there are sixteen of them, and not at each batch.
        INSERT INTO postWords (postWords, rank) VALUES ('automerge', 0);
        """)
  }

  /// To be called when all is written, or nothing more can be.
  static func end(in database: Database) {
    _ = try? database.execute(
      sql: """
        PRAGMA foreign_keys = ON;
        PRAGMA wal_autocheckpoint = \(usualLog);
        INSERT INTO postWords (postWords, rank) VALUES ('automerge', \(usualMerge));
        """)
  }
}
