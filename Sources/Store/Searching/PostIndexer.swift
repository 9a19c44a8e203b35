import GRDB

/// Tells the index of words what posts say, and what it is to forget of them.
struct PostIndexer {
  private let add: BulkStatement
  private let forget: BulkStatement

  init(_ database: Database) throws {
    add = try BulkStatement(database, "INSERT INTO postWords (rowid, text, more, tags) VALUES (?, ?, ?, ?)")
    // An index without texts has to be told what it is to forget.
    forget = try BulkStatement(
      database, "INSERT INTO postWords (postWords, rowid, text, more, tags) VALUES ('delete', ?, ?, ?, ?)")
  }

  /// - Parameters:
  ///   - values: the text, what it carries and the tags, cut into words by whoever prepared them.
  ///   - owners: the words for the account, for who wrote and passed it on, and for where it stands.
  func insert(_ values: inout PackedValues.Reader, _ owners: String, at rowID: Int64) throws {
    try add.run { row in
      row.add(rowID)
      row.add(2, of: &values)
      row.add(owners, andWords: values.next())
    }
  }

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

extension BulkStatement.Binder {
  /// Words with spaces between them, and further ones that have been cut.
  fileprivate mutating func add(_ words: String, andWords rest: PackedValues.Value) {
    guard case .text(let rest) = rest else { return add(words) }
    var words = words
    words.withUTF8 { words in
      addText(count: 1 + words.count + rest.count) { whole in
        whole[0] = WordTokenizer.cutMark
        UnsafeMutableRawBufferPointer(rebasing: whole[1...]).copyMemory(from: UnsafeRawBufferPointer(words))
        UnsafeMutableRawBufferPointer(rebasing: whole[(1 + words.count)...]).copyMemory(from: rest)
      }
    }
  }
}
