import GRDB

/// Adds posts to the full-text index and removes them.
struct PostIndexer {
  private let add: BulkStatement
  private let forget: BulkStatement

  init(_ database: Database) throws {
    add = try BulkStatement(database, "INSERT INTO postWords (rowid, text, more, tags) VALUES (?, ?, ?, ?)")
    // A contentless FTS5 table needs the original text for a deletion.
    forget = try BulkStatement(
      database, "INSERT INTO postWords (postWords, rowid, text, more, tags) VALUES ('delete', ?, ?, ?, ?)")
  }

  /// - Parameters:
  ///   - values: the text, additional text and facets, split into words already.
  ///   - owners: the terms for account, author, reposter and timelines.
  func insert(_ values: inout PackedValues.Reader, _ owners: String, at rowID: Int64) throws {
    try add.run { row in
      row.add(rowID)
      row.add(2, of: &values)
      row.add(owners, andWords: values.next())
    }
  }

  /// - Parameter owners: the terms for account, author, reposter and timelines.
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

extension BulkStatement.Binder {
  /// Adds words separated by spaces, followed by words that are tokenized already.
  fileprivate mutating func add(_ words: String, andWords rest: PackedValues.Value) {
    guard case .text(let rest) = rest else { return add(words) }
    var words = words
    words.withUTF8 { words in
      addText(count: 1 + words.count + rest.count) { whole in
        whole[0] = WordTokenizer.pretokenizedMark
        UnsafeMutableRawBufferPointer(rebasing: whole[1...]).copyMemory(from: UnsafeRawBufferPointer(words))
        UnsafeMutableRawBufferPointer(rebasing: whole[(1 + words.count)...]).copyMemory(from: rest)
      }
    }
  }
}
