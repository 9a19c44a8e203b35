import Domain
import FoundationEssentials
import GRDB

/// Prunes the cache of a server account in small batches: first the oldest entries of timelines that exceed the bounds,
/// then posts that are in no timeline.
struct ServerAccountPruning {
  /// The maximum number of entries or posts that one call examines.
  static let batchSize = 200
  /// Timelines that are never pruned, because they list what the user has marked.
  private static let markedTimelines: [TimelineID] = [.favourites, .bookmarks]

  private let database: Database
  private let account: StoredAccount
  private let bounds: CacheBounds
  private let oldest: Date

  init(_ database: Database, account: StoredAccount, bounds: CacheBounds, now: Date) {
    self.database = database
    self.account = account
    self.bounds = bounds
    oldest = now.addingTimeInterval(-86_400 * Double(max(0, bounds.days)))
  }

  /// Prunes one batch. Must be called within a transaction.
  /// - Returns: whether there is more to prune.
  func run() throws -> Bool {
    let timelines = try Row.fetchAll(
      database,
      sql: "SELECT key, liveTimeline.* FROM liveTimeline JOIN timeline ON id = timelineId WHERE accountId = ?",
      arguments: [account.id])
    for row in timelines {
      guard let timeline = StoredServerTimeline(row: row),
        !Self.markedTimelines.map(\.storageKey).contains(row.text("key") ?? "")
      else { continue }
      if try trim(timeline) { return true }
    }
    return try prunePosts()
  }
}

// MARK: - Timelines

extension ServerAccountPruning {
  /// Removes the oldest entries, at most one batch.
  /// - Returns: whether any entry was removed.
  private func trim(_ timeline: StoredServerTimeline) throws -> Bool {
    let entries = ServerEntries(database: database, timeline: timeline.id)
    guard let end = try lowestPositionToKeep(of: timeline, entries) else { return false }
    let low = try entries.above(.min, Self.batchSize + 1)
    var count = min(low.prefix { $0.position < end }.count, low.count - 1)
    // The last remaining entry needs a cursor, so that the removed ones can be requested again.
    while count > 0, cursor(below: low[count], timeline) == nil { count -= 1 }
    guard count > 0 else { return false }
    for entry in low.prefix(count) {
      try database.cachedStatement(sql: "DELETE FROM liveEntry WHERE id = ?").execute(arguments: [entry.id])
    }
    try entries.setGap(false, below: low[count].id)
    var timeline = timeline
    timeline.older = cursor(below: low[count], timeline)
    try timeline.save(in: database)
    try remove(low.prefix(count).map(\.postID))
    return true
  }

  /// The position of the lowest entry that is within both bounds, age and count; nil if there are no entries. The
  /// newest entry always stays, so that later requests can continue from it.
  private func lowestPositionToKeep(of timeline: StoredServerTimeline, _ entries: ServerEntries) throws -> Int64? {
    guard let top = try entries.top()?.position else { return nil }
    let young = try Int64.fetchOne(
      database, sql: "SELECT min(position) FROM liveEntry WHERE timelineId = ? AND date >= ?",
      arguments: [timeline.id, oldest.milliseconds])
    let few = try Int64.fetchOne(
      database,
      sql: "SELECT position FROM liveEntry WHERE timelineId = ? ORDER BY position DESC LIMIT 1 OFFSET ?",
      arguments: [timeline.id, max(1, bounds.posts) - 1])
    return max(young ?? top, few ?? .min)
  }

  private func cursor(below entry: ServerEntry, _ timeline: StoredServerTimeline) -> RemoteCursor? {
    timeline.canFill ? RemoteCursor(stored: entry.cursor) : entry.below.flatMap(RemoteCursor.init(stored:))
  }
}

// MARK: - Posts

extension ServerAccountPruning {
  /// Examines all posts of the account, one batch per call, and starts over after the last one.
  /// - Returns: whether there are further posts to examine in this round.
  private func prunePosts() throws -> Bool {
    let start = try String.fetchOne(database, sql: "SELECT prunedTo FROM account WHERE id = ?", arguments: [account.id])
    let posts = try Row.fetchAll(
      database,
      sql: "SELECT id, sourceId FROM post WHERE accountId = ? AND sourceId > ? ORDER BY sourceId, reposterId LIMIT ?",
      arguments: [account.id, start ?? "", Self.batchSize])
    // The rows of one post may exceed a batch; the next round finds the rest.
    let last = posts.count < Self.batchSize ? nil : posts.last?.text("sourceId")
    // Row IDs are ordered by date. Younger posts may be needed again soon.
    let young = TimeOrderedID.first(of: oldest)
    try remove(posts.compactMap { $0.integer("id") }.filter { $0 < young })
    try database.execute(sql: "UPDATE account SET prunedTo = ? WHERE id = ?", arguments: [last, account.id])
    return last != nil
  }

  /// Removes those of the posts that are in no timeline, unless the user has marked, written or reposted them or
  /// another stored post refers to them.
  private func remove(_ rowIDs: [Int64]) throws {
    let unlisted = try rowIDs.filter { rowID in
      try !exists("SELECT 1 FROM liveEntry WHERE postId = ?", [rowID])
    }
    guard !unlisted.isEmpty else { return }
    let seen = try TimelineWriter(database, account: account.id).timelines(of: unlisted)
    let stored = try PostRows(database, account: account).posts(at: unlisted)
    let unneeded = try stored.filter { stored in
      let viewer = stored.post.viewer
      let isMarked =
        viewer?.isBookmarked == true || viewer?.isFavourite == true
        || seen[stored.rowID]?.contains { Self.markedTimelines.contains($0) } ?? false
      return try !isMarked && !isOwn(stored.post) && !isReferenced(stored.post)
    }
    for stored in unneeded where stored.post.quote?.id != nil {
      try database.cachedStatement(sql: "DELETE FROM liveQuote WHERE accountId = ? AND quotedId = ? AND sourceId = ?")
        .execute(arguments: [account.id, stored.post.quote?.id?.rawValue, stored.post.id.rawValue])
    }
    var posts = try ServerPosts(database, account: account)
    try posts.remove(unneeded.map(\.rowID))
  }

  private func isOwn(_ post: Post) -> Bool {
    [post.author, post.repost?.by].contains(where: account.isOwner)
  }

  /// Whether another stored post quotes it or replies to it.
  private func isReferenced(_ post: Post) throws -> Bool {
    let id = post.id.rawValue
    if try exists("SELECT 1 FROM post WHERE accountId = ? AND replyTo = ? AND sourceId != ?", [account.id, id, id]) {
      return true
    }
    return try exists(
      """
      -- In this order: SQLite would begin with all posts of the account.
      SELECT 1 FROM liveQuote CROSS JOIN post
        ON post.accountId = liveQuote.accountId AND post.sourceId = liveQuote.sourceId
      WHERE liveQuote.accountId = ? AND quotedId = ? AND quoteId = quotedId AND liveQuote.sourceId != quotedId
      """, [account.id, id])
  }

  private func exists(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
    try Bool.fetchOne(database.cachedStatement(sql: "SELECT EXISTS (\(sql))"), arguments: arguments) ?? false
  }
}
