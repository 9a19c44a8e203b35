import Domain
import FoundationEssentials
import GRDB

/// The prepared statements that insert and delete posts.
struct PostStatements {
  /// The number of a post's columns whose values are prepared.
  private static let columns = 26

  private let account: Int64
  private let addPost: BulkStatement
  private let findPost: BulkStatement
  private let removals: [BulkStatement]
  private let addLink: BulkStatement
  private let addMedia: BulkStatement
  private let addOption: BulkStatement
  let indexer: PostIndexer

  init(_ database: Database, account: Int64) throws {
    self.account = account
    addPost = try BulkStatement(
      database,
      """
      INSERT INTO post (
        id, accountId, reposterId, authorId, text, sourceId, repostedAt, createdAt, indexedAt, url, replyTo, quoteId,
        quoteState, warning, replies, reposts, likes, visibility, state, isPollClosed, replyToHandle, replyToName,
        viewer, poll, language, application, isAutomated, mentions, emphasis, emojis
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (accountId, sourceId, reposterId) DO NOTHING
      """)
    findPost = try BulkStatement(
      database, "SELECT id FROM post WHERE accountId = ? AND sourceId = ? AND reposterId = ?")
    // The rows that refer to a post first: foreign keys are not checked during an import.
    removals = try [("link", "postId"), ("media", "postId"), ("pollOption", "postId"), ("post", "id")].map {
      try BulkStatement(database, "DELETE FROM \($0) WHERE \($1) = ?")
    }
    addLink = try BulkStatement(
      database, "INSERT INTO link (postId, number, start, length, url, label, kind) VALUES (?, ?, ?, ?, ?, ?, ?)")
    addMedia = try BulkStatement(
      database,
      """
      INSERT INTO media (
        postId, number, kind, url, description, width, height, isSensitive, site, author, summary,
        previewUrl
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    addOption = try BulkStatement(
      database, "INSERT INTO pollOption (postId, number, title, votes) VALUES (?, ?, ?, ?)")
    indexer = try PostIndexer(database)
  }

  /// The row ID of a post or repost; nil if it is not stored.
  func rowID(of id: PostID, reposter: Int64) throws -> Int64? {
    try findPost.number {
      $0.add(account)
      $0.add(id.rawValue)
      $0.add(reposter)
    }
  }

  /// Inserts a post with its links, media and poll options.
  /// - Returns: Whether it was new.
  func insert(
    _ post: PreparedPost, of posts: PreparedPosts, _ authorship: PostAuthorship, at rowID: Int64
  ) throws -> Bool {
    try posts.chunks[post.chunk].values.read(from: post.start) { values in
      let isNew = try addPost.run { row in
        row.add(rowID)
        row.add(account)
        row.add(authorship.reposter)
        row.add(authorship.author)
        row.add(Self.columns, of: &values)
      }
      if isNew { try insertParts(of: post, &values, at: rowID) }
      return isNew
    }
  }

  /// Deletes a post with its links, media and poll options.
  func remove(at rowID: Int64) throws {
    for removal in removals { try removal.run { $0.add(rowID) } }
  }

  /// Adds a listed post to the full-text index.
  /// - Parameter owners: The terms for account, author, reposter and timelines.
  func insertWords(of post: PreparedPost, of posts: PreparedPosts, _ owners: String, at rowID: Int64) throws {
    guard let searched = post.searched else { return }
    try posts.chunks[post.chunk].values.read(from: searched) { try indexer.insert(&$0, owners, at: rowID) }
  }

  private func insertParts(
    of post: PreparedPost, _ values: inout PackedValues.Reader, at rowID: Int64
  ) throws {
    try insert(post.linkCount, by: addLink, 5, of: &values, at: rowID)
    try insert(post.mediaCount, by: addMedia, 10, of: &values, at: rowID)
    try insert(post.optionCount, by: addOption, 2, of: &values, at: rowID)
  }

  /// - Parameter columns: The number of values of each row.
  private func insert(
    _ count: Int, by statement: BulkStatement, _ columns: Int, of values: inout PackedValues.Reader, at rowID: Int64
  ) throws {
    for number in 0..<count {
      try statement.run { row in
        row.add(rowID)
        row.add(number)
        row.add(columns, of: &values)
      }
    }
  }
}
