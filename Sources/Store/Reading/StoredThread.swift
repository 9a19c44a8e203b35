import Domain
import GRDB

/// Finds what stands above and below a post.
struct StoredThread {
  private let database: Database
  private let account: StoredAccount
  private let rows: PostRows

  init(_ database: Database, account: StoredAccount) {
    self.database = database
    self.account = account
    rows = PostRows(database, account: account)
  }

  /// nil where the account does not hold the post.
  func thread(of ref: PostRef) throws -> PostThread? {
    guard account.holds(ref), let post = try post(ref.id) else { return nil }
    return try PostThread(of: post, find: self.post, answers: answers)
  }

  /// In a thread a post stands for itself, whoever reposted it.
  private func post(_ id: PostID) throws -> Post? {
    guard let rowID = try rows.rowID(of: id) else { return nil }
    return try posts(at: [rowID]).first
  }

  /// Oldest first.
  private func answers(to id: PostID) throws -> [Post] {
    let sql = "SELECT id FROM post WHERE accountId = ? AND replyTo = ? ORDER BY id"
    return try posts(
      at: Int64.fetchAll(database.cachedStatement(sql: sql), arguments: [account.id, id.rawValue]))
  }

  private func posts(at rowIDs: [Int64]) throws -> [Post] {
    try rows.withQuotes(rows.posts(at: rowIDs).map(\.post)).map { post in
      var post = post
      post.repost = nil
      return post
    }
  }
}
