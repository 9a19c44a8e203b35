import Domain
import GRDB

/// An entry that has been taken out of a server's timeline, and between which others it stood there.
struct WithdrawnEntry {
  private let timeline: Int64
  private let entry: ServerEntry
  private let above: ServerEntry?
  private let below: ServerEntry?

  /// - Parameter row: of `liveEntry`, as it still stands there.
  init?(_ row: Row, in database: Database) throws {
    guard let entry = ServerEntry(row: row), let timeline = row.integer("timelineId") else { return nil }
    let entries = ServerEntries(database: database, timeline: timeline)
    (self.entry, self.timeline) = (entry, timeline)
    above = try entries.above(entry.position, 1).first
    below = try entries.below(entry.position, 1).first
  }

  /// Puts it back between the two, or beside the one that is left; of several that come back, the newer one stands higher
  /// up. Where the server has told it once more, or both have gone, it is left to what the server says next.
  /// - Returns: the timeline, where it stands there again.
  func restore(in database: Database) throws -> TimelineID? {
    let entries = ServerEntries(database: database, timeline: timeline)
    let isKept = "SELECT EXISTS (SELECT 1 FROM post WHERE id = ?)"
    guard try entries.entry(post: entry.postID, notification: entry.notificationID) == nil,
      try Bool.fetchOne(database, sql: isKept, arguments: [entry.postID]) == true,
      let key = try String.fetchOne(database, sql: "SELECT key FROM timeline WHERE id = ?", arguments: [timeline]),
      try above.map({ try restore(below: $0, entries) || restoreBesideOne(entries) }) ?? restoreAtTop(entries)
    else { return nil }
    return TimelineID(storageKey: key)
  }

  private func restore(below above: ServerEntry, _ entries: ServerEntries) throws -> Bool {
    guard let known = try entries.entry(id: above.id), try entries.below(known.position, 1).first?.id == below?.id
    else { return false }
    // At the end, what was missing there has become what is older.
    if below == nil, above.isGapBelow { return false }
    // Nothing is missing any more where the server has said so meanwhile.
    let isGap = known.isGapBelow
    try place(at: .below(known.id), hasGapBelow: isGap && entry.isGapBelow, entries)
    try entries.setGap(isGap && above.isGapBelow, below: known.id)
    return true
  }

  /// What has come meanwhile stands above it.
  private func restoreAtTop(_ entries: ServerEntries) throws -> Bool {
    guard let below else {
      guard try entries.top() == nil else { return false }
      try place(at: .belowAll, hasGapBelow: false, entries)
      return true
    }
    guard var known = try entries.entry(id: below.id) else { return try restoreBesideOne(entries) }
    if !entry.isGapBelow { known = try lastOlder(from: known, entries) }
    // Above or below the gap, nobody knows.
    if entry.isGapBelow, try !entries.above(known.position, 1).isEmpty { return false }
    try place(at: .above(known.id), hasGapBelow: entry.isGapBelow, entries)
    return true
  }

  /// One of its neighbours has gone, or another that was withdrawn has come back between them. Where something is missing
  /// there, nobody knows where it stands.
  private func restoreBesideOne(_ entries: ServerEntries) throws -> Bool {
    guard !entry.isGapBelow, above?.isGapBelow != true else { return false }
    if let below, let known = try entries.entry(id: below.id) {
      let last = try lastOlder(from: known, entries)
      guard try entries.above(last.position, 1).first?.isGapBelow != true else { return false }
      try place(at: .above(last.id), hasGapBelow: false, entries)
      return true
    }
    // What stood at an end is sought from there.
    let known = try above.map { try entries.entry(id: $0.id) } ?? entries.top()
    guard var last = try known ?? (below == nil ? entries.bottom() : nil) else { return false }
    if known == nil || above == nil, !isOlder(than: last) {
      guard above == nil else { return false }
      try place(at: .above(last.id), hasGapBelow: false, entries)
      return true
    }
    while !last.isGapBelow, let next = try entries.below(last.position, 1).first, isOlder(than: next) { last = next }
    guard !last.isGapBelow else { return false }
    try place(at: .below(last.id), hasGapBelow: false, entries)
    return true
  }

  /// The last one from there upwards that is older than this.
  private func lastOlder(from first: ServerEntry, _ entries: ServerEntries) throws -> ServerEntry {
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

  private func place(at spot: ServerEntries.Spot, hasGapBelow: Bool, _ entries: ServerEntries) throws {
    let placed = try entries.place(
      [
        NewServerEntry(
          cursor: entry.cursor, postID: entry.postID, notificationID: entry.notificationID,
          notification: entry.notification, date: entry.date, filter: entry.filter, isHidden: entry.isHidden,
          quoteFilter: entry.quoteFilter)
      ], at: spot)
    guard let id = placed.first else { return }
    if hasGapBelow { try entries.setGap(true, below: id) }
    try entries.setBelow(entry.below.flatMap(RemoteCursor.init(stored:)), of: id)
  }
}
