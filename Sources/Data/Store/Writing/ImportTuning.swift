import GRDB

/// SQLite's settings during an import.
enum ImportTuning {
  /// In KiB.
  private static let cache = 16 << 10
  /// In pages, after which the log is checkpointed.
  private static let log = 4_000
  /// SQLite's default.
  private static let defaultLog = 1_000

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
        """)
    try FullTextTuning.apply(to: database)
  }

  /// Restores the defaults, after success and failure.
  static func restoreDefaults(in database: Database) {
    _ = try? database.execute(
      sql: """
        PRAGMA foreign_keys = ON;
        PRAGMA wal_autocheckpoint = \(defaultLog);
        """)
    FullTextTuning.restoreDefaults(in: database)
  }
}

/// FTS5's settings while very many posts are indexed.
enum FullTextTuning {
  /// In bytes. The part of the index that is collected in memory before it is written.
  private static let memory = 16 << 20
  /// The number of segments at which they are merged, all together; fewer are not merged. This setting is kept after an
  /// import: with half of it, FTS5's default, the next small change would merge all segments while the user waits.
  private static let segments = 64
  /// FTS5's default.
  private static let defaultMerge = 4

  static func apply(to database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO postWords (postWords, rank) VALUES ('hashsize', \(memory));
        INSERT INTO postWords (postWords, rank) VALUES ('automerge', 0);
        INSERT INTO postWords (postWords, rank) VALUES ('crisismerge', \(segments));
        """)
  }

  /// Restores the defaults, after success and failure.
  static func restoreDefaults(in database: Database) {
    _ = try? database.execute(
      sql: "INSERT INTO postWords (postWords, rank) VALUES ('automerge', \(defaultMerge))")
  }
}
