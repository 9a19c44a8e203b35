import Domain
import FoundationEssentials
import GRDB

/// What is done with each post of an import, ready to be run.
struct PostStatements {
  /// How many of a post's columns stand in its values.
  private static let columns = 25

  private let account: Int64
  private let addPost: BulkStatement
  private let findPost: BulkStatement
  private let removals: [BulkStatement]
  private let addLink: BulkStatement
  private let addMedia: BulkStatement
  private let addOption: BulkStatement
  let words: PostIndexer

  init(_ database: Database, account: Int64) throws {
    self.account = account
    addPost = try BulkStatement(
      database,
      """
      INSERT INTO post (
        id, accountId, reposterId, authorId, text, sourceId, repostedAt, createdAt, indexedAt, url, replyTo, quoteId,
        quoteState, warning, replies, reposts, likes, visibility, state, isPollClosed, replyToHandle, replyToName,
        viewer, poll, language, application, isAutomated, mentions, emphasis
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (accountId, sourceId, reposterId) DO NOTHING
      """)
    findPost = try BulkStatement(
      database, "SELECT id FROM post WHERE accountId = ? AND sourceId = ? AND reposterId = ?")
    // What belongs to a post goes first: an import does without SQLite's own look at that.
    removals = try [("link", "postId"), ("media", "postId"), ("pollOption", "postId"), ("post", "id")].map {
      try BulkStatement(database, "DELETE FROM \($0) WHERE \($1) = ?")
    }
    addLink = try BulkStatement(
      database, "INSERT INTO link (postId, number, start, length, url, label, kind) VALUES (?, ?, ?, ?, ?, ?, ?)")
    addMedia = try BulkStatement(
      database, "INSERT INTO media (postId, number, kind, url, description) VALUES (?, ?, ?, ?, ?)")
    addOption = try BulkStatement(
      database, "INSERT INTO pollOption (postId, number, title, votes) VALUES (?, ?, ?, ?)")
    words = try PostIndexer(database)
  }

  /// Of the entry of that identity.
  func rowID(of id: PostID, reposter: Int64) throws -> Int64? {
    try findPost.number {
      $0.add(account)
      $0.add(id.rawValue)
      $0.add(reposter)
    }
  }

  /// With what belongs to it.
  /// - Returns: whether it was not there yet.
  func insert(
    _ post: PreparedPost, of posts: PreparedPosts, _ people: PostPeople, at rowID: Int64
  ) throws -> Bool {
    try posts.chunks[post.chunk].values.read(from: post.start) { values in
      let isNew = try addPost.run { row in
        row.add(rowID)
        row.add(account)
        row.add(people.reposter)
        row.add(people.author)
        row.add(Self.columns, of: &values)
      }
      if isNew { try insertParts(of: post, &values, at: rowID) }
      return isNew
    }
  }

  /// With what belongs to it.
  func remove(at rowID: Int64) throws {
    for removal in removals { try removal.run { $0.add(rowID) } }
  }

  /// What is searched of a post that stands in a timeline.
  /// - Parameter owners: the words for the account, for who wrote and passed it on, and for where it stands.
  func insertWords(of post: PreparedPost, of posts: PreparedPosts, _ owners: String, at rowID: Int64) throws {
    guard let searched = post.searched else { return }
    try posts.chunks[post.chunk].values.read(from: searched) { try words.insert(&$0, owners, at: rowID) }
  }

  private func insertParts(
    of post: PreparedPost, _ values: inout PackedValues.Reader, at rowID: Int64
  ) throws {
    try insert(post.linkCount, by: addLink, 5, of: &values, at: rowID)
    try insert(post.mediaCount, by: addMedia, 3, of: &values, at: rowID)
    try insert(post.optionCount, by: addOption, 2, of: &values, at: rowID)
  }

  /// - Parameter columns: how many values each has.
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
