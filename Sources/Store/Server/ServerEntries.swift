import Domain
import FoundationEssentials
import GRDB

/// An entry of a server's timeline, as it is stored.
struct ServerEntry: Hashable {
  var id: Int64
  var position: Int64
  /// Empty where there is nothing to page by.
  var cursor: String
  var below: String?
  var postID: Int64
  /// Empty where it tells of none.
  var notificationID: String
  var notification: String?
  var date: Int64?
  var isGapBelow: Bool
  /// The title of the reader's filter that folds it.
  var filter: String?
  /// Whether that filter hides it.
  var isHidden: Bool
  /// The title of the filter that folds what it quotes.
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

/// An entry that is to be stored.
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

/// The entries of one timeline of a server, in the server's order: the greater its position, the higher up an entry
/// stands. There is room between any two of them, and more in a gap; where it runs out, all get new positions.
struct ServerEntries {
  /// Between two entries, and where something is missing between them.
  private static let (step, gapStep): (Int64, Int64) = (1 << 20, 1 << 40)
  /// Positions beyond are given up.
  private static let maxPosition: Int64 = 1 << 60

  let database: Database
  let timeline: Int64

  func entry(id: Int64) throws -> ServerEntry? {
    try one("SELECT * FROM liveEntry WHERE id = ? AND timelineId = ?", [id, timeline])
  }

  func entry(post: Int64, notification: String) throws -> ServerEntry? {
    try one(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND postId = ? AND notificationId = ?",
      [timeline, post, notification])
  }

  /// The highest entry that is not newer than a cursor: of numbers, which grow, the next lower one; else its own.
  func entry(readUpTo cursor: RemoteCursor) throws -> ServerEntry? {
    guard cursor.isNumber else {
      return try one(
        "SELECT * FROM liveEntry WHERE timelineId = ? AND cursor = ? ORDER BY position DESC LIMIT 1",
        [timeline, cursor.rawValue])
    }
    let text = cursor.rawValue
    return try one(
      """
      SELECT * FROM liveEntry WHERE timelineId = ? AND cursor GLOB '[1-9]*' AND NOT cursor GLOB '*[^0-9]*'
        AND (length(cursor) < ? OR length(cursor) = ? AND cursor <= ?) ORDER BY position DESC LIMIT 1
      """, [timeline, text.utf8.count, text.utf8.count, text])
  }

  func top() throws -> ServerEntry? { try below(.max, 1).first }
  func bottom() throws -> ServerEntry? { try above(.min, 1).first }

  /// The next ones above a position, from there upwards.
  func above(_ position: Int64, _ limit: Int) throws -> [ServerEntry] {
    try some(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND position > ? ORDER BY position LIMIT ?",
      [timeline, position, limit])
  }

  /// The next ones below a position, from there downwards.
  func below(_ position: Int64, _ limit: Int) throws -> [ServerEntry] {
    try some(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND position < ? ORDER BY position DESC LIMIT ?",
      [timeline, position, limit])
  }

  func between(_ low: Int64, _ high: Int64) throws -> [ServerEntry] {
    try some(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND position > ? AND position < ?", [timeline, low, high])
  }

  /// By the index alone: it takes as long as the entries above are many.
  func count(above position: Int64 = .min) throws -> Int {
    try Int.fetchOne(
      database.cachedStatement(sql: "SELECT count(*) FROM liveEntry WHERE timelineId = ? AND position > ?"),
      arguments: [timeline, position]) ?? 0
  }

  func hasGaps() throws -> Bool {
    try one("SELECT * FROM liveEntry WHERE timelineId = ? AND isGapBelow = 1 LIMIT 1", [timeline]) != nil
  }

  /// Those below which something is missing, from the newest on.
  func aboveGaps(_ limit: Int) throws -> [ServerEntry] {
    try some(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND isGapBelow = 1 ORDER BY position DESC LIMIT ?",
      [timeline, limit])
  }

  /// The entry nearest to a date; nil where none has one.
  func nearest(to date: Date) throws -> ServerEntry? {
    let wanted = date.milliseconds
    let newer = try one(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND date >= ? ORDER BY date, position LIMIT 1", [timeline, wanted])
    let older = try one(
      "SELECT * FROM liveEntry WHERE timelineId = ? AND date < ? ORDER BY date DESC, position DESC LIMIT 1",
      [timeline, wanted])
    guard let newer, let older, let above = newer.date, let below = older.date else { return newer ?? older }
    return above.subtractingReportingOverflow(wanted).partialValue
      <= wanted.subtractingReportingOverflow(below).partialValue ? newer : older
  }

  private func one(_ sql: String, _ arguments: StatementArguments) throws -> ServerEntry? {
    try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments).flatMap(ServerEntry.init)
  }

  private func some(_ sql: String, _ arguments: StatementArguments) throws -> [ServerEntry] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments).compactMap(ServerEntry.init)
  }
}

// MARK: - Changing them

extension ServerEntries {
  /// Where new entries go.
  enum Spot {
    /// With a gap below them, or none.
    case aboveAll(gap: Bool)
    case belowAll
    /// Right above an entry, or right below it.
    case above(Int64), below(Int64)
  }

  /// - Parameter entries: from the newest on.
  /// - Returns: their ids, in the same order.
  func place(_ entries: [NewServerEntry], at spot: Spot) throws -> [Int64] {
    guard !entries.isEmpty else { return [] }
    var positions = try positions(for: entries.count, at: spot)
    if positions == nil {
      try renumber()
      positions = try self.positions(for: entries.count, at: spot)
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

  /// nil where there is not enough room.
  private func positions(for count: Int, at spot: Spot) throws -> [Int64]? {
    switch spot {
    case .aboveAll(let gap):
      let first = try top().map { $0.position.addingReportingOverflow(gap ? Self.gapStep : Self.step) }
      return positions(count, from: first?.partialValue ?? 0, by: Self.step, isOver: first?.overflow ?? false)
    case .belowAll:
      let last = try bottom().map { $0.position.subtractingReportingOverflow(Self.step) }
      let size = (Int64(count) - 1).multipliedReportingOverflow(by: Self.step)
      let first = (last?.partialValue ?? 0).subtractingReportingOverflow(size.partialValue)
      return positions(
        count, from: first.partialValue, by: Self.step,
        isOver: (last?.overflow ?? false) || size.overflow || first.overflow)
    case .above(let id):
      guard let entry = try entry(id: id) else { return nil }
      guard let next = try above(entry.position, 1).first else {
        return try positions(for: count, at: .aboveAll(gap: false))
      }
      guard let step = step(for: count, between: entry.position, and: next.position) else { return nil }
      return positions(count, from: entry.position + step, by: step, isOver: false)
    case .below(let id):
      guard let entry = try entry(id: id) else { return nil }
      guard let next = try below(entry.position, 1).first else { return try positions(for: count, at: .belowAll) }
      guard let step = step(for: count, between: next.position, and: entry.position) else { return nil }
      return positions(count, from: entry.position - step * Int64(count), by: step, isOver: false)
    }
  }

  /// From the highest to the lowest; nil where they would lie beyond what is allowed.
  private func positions(_ count: Int, from first: Int64, by step: Int64, isOver: Bool) -> [Int64]? {
    let size = (Int64(count) - 1).multipliedReportingOverflow(by: step)
    let last = first.addingReportingOverflow(size.partialValue)
    guard !isOver, !size.overflow, !last.overflow, first > -Self.maxPosition, last.partialValue < Self.maxPosition
    else {
      return nil
    }
    return (0..<Int64(count)).reversed().map { first + $0 * step }
  }

  private func step(for count: Int, between low: Int64, and high: Int64) -> Int64? {
    let room = high.subtractingReportingOverflow(low)
    guard !room.overflow, room.partialValue > Int64(count) else { return nil }
    return min(Self.step, room.partialValue / (Int64(count) + 1))
  }

  /// Gives all entries new positions, in the order that they have.
  private func renumber() throws {
    let entries = try some("SELECT * FROM liveEntry WHERE timelineId = ? ORDER BY position, id", [timeline])
    var position: Int64 = 0
    for entry in entries {
      position += entry.isGapBelow ? Self.gapStep : Self.step
      try database.cachedStatement(sql: "UPDATE liveEntry SET position = ? WHERE id = ?")
        .execute(arguments: [position, entry.id])
    }
  }

  /// What is missing below it is missing below the one above it then.
  /// - Returns: where the timeline goes on below, if that has changed: what is missing at its end is what is older.
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

  /// Nothing is missing from one entry up to another.
  func closeGaps(from low: Int64, upTo high: Int64) throws {
    let sql = """
      UPDATE liveEntry SET isGapBelow = 0 WHERE isGapBelow = 1 AND timelineId = :timeline
        AND position > (SELECT position FROM liveEntry WHERE id = :low)
        AND position <= (SELECT position FROM liveEntry WHERE id = :high)
      """
    try database.cachedStatement(sql: sql).execute(arguments: ["timeline": timeline, "low": low, "high": high])
  }

  /// What is known leads there.
  func setBelow(_ cursor: RemoteCursor?, of entry: Int64) throws {
    try database.cachedStatement(sql: "UPDATE liveEntry SET below = ? WHERE id = ?")
      .execute(arguments: [cursor?.rawValue, entry])
  }

  /// - Returns: whether it tells something else now.
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
