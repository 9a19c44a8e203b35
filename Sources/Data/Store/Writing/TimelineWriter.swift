import Domain
import GRDB

/// Adds posts to the timelines of one account, and maintains their counts.
struct TimelineWriter {
  /// A combination of timelines that posts have in common.
  struct Listing {
    fileprivate let timelines: [TimelineID]
    fileprivate let indices: [Int]
    /// The index terms for them.
    let words: String
  }

  private struct KnownTimeline {
    let id: TimelineID
    let rowID: Int64
    /// Changes by day since the counts were stored.
    var changes: [Int64: Int] = [:]
    /// The current day, which is not in `changes` yet: posts arrive in time order.
    var day: Int64 = 0
    var change = 0

    mutating func count(_ change: Int, on day: Int64) {
      if day != self.day { endDay() }
      self.day = day
      self.change += change
    }

    mutating func endDay() {
      if change != 0 { changes[day, default: 0] += change }
      change = 0
    }
  }

  private let database: Database
  private let account: Int64
  private let addEntry: BulkStatement
  private let removeEntry: BulkStatement
  /// An account has few timelines.
  private var known: [KnownTimeline] = []
  /// Limit of the cache.
  private static let maxListings = 16
  private var listings: [Listing] = []

  init(_ database: Database, account: Int64) throws {
    self.database = database
    self.account = account
    addEntry = try BulkStatement(database, "INSERT OR IGNORE INTO entry (timelineId, postId) VALUES (?, ?)")
    removeEntry = try BulkStatement(database, "DELETE FROM entry WHERE timelineId = ? AND postId = ?")
  }

  mutating func add(_ post: Int64, to listing: Listing) throws {
    for index in listing.indices {
      let isNew = try addEntry.run {
        $0.add(known[index].rowID)
        $0.add(post)
      }
      if isNew { known[index].count(1, on: TimeOrderedID.day(of: post)) }
    }
  }

  mutating func remove(_ post: Int64, from timelines: [TimelineID]) throws {
    for timeline in timelines {
      let index = try index(of: timeline)
      let wasThere = try removeEntry.run {
        $0.add(known[index].rowID)
        $0.add(post)
      }
      if wasThere { known[index].count(-1, on: TimeOrderedID.day(of: post)) }
    }
  }

  /// The combination of these timelines. Missing ones are created as last tabs.
  mutating func listing(_ timelines: [TimelineID]) throws -> Listing {
    if let known = listings.first(where: { $0.timelines == timelines }) { return known }
    let indices = try timelines.map { try index(of: $0) }
    let words = SearchTag.words(for: indices.map { known[$0].rowID })
    let listing = Listing(timelines: timelines, indices: indices, words: words)
    if listings.count >= Self.maxListings { listings = [] }
    listings.append(listing)
    return listing
  }

  func timelines(of posts: [Int64]) throws -> [Int64: [TimelineID]] {
    let list = posts.map(String.init).joined(separator: ",")
    var timelines: [Int64: [TimelineID]] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT postId, key FROM timeline JOIN entry ON timelineId = timeline.id AND postId IN (\(list))
        WHERE accountId = ? ORDER BY position
        """, arguments: [account])
    while let row = try rows.next() {
      if let post = row.integer("postId"), let key = row.text("key"), let timeline = TimelineID(storageKey: key) {
        timelines[post, default: []].append(timeline)
      }
    }
    return timelines
  }

  /// Must be called in the same transaction as the changes.
  mutating func storeCounts() throws {
    let addToDay = """
      INSERT INTO timelineDay (timelineId, day, count) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET count = count + excluded.count
      """
    for index in known.indices {
      known[index].endDay()
      let changes = known[index].changes.filter { $0.value != 0 }
      guard !changes.isEmpty else { continue }
      let rowID = known[index].rowID
      for (day, change) in changes {
        try database.cachedStatement(sql: addToDay).execute(arguments: [rowID, day, change])
      }
      try database.cachedStatement(sql: "UPDATE timeline SET count = count + ? WHERE id = ?")
        .execute(arguments: [changes.values.reduce(0, +), rowID])
      known[index].changes = [:]
    }
  }

  /// The index of a timeline, which is created as the last tab if needed.
  private mutating func index(of timeline: TimelineID) throws -> Int {
    if let index = known.firstIndex(where: { $0.id == timeline }) { return index }
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO timeline (accountId, key, title, position, count)
        SELECT ?, ?, ?, ifnull(max(position) + 1, 0), 0 FROM timeline WHERE accountId = ?
        """, arguments: [account, timeline.storageKey, timeline.title, account])
    let id = try Int64.fetchOne(
      database, sql: "SELECT id FROM timeline WHERE accountId = ? AND key = ?",
      arguments: [account, timeline.storageKey])
    known.append(KnownTimeline(id: timeline, rowID: id ?? 0))
    return known.count - 1
  }
}

extension TimelineWriter {
  /// Sorts the tabs in the order of their source; others follow.
  static func sortTabs(_ timelines: [TimelineID], of account: Int64, in database: Database) throws {
    let known = try String.fetchAll(
      database, sql: "SELECT key FROM timeline WHERE accountId = ? ORDER BY position", arguments: [account])
    let keys = timelines.map(\.storageKey)
    for (position, key) in (keys + known.filter { !keys.contains($0) }).enumerated() {
      try database.execute(
        sql: "UPDATE timeline SET position = ? WHERE accountId = ? AND key = ?", arguments: [position, account, key])
    }
  }
}
