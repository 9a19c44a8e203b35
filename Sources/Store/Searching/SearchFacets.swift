import Domain
import GRDB

/// Brings the tags of version 8 into the index of words.
///
/// For FTS5 an index without texts is a list of places for each word, and nothing else: a word more of a post is a row
/// with that word alone.
enum SearchFacets {
  /// So many posts are read at a time.
  private static let handful = 2_000

  /// It reads posts as Tern does now: a column that is read of accounts or posts later has to be there before this runs.
  /// - Parameter sql: changes the tables first.
  static func add(to database: Database, with sql: String) throws {
    try database.execute(sql: sql)
    let statement = try BulkStatement(database, "INSERT INTO postWords (rowid, tags) VALUES (?, ?)")
    var last = Int64.min
    while true {
      let rows = try Row.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT id, accountId FROM post WHERE id > ? AND EXISTS (
              SELECT 1 FROM timeline CROSS JOIN entry ON entry.timelineId = timeline.id AND entry.postId = post.id
              WHERE timeline.accountId = post.accountId)
            ORDER BY id LIMIT ?
            """), arguments: [last, handful])
      guard let end = rows.last?.integer("id") else { return }
      last = end
      var tags: [(Int64, String)] = []
      for account in try StoredAccount.all(in: database) {
        let rowIDs = rows.filter { $0.integer("accountId") == account.id }.compactMap { $0.integer("id") }
        for stored in try PostRows(database, account: account).posts(at: rowIDs) {
          tags.append((stored.rowID, SearchedText.facets(of: stored.post, plain: stored.post.text.plain)))
        }
      }
      // In their order: whatever runs backwards has the index write what it has gathered.
      for (rowID, tags) in tags.sorted(by: { $0.0 < $1.0 }) where !tags.isEmpty {
        try statement.run {
          $0.add(rowID)
          $0.add(tags)
        }
      }
    }
  }

  /// Brings what hangs on an author's handle into line with another handle, and has what answers them say that one.
  /// - Parameter author: by their number.
  static func rename(author: Int64, from old: String, to new: String, in database: Database) throws {
    guard old.lowercased() != new.lowercased() else { return }
    let sql = """
      SELECT id, replyToHandle, authorId, EXISTS (
          SELECT 1 FROM timeline CROSS JOIN entry ON entry.timelineId = timeline.id AND entry.postId = post.id
          WHERE timeline.accountId = post.accountId) AS isListed
      FROM post WHERE accountId = (SELECT accountId FROM profile WHERE id = ?) AND replyToHandle IS NOT NULL
      ORDER BY id
      """
    let add = try BulkStatement(database, "INSERT INTO postWords (rowid, tags) VALUES (?, ?)")
    let remove = try BulkStatement(database, "INSERT INTO postWords (postWords, rowid, tags) VALUES ('delete', ?, ?)")
    let posts = try Row.fetchCursor(database, sql: sql, arguments: [author])
    let (oldName, newName) = (SearchTag.name(of: old), SearchTag.name(of: new))
    var answers: [Int64] = []
    while let post = try posts.next() {
      guard let rowID = post.integer("id"), let answered = post.text("replyToHandle")?.lowercased() else { continue }
      let isListed = post.number("isListed") != 0
      func write(_ tag: SearchTag, by statement: BulkStatement) throws {
        guard isListed else { return }
        try statement.run {
          $0.add(rowID)
          $0.add(tag.word)
        }
      }
      if answered == old.lowercased() {
        answers.append(rowID)
        guard oldName != newName else { continue }
        try write(.answers(oldName), by: remove)
        try write(.answers(newName), by: add)
      } else if answered == new.lowercased(), post.integer("authorId") == author {
        try write(.thread, by: add)
      }
    }
    let rename = try database.cachedStatement(sql: "UPDATE post SET replyToHandle = ? WHERE id = ?")
    for rowID in answers { try rename.execute(arguments: [new, rowID]) }
  }
}
