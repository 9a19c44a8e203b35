import GRDB

/// The index terms for the timelines of posts.
struct ListedTerms {
  private let database: Database
  private let account: StoredAccount

  init(of account: StoredAccount, in database: Database) {
    self.database = database
    self.account = account
  }

  /// The terms for the timelines of a post. Empty for server accounts.
  func words(of rowID: Int64) throws -> String {
    try account.isServerAccount ? "" : words(between: rowID, and: rowID)[rowID] ?? ""
  }

  /// The terms for the listed posts between two IDs. Empty strings for server accounts.
  func words(between first: Int64, and last: Int64) throws -> [Int64: String] {
    let sql = """
      SELECT postId, timelineId FROM timeline CROSS JOIN entry ON timelineId = timeline.id AND postId BETWEEN ? AND ?
      WHERE accountId = ?
      """
    let rows = try Row.fetchCursor(
      database.cachedStatement(sql: sql), arguments: [first, last, account.id])
    var timelines: [Int64: [Int64]] = [:]
    while let row = try rows.next() { timelines[row[0], default: []].append(row[1]) }
    if account.isServerAccount { return timelines.mapValues { _ in "" } }
    var known: [[Int64]: String] = [:]
    return timelines.mapValues { timelines in
      if let words = known[timelines] { return words }
      let words = SearchTag.words(for: timelines)
      known[timelines] = words
      return words
    }
  }
}
