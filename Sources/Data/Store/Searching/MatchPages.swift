import Domain
import GRDB

/// Pages of the matches of a query.
struct MatchPages {
  private let database: Database
  private let expression: SearchExpression

  init(_ database: Database, _ expression: SearchExpression) {
    self.database = database
    self.expression = expression
  }

  func page(_ request: PageRequest, find: (PostKey) throws -> Int64?) throws -> RowIDPage {
    let limit = max(0, request.limit)
    switch request.position {
    case .newest: return try page(below: .max, limit)
    case .oldest: return try page(above: .min, limit)
    case .newer(let cursor): return try page(above: cursor, limit)
    // Timelines of archives have no gaps.
    case .filling(let gap): return try page(above: gap.cursor, limit)
    case .older(let cursor): return try page(below: cursor.rowID ?? .max, limit)
    case .around(let key, let date):
      guard let rowID = try find(key) ?? date.map(TimeOrderedID.first) else { return try page(below: .max, limit) }
      return try page(around: rowID, limit)
    case .nearest(let date): return try page(around: TimeOrderedID.first(of: date), limit)
    }
  }

  /// - Returns: The number of matches, at most `limit`.
  func count(upTo limit: Int? = nil) throws -> Int {
    guard expression.isPossible, expression.first <= expression.last else { return 0 }
    let rows = expression.rows(from: expression.first, to: expression.last, nil, limit: limit ?? -1)
    return try SQLRequest<Int>("SELECT count(*) FROM (\(rows))").fetchOne(database) ?? 0
  }
}

extension MatchPages {
  /// Loads one more than requested, to know whether there are more.
  private func page(below rowID: Int64, _ limit: Int) throws -> RowIDPage {
    let rowIDs = try older(than: rowID, limit + 1)
    var page = RowIDPage(rowIDs: Array(rowIDs.prefix(limit)))
    if rowIDs.count > limit { page.older = page.rowIDs.last.map(PageCursor.init) }
    if rowID != .max { page.newer = page.rowIDs.first.map(PageCursor.init) }
    if rowID == .max { page.offset = 0 }
    return page
  }

  /// A cursor of another source gives the newest page.
  private func page(above cursor: PageCursor, _ limit: Int) throws -> RowIDPage {
    try cursor.rowID.map { try page(above: $0, limit) } ?? page(below: .max, limit)
  }

  private func page(above rowID: Int64, _ limit: Int) throws -> RowIDPage {
    let rowIDs = try newer(than: rowID, limit + 1)
    var page = RowIDPage(rowIDs: rowIDs.prefix(limit).reversed())
    if rowIDs.count > limit { page.newer = page.rowIDs.first.map(PageCursor.init) } else { page.offset = 0 }
    if rowID != .min { page.older = page.rowIDs.last.map(PageCursor.init) }
    return page
  }

  private func page(around rowID: Int64, _ limit: Int) throws -> RowIDPage {
    var page = try page(above: rowID, limit / 2)
    let below = try self.page(below: rowID == .max ? rowID : rowID + 1, limit - page.rowIDs.count)
    page.rowIDs += below.rowIDs
    page.older = below.older
    return page
  }

  private func older(than rowID: Int64, _ limit: Int) throws -> [Int64] {
    guard rowID > expression.first else { return [] }
    return try rowIDs("DESC", from: expression.first, to: min(expression.last, rowID - 1), limit)
  }

  private func newer(than rowID: Int64, _ limit: Int) throws -> [Int64] {
    guard rowID < expression.last else { return [] }
    return try rowIDs(
      "ASC", from: rowID == .min ? expression.first : max(expression.first, rowID + 1), to: expression.last, limit)
  }

  private func rowIDs(_ order: String, from first: Int64, to last: Int64, _ limit: Int) throws -> [Int64] {
    guard expression.isPossible, first <= last else { return [] }
    if let rowIDs = try expression.frequentTermSearch?.rowIDs(order, from: first, to: last, limit, database) {
      return rowIDs
    }
    let rows = expression.rows(from: first, to: last, SQL(sql: order), limit: limit)
    return try SQLRequest<Int64>(literal: rows, cached: true).fetchAll(database)
  }
}
