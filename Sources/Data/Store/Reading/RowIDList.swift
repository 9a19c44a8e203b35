import GRDB

/// A list of row IDs in a query. SQLite compiles one statement for lists of similar lengths.
struct RowIDList {
  /// The SQL of the list, in parentheses.
  let sql: String
  /// The arguments of the placeholders; empty if the IDs are part of the SQL.
  private let rowIDs: [Int64]

  /// One post, a few, half a page, a page.
  private static let lengths = [1, 6, 30, 60]

  init(_ rowIDs: [Int64]) {
    guard let last = rowIDs.last, let length = Self.lengths.first(where: { $0 >= rowIDs.count }) else {
      self.rowIDs = []
      sql = "(\(rowIDs.map(String.init).joined(separator: ",")))"
      return
    }
    // A repeated ID is found once.
    self.rowIDs = rowIDs + Array(repeating: last, count: length - rowIDs.count)
    sql = "(?\(String(repeating: ",?", count: length - 1)))"
  }

  /// - Parameters:
  ///   - query: The query, which contains `sql`.
  ///   - arguments: The arguments before the IDs.
  func rows(
    of database: Database, _ query: String, after arguments: StatementArguments = StatementArguments()
  ) throws -> RowCursor {
    guard !rowIDs.isEmpty else { return try Row.fetchCursor(database, sql: query, arguments: arguments) }
    return try Row.fetchCursor(
      database.cachedStatement(sql: query), arguments: arguments + StatementArguments(rowIDs))
  }
}
