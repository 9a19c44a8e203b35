import Domain
import GRDB

/// Loads the thread of a post.
struct StoredThread {
  private let database: Database
  private let account: StoredAccount
  private let rows: PostRows
  private let earlier: StoredVersions

  init(_ database: Database, account: StoredAccount) throws {
    self.database = database
    earlier = StoredVersions(database, account: account.id)
    self.account = account
    rows = PostRows(database, account: account)
  }

  /// nil if the account does not have the post.
  func thread(of ref: PostRef) throws -> PostThread? {
    guard account.mayOwn(ref), let post = try post(ref.id) else { return nil }
    return try PostThread(of: post, find: self.post, replies: replies)
  }

  /// All versions of a post, oldest first; empty if the account does not have it.
  func versions(of id: PostID) throws -> [Post] {
    let latest = try earlier.latest(of: id) ?? id
    let rowIDs = try (earlier.earlier(than: latest) + [latest]).compactMap { try rows.rowID(of: $0) }
    return try posts(at: rowIDs.sorted())
  }

  /// The latest version of a post, without its repost.
  private func post(_ id: PostID) throws -> Post? {
    guard let rowID = try rows.rowID(of: earlier.latest(of: id) ?? id) else { return nil }
    return try posts(at: [rowID]).first
  }

  /// Oldest first.
  private func replies(to id: PostID) throws -> [Post] {
    let sql = """
      SELECT id FROM post WHERE accountId = ? AND replyTo = ?
        AND NOT EXISTS (SELECT 1 FROM postVersion v WHERE v.accountId = post.accountId AND v.sourceId = post.sourceId)
      ORDER BY id
      """
    let rowIDs = try ([id] + earlier.earlier(than: id)).flatMap { id in
      try Int64.fetchAll(database.cachedStatement(sql: sql), arguments: [account.id, id.rawValue])
    }
    return try posts(at: rowIDs.sorted())
  }

  private func posts(at rowIDs: [Int64]) throws -> [Post] {
    try rows.withQuotes(rows.posts(at: rowIDs).map(\.post)).map { post in
      var post = post
      post.repost = nil
      return post
    }
  }
}
