import GRDB

/// Ids that rows are asked for by. SQLite reads a question anew only where there is none yet for about as many.
struct RowIDList {
  /// What stands in the question, in brackets.
  let sql: String
  /// As many as there are places for; empty where they stand in the question itself.
  private let rowIDs: [Int64]

  /// A page, a half of one, a few, one.
  private static let lengths = [1, 6, 30, 60]

  init(_ rowIDs: [Int64]) {
    guard let last = rowIDs.last, let length = Self.lengths.first(where: { $0 >= rowIDs.count }) else {
      self.rowIDs = []
      sql = "(\(rowIDs.map(String.init).joined(separator: ",")))"
      return
    }
    // Who is asked for twice is found once.
    self.rowIDs = rowIDs + Array(repeating: last, count: length - rowIDs.count)
    sql = "(?\(String(repeating: ",?", count: length - 1)))"
  }

  /// - Parameter arguments: of what stands in the question before the ids.
  func rows(
    of database: Database, _ question: String, after arguments: StatementArguments = StatementArguments()
  ) throws -> RowCursor {
    guard !rowIDs.isEmpty else { return try Row.fetchCursor(database, sql: question, arguments: arguments) }
    return try Row.fetchCursor(
      database.cachedStatement(sql: question), arguments: arguments + StatementArguments(rowIDs))
  }
}
