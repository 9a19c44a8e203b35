import Domain
import GRDB

/// Changes the index terms of stored posts.
///
/// All terms of a post are written again. A contentless FTS5 index is a list of positions for each word: an added word
/// would take the position of the same word elsewhere in the post, and of other words with the same three first
/// letters.
struct SearchFacets {
  /// Posts that are read in one query.
  private static let batchSize = 2_000

  /// The old and new terms of a post.
  private struct Change {
    let rowID: Int64
    let owners: String
    let old: SearchedText
    let new: SearchedText
  }

  private let database: Database
  private let words: PostIndexer
  private let accounts: [StoredAccount]

  private init(_ database: Database) throws {
    self.database = database
    words = try PostIndexer(database)
    accounts = try StoredAccount.all(in: database)
  }

  /// - Parameters:
  ///   - rows: Rows of listed posts, with `id` and `accountId`.
  ///   - texts: The indexed and the new content of a post.
  private func rewrite(_ rows: [Row], _ texts: (StoredPost) -> (old: SearchedText, new: SearchedText)) throws {
    var changes: [Change] = []
    for account in accounts {
      var owners = OwnerTerms(of: account)
      let listed = ListedTerms(of: account, in: database)
      let rowIDs = rows.filter { $0.integer("accountId") == account.id }.compactMap { $0.integer("id") }
      for stored in try PostRows(database, account: account).posts(at: rowIDs) {
        let (old, new) = texts(stored)
        guard old != new else { continue }
        let words = owners.words(for: stored.authorship, in: try listed.words(of: stored.rowID))
        changes.append(Change(rowID: stored.rowID, owners: words, old: old, new: new))
      }
    }
    // In ascending order: a smaller row id makes FTS5 write out what it has in memory.
    for change in changes.sorted(by: { $0.rowID < $1.rowID }) {
      try words.remove(change.old, change.owners, at: change.rowID)
      try words.insert(change.new, change.owners, at: change.rowID)
    }
  }
}

extension SearchFacets {
  /// Updates the handle of an author in the index and in posts that reply to it.
  /// - Parameter author: The row ID of the author's profile.
  static func rename(author: Int64, from old: String, to new: String, in database: Database) throws {
    guard old.lowercased() != new.lowercased() else { return }
    let sql = """
      SELECT id, accountId, replyToHandle, authorId, EXISTS (
          SELECT 1 FROM timeline CROSS JOIN entry ON entry.timelineId = timeline.id AND entry.postId = post.id
          WHERE timeline.accountId = post.accountId) AS isListed
      FROM post WHERE accountId = (SELECT accountId FROM profile WHERE id = ?) AND replyToHandle IS NOT NULL
      ORDER BY id
      """
    let facets = try SearchFacets(database)
    var replies: [Int64] = []
    var listed: [Row] = []
    func rewrite() throws {
      try facets.rewrite(listed) { stored in
        var post = stored.post
        if post.replyToAuthor?.handle.lowercased() == old.lowercased() { post.replyToAuthor?.handle = new }
        if stored.authorship.author == author { post.author?.handle = new }
        let plain = post.text.plain
        return (SearchedText(stored.post, plain: plain), SearchedText(post, plain: plain))
      }
      listed = []
    }
    let posts = try Row.fetchCursor(database, sql: sql, arguments: [author])
    while let post = try posts.next() {
      guard let rowID = post.integer("id"), let recipient = post.text("replyToHandle")?.lowercased() else { continue }
      if recipient == old.lowercased() {
        replies.append(rowID)
      } else if recipient != new.lowercased() || post.integer("authorId") != author {
        continue
      }
      if post.number("isListed") != 0 { listed.append(post.copy()) }
      if listed.count >= batchSize { try rewrite() }
    }
    try rewrite()
    let rename = try database.cachedStatement(sql: "UPDATE post SET replyToHandle = ? WHERE id = ?")
    for rowID in replies { try rename.execute(arguments: [new, rowID]) }
  }
}
