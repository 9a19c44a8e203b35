import Domain
import FoundationEssentials
import GRDB

/// The timelines of one imported account. Holds no state: each page takes a few steps in an index, whatever the number
/// of posts. Pages always have the current content of the store, whatever the freshness, including imports of other
/// processes.
public struct StoreTimelineRepository: TimelineRepository, ThreadRepository, PostSearchRepository,
  PostHistoryRepository
{
  private let store: PostStore
  private let account: AccountID

  init(store: PostStore, account: AccountID) {
    self.store = store
    self.account = account
  }

  /// - Throws: `TimelineError.storeFailed` if the store cannot be read or the account was removed.
  public func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    try await store.query(account) { database, account in
      let rows = try Row.fetchAll(
        database, sql: "SELECT key, title FROM timeline WHERE accountId = ? ORDER BY position", arguments: [account.id])
      let timelines = rows.compactMap(ListedTimeline.init)
      return TimelineOverview(
        profile: account.profile, timelines: timelines.isEmpty ? [ListedTimeline(.named("Posts"))] : timelines)
    }
  }

  /// - Throws: `TimelineError.unknownTimeline` if the account has no such timeline, `.storeFailed` if the store cannot
  ///   be read.
  public func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    let page: TimelinePage? = try await store.query(account) { database, account in
      guard let row = try account.timeline(timeline, in: database) else { return nil }
      let pages = EntryPages(database, timeline: row.integer("id") ?? 0, total: row.number("count") ?? 0)
      let page = try pages.page(request) { try account.rowID(of: $0, in: database) }
      return try account.posts(of: page, in: database)
    }
    if let page { return page }
    let known = try await overview(request.freshness).timelines
    // An account without posts has a tab as well.
    if known.contains(where: { $0.id == timeline }) { return TimelinePage(total: 0, offset: 0) }
    throw .unknownTimeline(name: timeline.title, known: known.map(\.title))
  }

  /// - Throws: `TimelineError.postUnavailable` if the account does not have the post, `.storeFailed` if the store
  ///   cannot be read.
  public func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    let thread: PostThread? = try await store.query(account) { database, account in
      try StoredThread(database, account: account).thread(of: post)
    }
    guard let thread else { throw .postUnavailable(id: post.id, reason: .notInSource) }
    return thread
  }

  /// - Throws: `TimelineError.postUnavailable` if the account does not have the post, `.storeFailed` if the store
  ///   cannot be read.
  public func versions(of post: PostID, _ freshness: Freshness) async throws(TimelineError) -> [PostVersion] {
    let posts = try await store.query(account) { try StoredThread($0, account: $1).versions(of: post) }
    guard !posts.isEmpty else { throw .postUnavailable(id: post, reason: .notInSource) }
    return posts.map { post in
      PostVersion(
        at: post.createdAt, text: post.text, warning: post.warning, media: post.media,
        pollOptions: post.poll?.options.map(\.title) ?? [])
    }
  }

  /// - Throws: `TimelineError.storeFailed` if the store cannot be read.
  public func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await store.query(account) { database, account in
      let pages = MatchPages(database, try SearchExpression(query, account: account, in: database))
      let page = try pages.page(request) { try account.rowID(of: $0, in: database) }
      return try account.posts(of: page, in: database)
    }
  }

  /// - Throws: `TimelineError.storeFailed` if the store cannot be read.
  public func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    try await store.query(account) { database, account in
      let pages = MatchPages(database, try SearchExpression(query, account: account, in: database))
      let count = try pages.count(upTo: limit)
      return MatchCount(
        count: count, isExact: limit.map { count < $0 } ?? true, searchedCount: try account.postCount(in: database))
    }
  }
}

extension ListedTimeline {
  /// nil if the key is unknown to this version.
  init?(row: Row) {
    guard let id = row.text("key").flatMap(TimelineID.init(storageKey:)) else { return nil }
    self.init(id, title: row.text("title"))
  }
}

extension StoredAccount {
  func timeline(_ timeline: TimelineID, in database: Database) throws -> Row? {
    try Row.fetchOne(
      database.cachedStatement(sql: "SELECT id, count FROM timeline WHERE accountId = ? AND key = ?"),
      arguments: [id, timeline.storageKey])
  }

  /// The row ID of an entry's post, also by a former ID of its server.
  func rowID(of key: PostKey, in database: Database) throws -> Int64? {
    guard mayOwn(key.ref) else { return nil }
    if let found = try storedRowID(of: key, in: database) { return found }
    guard isServerAccount, let current = try PostIdentities(database, account: self).current(of: key.id) else {
      return nil
    }
    let renamed = PostRef(account: key.ref.account, id: current)
    return try storedRowID(
      of: PostKey(renamed, repostedBy: key.repostedBy, notification: key.notification), in: database)
  }

  private func storedRowID(of key: PostKey, in database: Database) throws -> Int64? {
    let reposter =
      switch key.repostedBy {
      case nil: "reposterId = 0"
      case "":
        "(reposterId = -1 OR reposterId IN (SELECT id FROM profile WHERE accountId = post.accountId AND handle = :by))"
      default: "reposterId IN (SELECT id FROM profile WHERE accountId = :account AND key = :by)"
      }
    var arguments: StatementArguments = ["account": id, "source": key.id.rawValue]
    if let by = key.repostedBy { _ = arguments.append(contentsOf: ["by": by]) }
    return try Int64.fetchOne(
      database,
      sql: "SELECT id FROM post WHERE accountId = :account AND sourceId = :source AND \(reposter) LIMIT 1",
      arguments: arguments)
  }

  /// Whether the post may belong to this account.
  func mayOwn(_ post: PostRef) -> Bool { post.account == nil || post.account == accountID }

  /// The number of listed posts.
  func postCount(in database: Database) throws -> Int {
    // A server's post may be in several timelines: the index terms for the account are counted.
    if isServerAccount { return try MatchPages(database, SearchExpression(allOf: self)).count() }
    // Posts with media are in a second timeline as well.
    return try Int.fetchOne(
      database,
      sql: "SELECT ifnull(sum(count), 0) FROM timeline WHERE accountId = ? AND key != ?",
      arguments: [id, TimelineID.named("Media").storageKey]) ?? 0
  }

  func posts(of page: RowIDPage, in database: Database) throws -> TimelinePage {
    let rows = PostRows(database, account: self)
    let posts = try rows.withQuotes(rows.posts(at: page.rowIDs).map(\.post))
    return TimelinePage(
      posts: posts, newer: page.newer, older: page.older, total: page.total, offset: page.offset)
  }
}
