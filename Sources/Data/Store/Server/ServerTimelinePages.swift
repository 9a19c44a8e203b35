import Domain
import FoundationEssentials
import GRDB

/// Pages of a cached server timeline, in the server's order.
struct ServerTimelinePages {
  private let database: Database
  private let account: StoredAccount
  private let timeline: StoredServerTimeline
  private let entries: ServerEntries

  init(_ database: Database, account: StoredAccount, timeline: StoredServerTimeline) {
    self.database = database
    self.account = account
    self.timeline = timeline
    entries = ServerEntries(database: database, timeline: timeline.id)
  }

  func page(_ request: PageRequest) throws -> CachedPage {
    let limit = max(0, request.limit)
    if case .filling(let gap) = request.position { return try filling(gap.cursor, limit) }
    var page = try page(of: found(at: request.position, limit))
    // Below the last cached entry, the server continues.
    if case .older = request.position, page.page.posts.isEmpty { page.older = timeline.older }
    return page
  }

  private func found(at position: PagePosition, _ limit: Int) throws -> [ServerEntry] {
    switch position {
    case .newest: return try entries.below(.max, limit)
    case .oldest: return try entries.above(.min, limit).reversed()
    case .newer(let cursor):
      guard let known = try storedPosition(of: cursor) else { return try entries.below(.max, limit) }
      return try entries.above(known, limit).reversed()
    case .older(let cursor): return try entries.below(storedPosition(of: cursor) ?? .max, limit)
    case .around(let key, let date):
      let entry = try entry(of: key) ?? date.flatMap { try entries.nearest(to: $0) }
      return try entry.map { try around($0, limit) } ?? entries.below(.max, limit)
    case .nearest(let date):
      return try entries.nearest(to: date).map { try around($0, limit) } ?? entries.below(.max, limit)
    case .filling: return []
    }
  }

  /// The entry in the middle, except near the ends of the timeline.
  private func around(_ entry: ServerEntry, _ limit: Int) throws -> [ServerEntry] {
    let above = try entries.above(entry.position, limit).reversed()
    let below = try [entry] + entries.below(entry.position, limit)
    let fromAbove = max(min(limit / 2, above.count), limit - below.count)
    return (above.suffix(fromAbove) + below).prefix(limit).map(\.self)
  }

  /// The entries between the edges of the gap that were not there before, as many as fit above the lower edge.
  private func filling(_ cursor: PageCursor, _ limit: Int) throws -> CachedPage {
    guard let gap = ServerCursor(cursor), let upper = gap.upper, let low = try storedPosition(of: cursor) else {
      return try page(of: entries.below(.max, limit))
    }
    let end = try entries.entry(id: upper)?.position ?? .max
    let found = try entries.above(low, limit + 1).filter { $0.position < end }
    // If nothing was added and the gap still exists, the page has the entry below it.
    let shown = found.isEmpty ? try entries.entry(id: gap.id).map { [$0] } ?? [] : found.prefix(limit).reversed()
    var page = try page(of: shown)
    if found.count > limit, let first = shown.first, let post = page.page.posts.first, page.page.gaps.isEmpty {
      page.page.gaps = [TimelineGap(cursor: PageCursor(first, upper: upper), lower: post.key)]
    }
    // A gap that was filled from above has its rest below the new entries.
    if let above = found.first, above.isGapBelow, let lower = try entries.below(above.position, 1).first {
      page.page.gaps += gaps(of: try posts(of: [lower]), above: above)
    }
    return page
  }

  private func page(of found: [ServerEntry]) throws -> CachedPage {
    let asOf = timeline.asOf ?? .distantPast
    let isWhole = try timeline.older == nil && !entries.hasGaps()
    let posts = try posts(of: found)
    var page = TimelinePage(posts: posts.map(\.post), asOf: timeline.asOf)
    page.total = isWhole ? try entries.count() : nil
    guard let first = found.first, let last = found.last else {
      // If nothing is cached, the server is requested.
      let isEmpty = try entries.top() == nil
      return CachedPage(page: page, older: isEmpty ? timeline.older : nil, asOf: asOf)
    }
    let above = try entries.above(first.position, 1).first
    let offset = above == nil ? 0 : try entries.count(above: first.position)
    page.offset = offset
    if above != nil {
      page.newer = PageCursor(first)
      page.newest = try entries.top().flatMap(position)
    }
    let isAtEnd = try entries.below(last.position, 1).isEmpty
    if !isAtEnd || timeline.older != nil { page.older = PageCursor(last) }
    page.gaps = gaps(of: posts, above: above)
    return CachedPage(page: page, older: isAtEnd ? timeline.older : nil, asOf: asOf)
  }

  /// The cursors of the newest gaps.
  func gaps() throws -> [PageCursor] {
    try entries.aboveGaps(100).compactMap { upper in
      try entries.below(upper.position, 1).first.map { PageCursor($0, upper: upper.id) }
    }
  }

  private func gaps(of posts: [(entry: ServerEntry, post: Post)], above: ServerEntry?) -> [TimelineGap] {
    var upper = above
    var gaps: [TimelineGap] = []
    for (entry, post) in posts {
      if let upper, upper.isGapBelow {
        gaps.append(
          TimelineGap(
            cursor: PageCursor(entry, upper: upper.id), lower: post.key,
            newest: upper.date.map(Date.init(milliseconds:)), oldest: entry.date.map(Date.init(milliseconds:))))
      }
      upper = entry
    }
    return gaps
  }

  private func posts(of found: [ServerEntry]) throws -> [(entry: ServerEntry, post: Post)] {
    let rows = PostRows(database, account: account)
    let stored = try rows.posts(at: Array(Set(found.map(\.postID))))
    let shown = try rows.withQuotes(stored.map(\.post))
    let posts = Dictionary(zip(stored.map(\.rowID), shown), uniquingKeysWith: { first, _ in first })
    return found.compactMap { entry in
      guard var post = posts[entry.postID] else { return nil }
      if !entry.notificationID.isEmpty {
        post.notification = StoredNotification.notification(id: entry.notificationID, stored: entry.notification)
      }
      (post.filter, post.isHiddenByFilter) = (entry.filter, entry.filter != nil && entry.isHidden)
      post.quoteFilter = entry.quoteFilter
      return (entry, post)
    }
  }

  func entry(of key: PostKey) throws -> ServerEntry? {
    guard let post = try account.serverRowID(of: key, in: database) else { return nil }
    return try entries.entry(post: post, notification: key.notification ?? "")
  }

  /// The position to store for an entry; nil if its post was removed.
  func position(of entry: ServerEntry) throws -> EntryPosition? {
    try posts(of: [entry]).first.map { EntryPosition($0.post) }
  }

  /// The current or former position of an entry; nil if the cursor is from another source.
  private func storedPosition(of cursor: PageCursor) throws -> Int64? {
    guard let cursor = ServerCursor(cursor) else { return nil }
    return try entries.entry(id: cursor.id)?.position ?? cursor.position
  }
}

extension StoredAccount {
  /// The row ID of an entry's post, or of the placeholder of a notification without a post.
  fileprivate func serverRowID(of key: PostKey, in database: Database) throws -> Int64? {
    guard key.notification == key.id.rawValue else { return try rowID(of: key, in: database) }
    guard mayOwn(key.ref) else { return nil }
    return try Int64.fetchOne(
      database, sql: "SELECT id FROM post WHERE accountId = ? AND sourceId = ? AND reposterId = ?",
      arguments: [id, key.id.rawValue, PostAuthorship.notification])
  }
}

/// The content of a cursor: an entry, its position, and for a gap the entry above it.
struct ServerCursor {
  var id: Int64
  var position: Int64
  var upper: Int64?

  /// nil if it is a cursor of another source.
  init?(_ cursor: PageCursor) {
    let parts = cursor.rawValue.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
    guard (2...3).contains(parts.count), !parts.contains(nil), let id = parts[0], let position = parts[1] else {
      return nil
    }
    (self.id, self.position) = (id, position)
    upper = parts.count == 3 ? parts[2] : nil
  }
}

extension PageCursor {
  fileprivate init(_ entry: ServerEntry, upper: Int64? = nil) {
    self.init("\(entry.id):\(entry.position)" + (upper.map { ":\($0)" } ?? ""))
  }
}
