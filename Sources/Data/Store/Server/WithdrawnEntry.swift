import Domain
import GRDB

/// An entry that was removed from a server's timeline, with its former neighbours.
struct WithdrawnEntry {
  private let timeline: Int64
  private let post: StoredIdentity
  private var entry: ServerEntry
  private let above: ServerEntry?
  private let below: ServerEntry?

  /// - Parameter row: the row of `liveEntry`, before it is removed.
  init?(_ row: Row, in database: Database) throws {
    guard let entry = ServerEntry(row: row), let timeline = row.integer("timelineId") else { return nil }
    let entries = ServerEntries(database: database, timeline: timeline)
    guard let post = try StoredIdentity(of: entry.postID, in: database) else { return nil }
    self.entry = entry
    self.timeline = timeline
    self.post = post
    above = try entries.above(entry.position, 1).first
    below = try entries.below(entry.position, 1).first
  }

  /// Inserts the entry between its former neighbours, or next to the remaining one. Of several restored entries, the
  /// newer one is higher. If the server has listed the entry again, or both neighbours were removed, nothing is
  /// restored: the next page decides.
  /// - Returns: the timeline, if the entry was restored.
  func restore(in database: Database) throws -> TimelineID? {
    guard let rowID = try post.rowID(in: database) else { return nil }
    var withdrawn = self
    withdrawn.entry.postID = rowID
    return try withdrawn.restoreEntry(in: database)
  }

  private func restoreEntry(in database: Database) throws -> TimelineID? {
    let entries = ServerEntries(database: database, timeline: timeline)
    guard try entries.entry(post: entry.postID, notification: entry.notificationID) == nil,
      let key = try String.fetchOne(database, sql: "SELECT key FROM timeline WHERE id = ?", arguments: [timeline]),
      try above.map({ try restore(below: $0, entries) || restoreNextToNeighbour(entries) }) ?? restoreAtTop(entries)
    else { return nil }
    return TimelineID(storageKey: key)
  }

  private func restore(below above: ServerEntry, _ entries: ServerEntries) throws -> Bool {
    guard let known = try entries.entry(id: above.id), try entries.below(known.position, 1).first?.id == below?.id
    else { return false }
    // At the end of the timeline, the gap has become the cursor for older entries.
    if below == nil, above.isGapBelow { return false }
    // A gap may have been closed in the meantime.
    let isGap = known.isGapBelow
    try insert(at: .below(known.id), hasGapBelow: isGap && entry.isGapBelow, entries)
    try entries.setGap(isGap && above.isGapBelow, below: known.id)
    return true
  }

  /// Restores an entry that was the first. Newer ones that have arrived since stay above it.
  private func restoreAtTop(_ entries: ServerEntries) throws -> Bool {
    guard let below else {
      guard try entries.top() == nil else { return false }
      try insert(at: .belowAll, hasGapBelow: false, entries)
      return true
    }
    guard var known = try entries.entry(id: below.id) else { return try restoreNextToNeighbour(entries) }
    if !entry.isGapBelow { known = try lastOlderEntry(from: known, entries) }
    // Its position relative to the gap is unknown.
    if entry.isGapBelow, try !entries.above(known.position, 1).isEmpty { return false }
    try insert(at: .above(known.id), hasGapBelow: entry.isGapBelow, entries)
    return true
  }

  /// Restores the entry if a neighbour was removed, or another restored entry lies between them. Not at a gap: the
  /// position there is unknown.
  private func restoreNextToNeighbour(_ entries: ServerEntries) throws -> Bool {
    guard !entry.isGapBelow, above?.isGapBelow != true else { return false }
    if let below, let known = try entries.entry(id: below.id) {
      let last = try lastOlderEntry(from: known, entries)
      guard try entries.above(last.position, 1).first?.isGapBelow != true else { return false }
      try insert(at: .above(last.id), hasGapBelow: false, entries)
      return true
    }
    // An entry that was at an end is searched from there.
    let known = try above.map { try entries.entry(id: $0.id) } ?? entries.top()
    guard var last = try known ?? (below == nil ? entries.bottom() : nil) else { return false }
    if known == nil || above == nil, !isOlder(than: last) {
      guard above == nil else { return false }
      try insert(at: .above(last.id), hasGapBelow: false, entries)
      return true
    }
    while !last.isGapBelow, let next = try entries.below(last.position, 1).first, isOlder(than: next) { last = next }
    guard !last.isGapBelow else { return false }
    try insert(at: .below(last.id), hasGapBelow: false, entries)
    return true
  }

  /// The last entry from there upwards that is older than this one.
  private func lastOlderEntry(from first: ServerEntry, _ entries: ServerEntries) throws -> ServerEntry {
    var last = first
    while let next = try entries.above(last.position, 1).first, next.id != above?.id, !next.isGapBelow,
      isNewer(than: next)
    {
      last = next
    }
    return last
  }

  private func isOlder(than other: ServerEntry) -> Bool {
    guard let date = entry.date, let other = other.date else { return false }
    return date < other
  }

  private func isNewer(than other: ServerEntry) -> Bool {
    guard let date = entry.date, let other = other.date else { return false }
    return date > other
  }

  private func insert(at point: ServerEntries.InsertionPoint, hasGapBelow: Bool, _ entries: ServerEntries) throws {
    let ids = try entries.insert(
      [
        NewServerEntry(
          cursor: entry.cursor, postID: entry.postID, notificationID: entry.notificationID,
          notification: entry.notification, date: entry.date, filter: entry.filter, isHidden: entry.isHidden,
          quoteFilter: entry.quoteFilter)
      ], at: point)
    guard let id = ids.first else { return }
    if hasGapBelow { try entries.setGap(true, below: id) }
    try entries.setBelow(entry.below.flatMap(RemoteCursor.init(stored:)), of: id)
  }
}

/// Identifies a stored post, whose row ID changes with its date and may then be that of another post.
private struct StoredIdentity {
  private let account: Int64
  private let sourceID: String
  private let reposter: Int64

  /// nil if the row does not exist.
  init?(of rowID: Int64, in database: Database) throws {
    let sql = "SELECT accountId, sourceId, reposterId FROM post WHERE id = ?"
    guard let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [rowID]),
      let account = row.integer("accountId"), let sourceID = row.text("sourceId"),
      let reposter = row.integer("reposterId")
    else { return nil }
    self.account = account
    self.sourceID = sourceID
    self.reposter = reposter
  }

  func rowID(in database: Database) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT id FROM post WHERE accountId = ? AND sourceId = ? AND reposterId = ?"),
      arguments: [account, sourceID, reposter])
  }
}
