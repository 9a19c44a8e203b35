import GRDB

extension PostIndexer {
  /// So many posts are read at a time.
  private static let handful = 4_096

  /// Makes the index of words anew, from the posts as they are: as version 12 does.
  ///
  /// It reads posts as Tern does now: a column that is read of accounts or posts later has to be there before this runs.
  static func rebuild(in database: Database) throws {
    try database.execute(
      sql: """
        DROP TABLE postWords;
        CREATE VIRTUAL TABLE postWords USING fts5 (
          text, more, tags, content = '', columnsize = 0, prefix = 3, tokenize = '\(WordTokenizer.name)'
        );
        """)
    // By itself the index does not merge its pieces while it is asked.
    try FullTextTuning.apply(to: database)
    defer { FullTextTuning.end(in: database) }
    let words = try PostIndexer(database)
    let accounts = try StoredAccount.all(in: database)
    var last = Int64.min
    while let range = try next(after: last, in: database) {
      last = range.upperBound
      try words.insertAll(in: range, of: accounts, database)
    }
  }

  /// The ids of the next posts; nil where there are no more.
  private static func next(after last: Int64, in database: Database) throws -> ClosedRange<Int64>? {
    let sql = "SELECT min(id), max(id) FROM (SELECT id FROM post WHERE id > ? ORDER BY id LIMIT ?)"
    let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [last, handful])
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
        let words = owners.words(for: stored.people, in: listed[stored.rowID] ?? "")
        found.append((stored.rowID, words, SearchedText(stored.post, plain: stored.post.text.plain)))
      }
    }
    // In their order: whatever runs backwards has the index write what it has gathered.
    if accounts.count > 1 { found.sort { $0.rowID < $1.rowID } }
    for post in found { try insert(post.words, post.owners, at: post.rowID) }
  }
}
