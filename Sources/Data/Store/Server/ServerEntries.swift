import Domain
import FoundationEssentials
import GRDB

/// A stored entry of a server's timeline.
struct ServerEntry: Hashable {
  var id: Int64
  var position: Int64
  /// The server's position for paging; empty if it has none.
  var cursor: String
  var below: String?
  var postID: Int64
  /// Empty if the entry is not a notification.
  var notificationID: String
  var notification: String?
  var date: Int64?
  var isGapBelow: Bool
  /// The title of the user's filter that folds it.
  var filter: String?
  /// Whether that filter hides it.
  var isHidden: Bool
  /// The title of the filter that folds the quoted post.
  var quoteFilter: String?

  init?(row: Row) {
    guard let id = row.integer("id"), let position = row.integer("position"), let postID = row.integer("postId") else {
      return nil
    }
    (self.id, self.position, self.postID) = (id, position, postID)
    cursor = row.text("cursor") ?? ""
    below = row.text("below")
    notificationID = row.text("notificationId") ?? ""
    notification = row.text("notification")
    date = row.integer("date")
    isGapBelow = row.number("isGapBelow") == 1
    filter = row.text("filter")
    isHidden = row.number("isHidden") == 1
    quoteFilter = row.text("quoteFilter")
  }
}

/// An entry to store.
struct NewServerEntry {
  var cursor: String
  var postID: Int64
  var notificationID: String
  var notification: String?
  var date: Int64?
  var filter: String?
  var isHidden = false
  var quoteFilter: String?
}

/// The entries of one server timeline in the server's order: the higher the position, the further up.
/// Positions have distance between them for insertions, more in a gap. When it is used up, all entries are renumbered.
struct ServerEntries {
  /// Distance of the positions of two neighbours, and of those at a gap.
  private static let (step, gapStep): (Int64, Int64) = (1 << 20, 1 << 40)
  /// Positions beyond this cause a renumbering.
  private static let maxPosition: Int64 = 1 << 60

  let database: Database
  let timeline: Int64

  func entry(id: Int64) throws -> ServerEntry? {
    try fetchEntry("SELECT * FROM liveEntry WHERE id = ? AND timelineId = ?", [id, timeline])
  }

  func entry(post: Int64, notification: String) throws -> ServerEntry? {
    try fetchEntry(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND postId = ? AND notificationId = ?",
      [timeline, post, notification])
  }

  func entries(post: Int64) throws -> [ServerEntry] {
    try fetchEntries("SELECT * FROM liveEntry WHERE timelineId = ? AND postId = ?", [timeline, post])
  }

  func entries(at cursor: String) throws -> [ServerEntry] {
    try fetchEntries("SELECT * FROM liveEntry WHERE timelineId = ? AND cursor = ?", [timeline, cursor])
  }

  /// The highest entry that is not newer than a cursor. Numeric cursors and ordered text grow with time, so that the
  /// next lower one counts; others have to be equal.
  func entry(readUpTo cursor: RemoteCursor) throws -> ServerEntry? {
    if cursor.isOrderedText {
      return try fetchEntry(
        """
        SELECT * FROM liveEntry WHERE timelineId = ? AND length(cursor) = ? AND cursor <= ?
          ORDER BY position DESC LIMIT 1
        """, [timeline, cursor.rawValue.utf8.count, cursor.rawValue])
    }
    guard cursor.isNumber else {
      return try fetchEntry(
        "SELECT * FROM liveEntry WHERE timelineId = ? AND cursor = ? ORDER BY position DESC LIMIT 1",
        [timeline, cursor.rawValue])
    }
    let text = cursor.rawValue
    return try fetchEntry(
      """
      SELECT * FROM liveEntry WHERE timelineId = ? AND cursor GLOB '[1-9]*' AND NOT cursor GLOB '*[^0-9]*'
        AND (length(cursor) < ? OR length(cursor) = ? AND cursor <= ?) ORDER BY position DESC LIMIT 1
      """, [timeline, text.utf8.count, text.utf8.count, text])
  }

  func top() throws -> ServerEntry? { try below(.max, 1).first }
  func bottom() throws -> ServerEntry? { try above(.min, 1).first }

  /// The next entries above a position, from the lowest.
  func above(_ position: Int64, _ limit: Int) throws -> [ServerEntry] {
    try fetchEntries(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND position > ? ORDER BY position LIMIT ?",
      [timeline, position, limit])
  }

  /// The next entries below a position, from the highest.
  func below(_ position: Int64, _ limit: Int) throws -> [ServerEntry] {
    try fetchEntries(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND position < ? ORDER BY position DESC LIMIT ?",
      [timeline, position, limit])
  }

  func between(_ low: Int64, _ high: Int64) throws -> [ServerEntry] {
    try fetchEntries(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND position > ? AND position < ?", [timeline, low, high])
  }

  /// Counts in the index alone, in time linear to the entries above.
  func count(above position: Int64 = .min) throws -> Int {
    try Int.fetchOne(
      database.cachedStatement(sql: "SELECT count(*) FROM liveEntry WHERE timelineId = ? AND position > ?"),
      arguments: [timeline, position]) ?? 0
  }

  func hasGaps() throws -> Bool {
    try fetchEntry("SELECT * FROM liveEntry WHERE timelineId = ? AND isGapBelow = 1 LIMIT 1", [timeline]) != nil
  }

  /// Entries with a gap below them, newest first.
  func aboveGaps(_ limit: Int) throws -> [ServerEntry] {
    try fetchEntries(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND isGapBelow = 1 ORDER BY position DESC LIMIT ?",
      [timeline, limit])
  }

  /// The entry nearest to a date; nil if none has a date.
  func nearest(to date: Date) throws -> ServerEntry? {
    let target = date.milliseconds
    let newer = try fetchEntry(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND date >= ? ORDER BY date, position LIMIT 1", [timeline, target])
    let older = try fetchEntry(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND date < ? ORDER BY date DESC, position DESC LIMIT 1",
      [timeline, target])
    guard let newer, let older, let above = newer.date, let below = older.date else { return newer ?? older }
    return above.subtractingReportingOverflow(target).partialValue
      <= target.subtractingReportingOverflow(below).partialValue ? newer : older
  }

  private func fetchEntry(_ sql: String, _ arguments: StatementArguments) throws -> ServerEntry? {
    try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments).flatMap(ServerEntry.init)
  }

  private func fetchEntries(_ sql: String, _ arguments: StatementArguments) throws -> [ServerEntry] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments).compactMap(ServerEntry.init)
  }
}

// MARK: - Changes

extension ServerEntries {
  /// The insertion point of new entries.
  enum InsertionPoint {
    /// With or without a gap below them.
    case aboveAll(gap: Bool)
    case belowAll
    /// Directly above or below an entry.
    case above(Int64), below(Int64)
  }

  /// Inserts entries.
  /// - Parameter entries: the entries, newest first.
  /// - Returns: their IDs, in the same order.
  func insert(_ entries: [NewServerEntry], at point: InsertionPoint) throws -> [Int64] {
    guard !entries.isEmpty else { return [] }
    var positions = try positions(for: entries.count, at: point)
    if positions == nil {
      try renumber()
      positions = try self.positions(for: entries.count, at: point)
    }
    guard let positions else { return [] }
    return try zip(entries, positions).map { entry, position in
      try database.cachedStatement(
        sql: """
          INSERT INTO liveEntry (
            timelineId, position, cursor, postId, notificationId, notification, date, filter, isHidden, quoteFilter,
            isGapBelow
          ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
          """
      ).execute(arguments: [
        timeline, position, entry.cursor, entry.postID, entry.notificationID, entry.notification, entry.date,
        entry.filter, entry.isHidden ? 1 : nil, entry.quoteFilter,
      ])
      return database.lastInsertedRowID
    }
  }

  /// nil where there is not enough distance.
  private func positions(for count: Int, at point: InsertionPoint) throws -> [Int64]? {
    switch point {
    case .aboveAll(let gap):
      let first = try top().map { $0.position.addingReportingOverflow(gap ? Self.gapStep : Self.step) }
      return positions(count, from: first?.partialValue ?? 0, by: Self.step, hasOverflowed: first?.overflow ?? false)
    case .belowAll:
      let last = try bottom().map { $0.position.subtractingReportingOverflow(Self.step) }
      let size = (Int64(count) - 1).multipliedReportingOverflow(by: Self.step)
      let first = (last?.partialValue ?? 0).subtractingReportingOverflow(size.partialValue)
      return positions(
        count, from: first.partialValue, by: Self.step,
        hasOverflowed: (last?.overflow ?? false) || size.overflow || first.overflow)
    case .above(let id):
      guard let entry = try entry(id: id) else { return nil }
      guard let next = try above(entry.position, 1).first else {
        return try positions(for: count, at: .aboveAll(gap: false))
      }
      guard let step = step(for: count, between: entry.position, and: next.position) else { return nil }
      return positions(count, from: entry.position + step, by: step, hasOverflowed: false)
    case .below(let id):
      guard let entry = try entry(id: id) else { return nil }
      guard let next = try below(entry.position, 1).first else { return try positions(for: count, at: .belowAll) }
      guard let step = step(for: count, between: next.position, and: entry.position) else { return nil }
      return positions(count, from: entry.position - step * Int64(count), by: step, hasOverflowed: false)
    }
  }

  /// Positions from the highest to the lowest; nil if they exceed the limits.
  private func positions(_ count: Int, from first: Int64, by step: Int64, hasOverflowed: Bool) -> [Int64]? {
    let size = (Int64(count) - 1).multipliedReportingOverflow(by: step)
    let last = first.addingReportingOverflow(size.partialValue)
    guard !hasOverflowed, !size.overflow, !last.overflow, first > -Self.maxPosition,
      last.partialValue < Self.maxPosition
    else {
      return nil
    }
    return (0..<Int64(count)).reversed().map { first + $0 * step }
  }

  private func step(for count: Int, between low: Int64, and high: Int64) -> Int64? {
    let distance = high.subtractingReportingOverflow(low)
    guard !distance.overflow, distance.partialValue > Int64(count) else { return nil }
    return min(Self.step, distance.partialValue / (Int64(count) + 1))
  }

  /// Assigns new positions to all entries, in their order.
  private func renumber() throws {
    let entries = try fetchEntries("SELECT * FROM liveEntry WHERE timelineId = ? ORDER BY position, id", [timeline])
    var position: Int64 = 0
    for entry in entries {
      position += entry.isGapBelow ? Self.gapStep : Self.step
      try database.cachedStatement(sql: "UPDATE liveEntry SET position = ? WHERE id = ?")
        .execute(arguments: [position, entry.id])
    }
  }

  /// Removes an entry. A gap below it moves below the entry above.
  /// - Returns: the timeline's new cursor for older entries, if it has changed: a gap at the end becomes that cursor.
  func remove(_ entry: ServerEntry) throws -> RemoteCursor? {
    try database.cachedStatement(sql: "DELETE FROM liveEntry WHERE id = ?").execute(arguments: [entry.id])
    guard let above = try above(entry.position, 1).first else { return nil }
    if entry.isGapBelow { try setGap(true, below: above.id) }
    guard above.isGapBelow, try below(entry.position, 1).isEmpty, let older = RemoteCursor(stored: above.cursor) else {
      return nil
    }
    try setGap(false, below: above.id)
    return older
  }

  func removeAll() throws {
    try database.execute(sql: "DELETE FROM liveEntry WHERE timelineId = ?", arguments: [timeline])
  }

  func setGap(_ isGap: Bool, below entry: Int64) throws {
    try database.cachedStatement(sql: "UPDATE liveEntry SET isGapBelow = ? WHERE id = ?")
      .execute(arguments: [isGap, entry])
  }

  /// Closes all gaps between two entries.
  func closeGaps(from low: Int64, upTo high: Int64) throws {
    let sql = """
      UPDATE liveEntry SET isGapBelow = 0 WHERE isGapBelow = 1 AND timelineId = :timeline
        AND position > (SELECT position FROM liveEntry WHERE id = :low)
        AND position <= (SELECT position FROM liveEntry WHERE id = :high)
      """
    try database.cachedStatement(sql: sql).execute(arguments: ["timeline": timeline, "low": low, "high": high])
  }

  /// Stores the server's cursor below an entry.
  func setBelow(_ cursor: RemoteCursor?, of entry: Int64) throws {
    try database.cachedStatement(sql: "UPDATE liveEntry SET below = ? WHERE id = ?")
      .execute(arguments: [cursor?.rawValue, entry])
  }

  /// Changes the ID of a notification, and the post that stands for one without a post.
  func rename(_ entry: ServerEntry, to notification: String, post: Int64) throws {
    try database.cachedStatement(sql: "UPDATE liveEntry SET notificationId = ?, postId = ? WHERE id = ?")
      .execute(arguments: [notification, post, entry.id])
  }

  /// Updates notification, date and filters of an entry.
  /// - Returns: whether what is displayed changes.
  func update(_ entry: ServerEntry, to new: NewServerEntry) throws -> Bool {
    let isSameVerdict =
      (entry.filter, entry.isHidden, entry.quoteFilter) == (new.filter, new.isHidden, new.quoteFilter)
    guard !isSameVerdict || (entry.notification, entry.date) != (new.notification, new.date) else { return false }
    try database.cachedStatement(
      sql: """
        UPDATE liveEntry SET notification = ?, date = ?, filter = ?, isHidden = ?, quoteFilter = ? WHERE id = ?
        """
    ).execute(arguments: [
      new.notification, new.date, new.filter, new.isHidden ? 1 : nil, new.quoteFilter, entry.id,
    ])
    return !isSameVerdict || entry.notification != new.notification
  }
}

// MARK: - Conversations

extension ServerEntries {
  /// The entries of a conversation with former last posts.
  /// - Parameters:
  ///   - notification: the ID of the conversation's entry.
  ///   - post: the row ID of the current last post.
  func formerEntries(of notification: String, except post: Int64) throws -> [ServerEntry] {
    try fetchEntries(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND notificationId = ? AND postId != ?",
      [timeline, notification, post])
  }

  /// - Parameter conversation: the server's ID.
  func markConversationRead(_ conversation: String) throws {
    let unread = try between(.min, .max).filter { entry in
      let known = StoredNotification.notification(id: entry.notificationID, stored: entry.notification)
      return known.conversation == conversation && known.isUnreadConversation
    }
    for entry in unread {
      var read = StoredNotification.notification(id: entry.notificationID, stored: entry.notification)
      read.kind = .conversation(isUnread: false)
      try database.execute(
        sql: "UPDATE liveEntry SET notification = ? WHERE id = ?",
        arguments: [StoredJSON.encode(StoredNotification(read)), entry.id])
    }
  }
}
