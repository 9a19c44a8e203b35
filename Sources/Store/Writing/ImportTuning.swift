import GRDB

/// What SQLite does differently while an import writes.
enum ImportTuning {
  /// In KiB.
  private static let cache = 64 << 10
  /// In pages. The log of changes goes into the database after so many, and not every 4 MB.
  private static let log = 16_000
  /// In bytes. So much of the index is gathered in memory before it is written.
  private static let words = 16 << 20

  static func apply(to database: Database) throws {
    try database.execute(
      sql: """
        PRAGMA cache_size = -\(cache);
        PRAGMA wal_autocheckpoint = \(log);
        PRAGMA synchronous = NORMAL;
        PRAGMA secure_delete = OFF;
        PRAGMA temp_store = MEMORY;
        INSERT INTO postWords (postWords, rank) VALUES ('hashsize', \(words));
        """)
  }
}
