import GRDB

/// Tells the index of words what posts say, and what it is to forget of them.
struct PostWords {
  private let add: BulkStatement
  private let forget: BulkStatement

  init(_ database: Database) throws {
    add = try BulkStatement(database, "INSERT INTO postWords (rowid, text, more, tags) VALUES (?, ?, ?, ?)")
    // An index without texts has to be told what it is to forget.
    forget = try BulkStatement(
      database, "INSERT INTO postWords (postWords, rowid, text, more, tags) VALUES ('delete', ?, ?, ?, ?)")
  }

  /// - Parameter bind: gives the place, the text, what it carries and the tags, in this order.
  func insert(_ bind: (inout BulkStatement.Binder) -> Void) throws { try add.run(bind) }

  /// - Parameter owners: the words for the account, for who wrote and passed it on, and for where it stands.
  func insert(_ words: SearchedText, _ owners: String, at rowID: Int64) throws {
    try add.run { words.bind(to: &$0, owners, rowID) }
  }

  func remove(_ words: SearchedText, _ owners: String, at rowID: Int64) throws {
    try forget.run { words.bind(to: &$0, owners, rowID) }
  }
}

extension SearchedText {
  fileprivate func bind(to values: inout BulkStatement.Binder, _ owners: String, _ rowID: Int64) {
    values.add(rowID)
    values.add(text)
    values.add(more)
    values.add(tags.isEmpty ? owners : owners + tags)
  }
}
