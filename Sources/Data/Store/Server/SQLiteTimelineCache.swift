import Domain
import FoundationEssentials
import GRDB

/// The SQLite cache of one server account. Runs nothing on the caller's thread.
struct SQLiteTimelineCache: TimelineCache {
  let store: PostStore
  let account: AccountID

  func overview() async throws(StoreError) -> TimelineOverview? {
    try await read { _, account in StoredOverview(stored: account.overview)?.overview }
  }

  func store(_ overview: TimelineOverview) async throws(StoreError) {
    try await write { database, account in try account.store(overview, in: database) }
  }

  func updateRelationship(
    with person: String, since date: Date, _ change: @escaping @Sendable (Relationship) -> Relationship
  ) async throws(StoreError) {
    try await write { database, account in
      // Without an overview of the server, nothing of the account is shown.
      guard var overview = StoredOverview(stored: account.overview) else { return }
      overview.hide(person, since: date, change)
      try account.store(overview, in: database)
    }
  }

  func page(of query: TimelineQuery, _ request: PageRequest) async throws(StoreError) -> CachedPage? {
    try await read { database, account in
      guard let stored = try StoredServerTimeline.find(query, of: account, in: database) else { return nil }
      return try ServerTimelinePages(database, account: account, timeline: stored).page(request)
    }
  }

  func merge(
    _ page: RemotePage, into query: TimelineQuery, at place: MergePosition, asOf date: Date
  ) async throws(StoreError) -> MergedPosts {
    try await write { database, account in
      var merge = try ServerPageMerge(database, account: account, into: query)
      return try merge.merge(page, at: place, asOf: date)
    }
  }

  func store(_ posts: [Post]) async throws(StoreError) -> [Post] {
    try await write { database, account in
      var writer = try ServerPosts(database, account: account)
      let posts = try PostIdentities(database, account: account).identified(posts)
      let changed = try writer.write(posts, in: [])
      var reported: Set<PostID> = []
      return posts.filter {
        (changed.contains($0.id) || $0.formerID != nil) && reported.insert($0.id).inserted
      }.map { post in
        var post = post
        post.assign(to: account.accountID)
        return post
      }
    }
  }

  func delete(_ post: PostID) async throws(StoreError) -> [PostKey] {
    try await write { database, account in
      var writer = try ServerPosts(database, account: account)
      return try writer.delete(post)
    }
  }

  func withdrawRepost(of post: PostID) async throws(StoreError) -> WithdrawnRepost {
    let (keys, entries) = try await write { database, account in
      try ServerPosts(database, account: account).withdrawRepost(of: post, by: account.profile)
    }
    return WithdrawnRepost(keys: keys) { () async throws(StoreError) in
      try await write { database, _ in try entries.compactMap { try $0.restore(in: database) } }
    }
  }

  func removeNotifications(
    from timeline: TimelineID, where matches: @escaping @Sendable (PostNotification) -> Bool
  ) async throws(StoreError) {
    try await write { database, account in
      guard var stored = try StoredServerTimeline.find(TimelineQuery(timeline), of: account, in: database) else {
        return
      }
      let entries = ServerEntries(database: database, timeline: stored.id)
      for entry in try entries.between(.min, .max)
      where matches(StoredNotification.notification(id: entry.notificationID, stored: entry.notification)) {
        stored.older = try entries.remove(entry) ?? stored.older
      }
      try stored.save(in: database)
    }
  }

  func markConversationRead(_ id: String) async throws(StoreError) {
    try await write { database, account in
      guard let stored = try StoredServerTimeline.find(.conversations, of: account, in: database) else { return }
      try ServerEntries(database: database, timeline: stored.id).markConversationRead(id)
    }
  }

  func edges(of gap: PageCursor, in query: TimelineQuery) async throws(StoreError) -> GapEdges? {
    try await read { database, account in
      guard let stored = try StoredServerTimeline.find(query, of: account, in: database) else { return nil }
      let entries = ServerEntries(database: database, timeline: stored.id)
      return try ServerGap.find(gap, in: entries)?.edges(in: entries)
    }
  }

  func gaps(in query: TimelineQuery) async throws(StoreError) -> [PageCursor] {
    let gaps = try await read { database, account -> [PageCursor]? in
      guard let stored = try StoredServerTimeline.find(query, of: account, in: database) else { return nil }
      return try ServerTimelinePages(database, account: account, timeline: stored).gaps()
    }
    return gaps ?? []
  }

  func position(readUpTo cursor: RemoteCursor, in query: TimelineQuery) async throws(StoreError) -> EntryPosition? {
    try await read { database, account in
      guard let stored = try StoredServerTimeline.find(query, of: account, in: database),
        let entry = try ServerEntries(database: database, timeline: stored.id).entry(readUpTo: cursor)
      else { return nil }
      return try ServerTimelinePages(database, account: account, timeline: stored).position(of: entry)
    }
  }

  func cursor(of entry: PostKey, in query: TimelineQuery) async throws(StoreError) -> RemoteCursor? {
    try await read { database, account in
      guard let stored = try StoredServerTimeline.find(query, of: account, in: database) else { return nil }
      let entry = try ServerTimelinePages(database, account: account, timeline: stored).entry(of: entry)
      return entry.flatMap { RemoteCursor(stored: $0.cursor) }
    }
  }

  func isEntry(
    _ cursor: RemoteCursor, above other: RemoteCursor, in query: TimelineQuery
  ) async throws(StoreError) -> Bool? {
    if let isNewer = cursor.isNewer(than: other) { return isNewer }
    return try await read { database, account in
      guard let stored = try StoredServerTimeline.find(query, of: account, in: database) else { return nil }
      let entries = ServerEntries(database: database, timeline: stored.id)
      guard let upper = try entries.entry(readUpTo: cursor), let lower = try entries.entry(readUpTo: other) else {
        return nil
      }
      return upper.position > lower.position
    }
  }

  func prune(to bounds: CacheBounds, now: Date) async throws(StoreError) -> Bool {
    try await write { database, account in
      try ServerAccountPruning(database, account: account, bounds: bounds, now: now).run()
    }
  }

  /// Runs a query. Returns nil also if there is no such account.
  func read<Result: Sendable>(
    _ query: @escaping @Sendable (Database, StoredAccount) throws -> Result?
  ) async throws(StoreError) -> Result? {
    let result = try await store.read { [account] database -> Result? in
      try StoredAccount.find(account, in: database).flatMap { try query(database, $0) }
    }
    return result.flatMap(\.self)
  }

  func write<Result: Sendable>(
    _ change: @escaping @Sendable (Database, StoredAccount) throws -> Result
  ) async throws(StoreError) -> Result {
    let forgotten = StoreError.unusable(
      path: store.folder.database.escapingControls, reason: "This account was removed")
    guard let database = try store.openDatabase() else { throw forgotten }
    return try await database.writeAtomically { [account] database in
      // An account that is being removed is not written to.
      guard let stored = try StoredAccount.find(account, in: database), !stored.isPartial else { throw forgotten }
      return try change(database, stored)
    }
  }
}

extension StoredAccount {
  fileprivate func store(_ overview: StoredOverview, in database: Database) throws {
    try database.execute(
      sql: "UPDATE account SET overview = ? WHERE id = ?", arguments: [StoredJSON.encode(overview), id])
  }

  fileprivate func store(_ overview: TimelineOverview, in database: Database) throws {
    var stored = StoredOverview(overview)
    let before = StoredOverview(stored: self.overview)
    stored.hidden = before?.hidden
    stored.filters = stored.filters ?? before?.filters
    try store(stored, in: database)
    if let profile = overview.profile, !profile.handle.isEmpty {
      try database.execute(
        sql: "UPDATE account SET handle = ?, name = ?, sourceId = ifnull(?, sourceId) WHERE id = ?",
        arguments: [profile.handle, profile.name, profile.id, id])
    }
    for listed in overview.timelines {
      try database.execute(
        sql: "UPDATE timeline SET title = ? WHERE accountId = ? AND key = ?",
        arguments: [listed.title, id, listed.id.storageKey])
    }
  }
}
