import Domain
import GRDB

/// An entry that has been taken out of a server's timeline, and between which others it stood there.
struct WithdrawnEntry {
  private let timeline: Int64
  private let entry: LiveEntry
  private let above: LiveEntry?
  private let below: LiveEntry?

  /// - Parameter row: of `liveEntry`, as it still stands there.
  init?(_ row: Row, in database: Database) throws {
    guard let entry = LiveEntry(row: row), let timeline = row.integer("timelineId") else { return nil }
    let entries = LiveEntries(database: database, timeline: timeline)
    (self.entry, self.timeline) = (entry, timeline)
    above = try entries.above(entry.position, 1).first
    below = try entries.below(entry.position, 1).first
  }

  /// Puts it back between the two. Where the server has told it once more, or one of them has gone, it is left to what
  /// the server says next.
  /// - Returns: the timeline, where it stands there again.
  func restore(in database: Database) throws -> TimelineID? {
    let entries = LiveEntries(database: database, timeline: timeline)
    let isKept = "SELECT EXISTS (SELECT 1 FROM post WHERE id = ?)"
    guard try entries.entry(post: entry.postID, notification: entry.notificationID) == nil,
      try Bool.fetchOne(database, sql: isKept, arguments: [entry.postID]) == true,
      let key = try String.fetchOne(database, sql: "SELECT key FROM timeline WHERE id = ?", arguments: [timeline]),
      try above.map({ try restore(below: $0, entries) }) ?? restoreAtTop(entries)
    else { return nil }
    return TimelineID(storageKey: key)
  }

  private func restore(below above: LiveEntry, _ entries: LiveEntries) throws -> Bool {
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
  private func restoreAtTop(_ entries: LiveEntries) throws -> Bool {
    guard let below else {
      guard try entries.top() == nil else { return false }
      try place(at: .belowAll, hasGapBelow: false, entries)
      return true
    }
    guard let known = try entries.entry(id: below.id) else { return false }
    // Above or below the gap, nobody knows.
    if entry.isGapBelow, try !entries.above(known.position, 1).isEmpty { return false }
    try place(at: .above(known.id), hasGapBelow: entry.isGapBelow, entries)
    return true
  }

  private func place(at spot: LiveEntries.Spot, hasGapBelow: Bool, _ entries: LiveEntries) throws {
    let placed = try entries.place(
      [
        NewLiveEntry(
          cursor: entry.cursor, postID: entry.postID, notificationID: entry.notificationID,
          notification: entry.notification, date: entry.date, filter: entry.filter)
      ], at: spot)
    guard let id = placed.first else { return }
    if hasGapBelow { try entries.setGap(true, below: id) }
    try entries.setBelow(entry.below.flatMap(RemoteCursor.init(stored:)), of: id)
  }
}
