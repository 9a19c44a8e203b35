import Domain
import FoundationEssentials
import GRDB

/// Pages of an imported timeline, by row IDs, newest first. Each is found by the index.
struct EntryPages {
  private let database: Database
  private let timeline: Int64
  private let total: Int

  init(_ database: Database, timeline: Int64, total: Int) {
    self.database = database
    self.timeline = timeline
    self.total = min(max(total, 0), 1 << 40)
  }

  /// The row IDs of a page.
  /// - Parameter find: Looks up the row ID of an entry.
  func page(_ request: PageRequest, find: (PostKey) throws -> Int64?) throws -> RowIDPage {
    let limit = max(0, request.limit)
    let rowIDs: [Int64]
    switch request.position {
    // At either end, the offset is known without counting.
    case .newest: return page(of: try older(than: .max, limit), above: 0)
    case .oldest:
      rowIDs = try newer(than: .min, limit)
      return page(of: rowIDs, above: max(0, total - rowIDs.count))
    case .newer(let cursor): rowIDs = try newer(than: cursor, limit)
    case .older(let cursor): rowIDs = try older(than: cursor.rowID ?? .max, limit)
    // Timelines of archives have no gaps.
    case .filling(let gap): rowIDs = try newer(than: gap.cursor, limit)
    case .around(let key, let date):
      let rowID = try find(key).flatMap { try contains($0) ? $0 : nil } ?? date.flatMap(nearest)
      rowIDs = try rowID.map { try around($0, limit) } ?? older(than: .max, limit)
    case .nearest(let date): rowIDs = try nearest(to: date).map { try around($0, limit) } ?? []
    }
    return try page(of: rowIDs)
  }

  private func page(of rowIDs: [Int64]) throws -> RowIDPage {
    page(of: rowIDs, above: try rowIDs.first.map(count) ?? 0)
  }

  private func page(of rowIDs: [Int64], above offset: Int) -> RowIDPage {
    var page = RowIDPage(rowIDs: rowIDs, total: total)
    guard let first = rowIDs.first, let last = rowIDs.last else { return page }
    page.offset = offset
    if offset > 0 { page.newer = PageCursor(rowID: first) }
    if offset + rowIDs.count < total { page.older = PageCursor(rowID: last) }
    return page
  }

  /// The number of entries above one. Newer days are counted already.
  private func count(above rowID: Int64) throws -> Int {
    let day = TimeOrderedID.day(of: rowID)
    let ofNewerDays = try Int.fetchOne(
      database.cachedStatement(sql: "SELECT ifnull(sum(count), 0) FROM timelineDay WHERE timelineId = ? AND day > ?"),
      arguments: [timeline, day])
    let ofTheDay = try Int.fetchOne(
      database.cachedStatement(
        sql: "SELECT count(*) FROM entry WHERE timelineId = ? AND postId > ? AND postId < ?"),
      arguments: [timeline, rowID, TimeOrderedID.first(ofDay: day + 1)])
    // Another program may have stored any number.
    return min(max(ofNewerDays ?? 0, 0), total) + min(max(ofTheDay ?? 0, 0), total)
  }
}

extension EntryPages {
  private func older(than rowID: Int64, _ limit: Int) throws -> [Int64] {
    try Int64.fetchAll(
      database.cachedStatement(
        sql: "SELECT postId FROM entry WHERE timelineId = ? AND postId < ? ORDER BY postId DESC LIMIT ?"),
      arguments: [timeline, rowID, limit])
  }

  /// A cursor of another source gives the newest page.
  private func newer(than cursor: PageCursor, _ limit: Int) throws -> [Int64] {
    try cursor.rowID.map { try newer(than: $0, limit) } ?? older(than: .max, limit)
  }

  private func newer(than rowID: Int64, _ limit: Int) throws -> [Int64] {
    try Int64.fetchAll(
      database.cachedStatement(
        sql: "SELECT postId FROM entry WHERE timelineId = ? AND postId > ? ORDER BY postId LIMIT ?"),
      arguments: [timeline, rowID, limit]
    ).reversed()
  }

  /// The entry in the middle, except near the ends of the timeline.
  private func around(_ rowID: Int64, _ limit: Int) throws -> [Int64] {
    let above = try newer(than: rowID, limit)
    let below = try [rowID] + older(than: rowID, limit)
    let fromAbove = max(min(limit / 2, above.count), limit - below.count)
    return (above.suffix(fromAbove) + below).prefix(limit).map(\.self)
  }

  private func contains(_ rowID: Int64) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM entry WHERE timelineId = ? AND postId = ?)"),
      arguments: [timeline, rowID]) ?? false
  }

  private func nearest(to date: Date) throws -> Int64? {
    let target = TimeOrderedID.first(of: date)
    let newer = try newer(than: target - 1, 1).first
    let older = try older(than: target, 1).first
    guard let newer, let older else { return newer ?? older }
    return TimeOrderedID.distance(newer, target) <= TimeOrderedID.distance(older, target) ? newer : older
  }
}

/// A page of row IDs.
struct RowIDPage: Sendable {
  var rowIDs: [Int64]
  var newer: PageCursor?
  var older: PageCursor?
  var total: Int?
  var offset: Int?

  init(rowIDs: [Int64], total: Int? = nil) {
    self.rowIDs = rowIDs
    self.total = total
  }
}

extension PageCursor {
  init(rowID: Int64) {
    self.init(String(rowID))
  }

  /// nil if it is a cursor of another source.
  var rowID: Int64? { Int64(rawValue) }
}
