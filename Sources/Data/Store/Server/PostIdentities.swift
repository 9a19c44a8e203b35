import Domain
import FoundationEssentials
import GRDB

/// Maps the IDs of a server's posts to their identity: an ActivityPub ID (`uri`) is one post, whatever IDs the server
/// gives it over time. snac changes the ID with each edit and vote; a former ID still finds the post.
struct PostIdentities {
  let database: Database
  let account: Int64

  init(_ database: Database, account: StoredAccount) {
    self.database = database
    self.account = account.id
  }

  /// The current ID of a post; nil if it has no other.
  func current(of id: PostID) throws -> PostID? {
    try String.fetchOne(
      database.cachedStatement(sql: "SELECT sourceId FROM livePostAlias WHERE accountId = ? AND formerId = ?"),
      arguments: [account, id.rawValue]
    ).map { PostID($0) }
  }

  /// Posts of a response with their current IDs. Stored posts are moved to a new ID; such a post has its `formerID`
  /// set.
  func identified(_ posts: [Post]) throws -> [Post] {
    var posts = posts
    var processed: [PostID: Post] = [:]
    for index in posts.indices {
      try identify(&posts[index], among: processed)
      processed[posts[index].id] = posts[index]
    }
    return posts
  }

  /// - Parameter processed: Posts of the same response, which may not be stored yet.
  private func identify(_ post: inout Post, among processed: [PostID: Post]) throws {
    if case .shown(var quoted)? = post.quote {
      try identify(&quoted, among: processed)
      post.quote = .shown(quoted)
    }
    if let parent = post.replyTo, let current = try current(of: parent) { post.replyTo = current }
    guard let uri = post.uri, !post.isNotificationAlone else { return }
    guard let known = try knownID(of: uri) ?? renamedID(of: post) else { return try record(post.id, of: uri) }
    guard known != post.id else { return }
    guard try isSame(post, as: known, processed[known]) else { return }
    // A late response may have the former ID.
    if RemoteCursor(known.rawValue).isNewer(than: RemoteCursor(post.id.rawValue)) == true {
      post.ref.id = known
      return
    }
    try renamePost(known, to: post.id)
    try record(post.id, of: uri)
    post.formerID = known
  }

  private func knownID(of uri: String) throws -> PostID? {
    try String.fetchOne(
      database.cachedStatement(sql: "SELECT sourceId FROM livePost WHERE accountId = ? AND uri = ?"),
      arguments: [account, uri]
    ).map { PostID($0) }
  }

  /// The ID with which the server was requested, if a post is stored under it.
  private func renamedID(of post: Post) throws -> PostID? {
    guard let former = post.formerID, try !rows(of: former).isEmpty else { return nil }
    return former
  }

  private func record(_ id: PostID, of uri: String) throws {
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO livePost (accountId, uri, sourceId) VALUES (?, ?, ?)")
      .execute(arguments: [account, uri, id.rawValue])
  }

  /// Whether author and date match as well. Guards against servers that give several posts the same ID.
  private func isSame(_ post: Post, as known: PostID, _ processed: Post?) throws -> Bool {
    if let processed {
      return processed.createdAt == post.createdAt
        && processed.author?.handle.lowercased() == post.author?.handle.lowercased()
    }
    let sql = """
      SELECT handle, createdAt FROM post LEFT JOIN profile ON profile.id = authorId
      WHERE post.accountId = ? AND post.sourceId = ? AND reposterId != \(PostAuthorship.notification) LIMIT 1
      """
    guard
      let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [account, known.rawValue])
    else { return true }
    if let handle = row.text("handle"), let author = post.author?.handle, handle.lowercased() != author.lowercased() {
      return false
    }
    guard let date = row.integer("createdAt"), let created = post.createdAt else { return true }
    return date == created.milliseconds
  }
}

// MARK: - Another id for the same post

extension PostIdentities {
  private struct StoredRow {
    var id: Int64
    var reposter: Int64
  }

  private func rows(of id: PostID) throws -> [StoredRow] {
    let sql = """
      SELECT id, reposterId FROM post
      WHERE accountId = ? AND sourceId = ? AND reposterId != \(PostAuthorship.notification)
      """
    return try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [account, id.rawValue]).compactMap { row in
      guard let id = row.integer("id"), let reposter = row.integer("reposterId") else { return nil }
      return StoredRow(id: id, reposter: reposter)
    }
  }

  private func renamePost(_ old: PostID, to new: PostID) throws {
    let there = Dictionary(try rows(of: new).map { ($0.reposter, $0.id) }, uniquingKeysWith: { first, _ in first })
    for row in try rows(of: old) {
      if let target = there[row.reposter] {
        try merge(row.id, into: target)
      } else {
        try run("UPDATE post SET sourceId = ? WHERE id = ?", [new.rawValue, row.id])
      }
    }
    try run(
      """
      UPDATE liveEntry SET cursor = ? WHERE cursor = ? AND notificationId = ''
        AND timelineId IN (SELECT id FROM timeline WHERE accountId = ?)
      """, [new.rawValue, old.rawValue, account])
    try run("UPDATE post SET replyTo = ? WHERE accountId = ? AND replyTo = ?", [new.rawValue, account, old.rawValue])
    let quoting = try String.fetchAll(
      database.cachedStatement(sql: "SELECT sourceId FROM liveQuote WHERE accountId = ? AND quotedId = ?"),
      arguments: [account, old.rawValue])
    for id in quoting {
      try run(
        "UPDATE post SET quoteId = ? WHERE accountId = ? AND sourceId = ? AND quoteId = ?",
        [new.rawValue, account, id, old.rawValue])
    }
    try run(
      "UPDATE OR REPLACE liveQuote SET quotedId = ? WHERE accountId = ? AND quotedId = ?",
      [new.rawValue, account, old.rawValue])
    try run(
      "UPDATE OR REPLACE liveQuote SET sourceId = ? WHERE accountId = ? AND sourceId = ?",
      [new.rawValue, account, old.rawValue])
    try run(
      "UPDATE livePostAlias SET sourceId = ? WHERE accountId = ? AND sourceId = ?",
      [new.rawValue, account, old.rawValue])
    try run("DELETE FROM livePostAlias WHERE accountId = ? AND formerId = ?", [account, new.rawValue])
    try run(
      "INSERT OR REPLACE INTO livePostAlias (accountId, formerId, sourceId) VALUES (?, ?, ?)",
      [account, old.rawValue, new.rawValue])
  }

  /// Merges two stored posts: entries of the former ID go to the other post, unless that has one in the same timeline.
  /// The former post is in no timeline then, and is pruned later.
  private func merge(_ row: Int64, into target: Int64) throws {
    try run("UPDATE OR IGNORE liveEntry SET postId = ? WHERE postId = ?", [target, row])
    let left = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT * FROM liveEntry WHERE postId = ?"), arguments: [row])
    for row in left {
      guard let entry = ServerEntry(row: row), let timeline = row.integer("timelineId") else { continue }
      let entries = ServerEntries(database: database, timeline: timeline)
      guard let known = try entries.entry(id: entry.id), let older = try entries.remove(known) else { continue }
      try run("UPDATE liveTimeline SET older = ? WHERE timelineId = ?", [older.rawValue, timeline])
    }
  }

  private func run(_ sql: String, _ arguments: StatementArguments) throws {
    try database.cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
