import Domain
import GRDB

/// Writes the posts of a server account to the database. `liveEntry` has the entries of server timelines.
struct ServerPosts {
  private let database: Database
  private let account: StoredAccount
  private let rows: PostRows
  private var writer: PostWriter

  init(_ database: Database, account: StoredAccount) throws {
    self.database = database
    self.account = account
    rows = PostRows(database, account: account)
    writer = try PostWriter(database, account: account)
  }

  /// Inserts new posts and updates known ones, including all reposts of them.
  /// - Parameter timelines: the timelines they were listed in. A notification without a post belongs to none.
  /// - Returns: IDs of the posts whose content changed.
  mutating func write(_ posts: [Post], in timelines: [TimelineID]) throws -> Set<PostID> {
    var items: [ImportItem] = []
    for post in posts {
      if post.isNotificationAlone {
        items.append(ImportItem(post: post, timelines: []))
        continue
      }
      var post = post
      post.notification = nil
      items.append(ImportItem(post: post, timelines: timelines))
      if let quoted = post.quote?.id {
        try database.cachedStatement(
          sql: "INSERT OR IGNORE INTO liveQuote (accountId, quotedId, sourceId) VALUES (?, ?, ?)"
        ).execute(arguments: [account.id, quoted.rawValue, post.id.rawValue])
      }
    }
    items += try otherEntries(of: items.map(\.post)).map { ImportItem(post: $0, timelines: []) }
    let before = writer.updated
    try writer.write(items)
    return writer.updated.subtracting(before)
  }

  mutating func rowID(of post: Post) throws -> Int64? { try writer.rowID(of: post) }

  /// Removes a post from all timelines and marks it as deleted.
  /// - Returns: the removed reposts, as `CachedPosts.delete`.
  mutating func delete(_ id: PostID) throws -> [PostKey] {
    let rowIDs = try rowIDs(of: id)
    guard !rowIDs.isEmpty else { return try unlistReposts(named: id) }
    for rowID in rowIDs {
      try unlist(
        Row.fetchAll(
          database.cachedStatement(sql: "SELECT * FROM liveEntry WHERE postId = ?"), arguments: [rowID]))
    }
    try writer.unlist(rowIDs)
    let deleted = try rows.posts(at: rowIDs).map { stored in
      var post = stored.post
      post.states.insert(.deleted)
      return ImportItem(post: post, timelines: [])
    }
    try writer.write(deleted)
    return []
  }

  private func unlist(_ listed: [Row]) throws {
    for row in listed {
      guard let entry = ServerEntry(row: row), let timeline = row.integer("timelineId") else { continue }
      // Removing one entry can change another.
      let entries = ServerEntries(database: database, timeline: timeline)
      guard let known = try entries.entry(id: entry.id), let older = try entries.remove(known) else { continue }
      try database.execute(
        sql: "UPDATE liveTimeline SET older = ? WHERE timelineId = ?", arguments: [older.rawValue, timeline])
    }
  }

  /// Removes the entries of an undone repost.
  /// - Parameter id: the repost's own ID at the server, which is the cursor of its entries.
  /// - Returns: the keys of the removed entries.
  private func unlistReposts(named id: PostID) throws -> [PostKey] {
    let sql = """
      SELECT liveEntry.* FROM timeline JOIN liveEntry ON timelineId = timeline.id JOIN post ON post.id = postId
      WHERE timeline.accountId = ? AND cursor = ? AND notificationId = ''
        AND reposterId NOT IN (\(PostAuthorship.notification), \(PostAuthorship.noReposter))
      """
    return try withdraw(Row.fetchAll(database.cachedStatement(sql: sql), arguments: [account.id, id.rawValue]))
  }

  /// Removes the user's own repost of a post from all timelines.
  /// - Parameter reader: the user's profile.
  /// - Returns: the keys of the removed entries, and what is needed to restore them.
  func withdrawRepost(of id: PostID, by reader: Profile) throws -> (keys: [PostKey], entries: [WithdrawnEntry]) {
    let sql = """
      SELECT liveEntry.* FROM post JOIN liveEntry ON postId = post.id JOIN profile ON profile.id = reposterId
      WHERE post.accountId = ? AND post.sourceId = ? AND profile.handle = ? COLLATE NOCASE AND notificationId = ''
      """
    let listed = try Row.fetchAll(
      database.cachedStatement(sql: sql), arguments: [account.id, id.rawValue, reader.handle])
    let entries = try listed.compactMap { try WithdrawnEntry($0, in: database) }
    return (try withdraw(listed), entries)
  }

  /// - Returns: the keys of the removed entries.
  private func withdraw(_ listed: [Row]) throws -> [PostKey] {
    let keys = try rows.posts(at: Array(Set(listed.compactMap { $0.integer("postId") }))).map(\.post.key)
    try unlist(listed)
    return keys
  }

  mutating func remove(_ rowIDs: [Int64]) throws { try writer.remove(rowIDs) }

  /// The other stored rows of the same posts, such as reposts, with the new content.
  private func otherEntries(of posts: [Post]) throws -> [Post] {
    var known: [Int64: Post] = [:]
    for post in posts where !post.isNotificationAlone {
      for rowID in try rowIDs(of: post.id, besidesPost: post.repost == nil) where known[rowID] == nil {
        known[rowID] = post
      }
    }
    return try rows.posts(at: known.keys.sorted()).compactMap { stored in
      guard var other = known[stored.rowID], other.reposter != stored.post.reposter else { return nil }
      other.repost = stored.post.repost
      return other
    }
  }

  /// The rows of a post and its reposts. If none has this ID, the post's current ID is used.
  /// - Parameter besidesPost: whether to return only the reposts.
  private func rowIDs(of id: PostID, besidesPost: Bool = false) throws -> [Int64] {
    let sql = """
      SELECT id FROM post WHERE accountId = ? AND sourceId = ? AND reposterId NOT IN (\(PostAuthorship.notification), ?)
      """
    let statement = try database.cachedStatement(sql: sql)
    let other = besidesPost ? PostAuthorship.noReposter : PostAuthorship.notification
    let found = try Int64.fetchAll(statement, arguments: [account.id, id.rawValue, other])
    guard found.isEmpty, let current = try PostIdentities(database, account: account).current(of: id) else {
      return found
    }
    return try Int64.fetchAll(statement, arguments: [account.id, current.rawValue, other])
  }
}

extension Post {
  /// The reposter's handle: nil if it is not a repost, empty if the reposter is unknown.
  fileprivate var reposter: String? { repost.map { $0.by?.handle.lowercased() ?? "" } }
}
