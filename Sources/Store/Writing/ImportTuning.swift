import GRDB

/// What SQLite does differently while an import writes.
enum ImportTuning {
  /// In KiB.
  private static let cache = 16 << 10
  /// In pages. The log of changes goes into the database after so many.
  private static let log = 4_000
  /// What SQLite does by itself.
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
        """)
    try FullTextTuning.apply(to: database)
  }

  /// To be called when all is written, or nothing more can be.
  static func end(in database: Database) {
    _ = try? database.execute(
      sql: """
        PRAGMA foreign_keys = ON;
        PRAGMA wal_autocheckpoint = \(usualLog);
        """)
    FullTextTuning.end(in: database)
  }
}

/// What FTS5 does differently while very many posts come into the index of words.
enum FullTextTuning {
  /// In bytes. So much of the index is gathered in memory before it is written.
  private static let memory = 16 << 20
  /// So many pieces of the index are merged at once, and none before. It stays so: with half of them, as FTS5 has it, the
  /// next change would merge all that are there while somebody waits.
  private static let pieces = 64
  /// What FTS5 does by itself.
  private static let usualMerge = 4

  static func apply(to database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO postWords (postWords, rank) VALUES ('hashsize', \(memory));
        INSERT INTO postWords (postWords, rank) VALUES ('automerge', 0);
        INSERT INTO postWords (postWords, rank) VALUES ('crisismerge', \(pieces));
        """)
  }

  /// To be called when all is written, or nothing more can be.
  static func end(in database: Database) {
    _ = try? database.execute(
      sql: "INSERT INTO postWords (postWords, rank) VALUES ('automerge', \(usualMerge))")
  }
}
