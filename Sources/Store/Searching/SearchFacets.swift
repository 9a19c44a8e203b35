import Domain
import GRDB

/// Gives posts that are there other words in the index.
///
/// Each is written anew as a whole. For FTS5 an index without texts is a list of places for each word: a word that is added
/// takes the place of the same word anywhere in the post, and of other words that begin with the same three letters.
struct SearchFacets {
  /// How many posts are read at a time.
  private static let handful = 2_000

  /// What the index is to forget of a post, and what it is to be told.
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
  ///   - rows: of listed posts, with `id` and `accountId`.
  ///   - texts: what the index knows of a post, and what it is to know.
  private func rewrite(_ rows: [Row], _ texts: (StoredPost) -> (old: SearchedText, new: SearchedText)) throws {
    var changes: [Change] = []
    for account in accounts {
      var owners = OwnerTerms(of: account)
      let listed = ListedTerms(of: account, in: database)
      let rowIDs = rows.filter { $0.integer("accountId") == account.id }.compactMap { $0.integer("id") }
      for stored in try PostRows(database, account: account).posts(at: rowIDs) {
        let (old, new) = texts(stored)
        guard old != new else { continue }
        let words = owners.words(for: stored.people, in: try listed.words(of: stored.rowID))
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
  /// Writes anew what depends on an author's handle, in the index and in the posts that answer them.
  /// - Parameter author: their row id.
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
    var answers: [Int64] = []
    var listed: [Row] = []
    func rewrite() throws {
      try facets.rewrite(listed) { stored in
        var post = stored.post
        if post.replyToAuthor?.handle.lowercased() == old.lowercased() { post.replyToAuthor?.handle = new }
        if stored.people.author == author { post.author?.handle = new }
        let plain = post.text.plain
        return (SearchedText(stored.post, plain: plain), SearchedText(post, plain: plain))
      }
      listed = []
    }
    let posts = try Row.fetchCursor(database, sql: sql, arguments: [author])
    while let post = try posts.next() {
      guard let rowID = post.integer("id"), let answered = post.text("replyToHandle")?.lowercased() else { continue }
      if answered == old.lowercased() {
        answers.append(rowID)
      } else if answered != new.lowercased() || post.integer("authorId") != author {
        continue
      }
      if post.number("isListed") != 0 { listed.append(post.copy()) }
      if listed.count >= handful { try rewrite() }
    }
    try rewrite()
    let rename = try database.cachedStatement(sql: "UPDATE post SET replyToHandle = ? WHERE id = ?")
    for rowID in answers { try rename.execute(arguments: [new, rowID]) }
  }
}
