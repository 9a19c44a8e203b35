import GRDB

extension PostIndexer {
  /// Posts that are read in one query.
  private static let batchSize = 4_096

  /// Rebuilds the full-text index from all posts, as in version 12.
  ///
  /// Reads posts like the current version does: columns that are read and were added after version 12 have to exist
  /// before this runs.
  static func rebuild(in database: Database) throws {
    try database.execute(
      sql: """
        DROP TABLE postWords;
        CREATE VIRTUAL TABLE postWords USING fts5 (
          text, more, tags, content = '', columnsize = 0, prefix = 3, tokenize = '\(WordTokenizer.name)'
        );
        """)
    // As in an import, segments are not merged during the rebuild.
    try FullTextTuning.apply(to: database)
    defer { FullTextTuning.restoreDefaults(in: database) }
    let words = try PostIndexer(database)
    let accounts = try StoredAccount.all(in: database)
    var last = Int64.min
    while let range = try next(after: last, in: database) {
      last = range.upperBound
      try words.insertAll(in: range, of: accounts, database)
    }
  }

  /// The IDs of the next posts; nil at the end.
  private static func next(after last: Int64, in database: Database) throws -> ClosedRange<Int64>? {
    let sql = "SELECT min(id), max(id) FROM (SELECT id FROM post WHERE id > ? ORDER BY id LIMIT ?)"
    let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [last, batchSize])
    guard let row, let first: Int64 = row[0], let end: Int64 = row[1] else { return nil }
    return first...end
  }

  private func insertAll(in range: ClosedRange<Int64>, of accounts: [StoredAccount], _ database: Database) throws {
    var found: [(rowID: Int64, owners: String, words: SearchedText)] = []
    for account in accounts {
      let listed = try ListedTerms(of: account, in: database)
        .words(between: range.lowerBound, and: range.upperBound)
      var owners = OwnerTerms(of: account)
      for stored in try PostRows(database, account: account).posts(at: listed.keys.sorted()) {
        let words = owners.words(for: stored.authorship, in: listed[stored.rowID] ?? "")
        found.append((stored.rowID, words, SearchedText(stored.post, plain: stored.post.text.plain)))
      }
    }
    // In ascending order: a smaller row ID makes FTS5 write out what it has in memory.
    if accounts.count > 1 { found.sort { $0.rowID < $1.rowID } }
    for post in found { try insert(post.words, post.owners, at: post.rowID) }
  }
}
