import Domain
import GRDB

/// Cuts the matches of a query into pages.
struct MatchPages {
  private let database: Database
  private let expression: SearchExpression

  init(_ database: Database, _ expression: SearchExpression) {
    self.database = database
    self.expression = expression
  }

  func page(at position: PagePosition, limit: Int, find: (PostKey) throws -> Int64?) throws -> PlacePage {
    let limit = max(0, limit)
    switch position {
    case .newest: return try page(below: .max, limit)
    case .oldest: return try page(above: .min, limit)
    case .newer(let cursor): return try page(above: cursor.place ?? .max, limit)
    case .older(let cursor): return try page(below: cursor.place ?? .max, limit)
    case .around(let key, let date):
      guard let place = try find(key) ?? date.map(TimeOrderedID.first) else { return try page(below: .max, limit) }
      return try page(around: place, limit)
    case .nearest(let date): return try page(around: TimeOrderedID.first(of: date), limit)
    }
  }

  /// - Returns: how many there are, but not more than a limit.
  func count(upTo limit: Int?) throws -> Int {
    guard let match = expression.match, expression.first <= expression.last else { return 0 }
    let sql = "SELECT count(*) FROM (SELECT 1 FROM postWords WHERE postWords MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?)"
    return try Int.fetchOne(
      database.cachedStatement(sql: sql), arguments: [match, expression.first, expression.last, limit ?? -1]) ?? 0
  }
}

extension MatchPages {
  /// One more than is wanted tells whether there are more.
  private func page(below place: Int64, _ limit: Int) throws -> PlacePage {
    let places = try older(than: place, limit + 1)
    var page = PlacePage(places: Array(places.prefix(limit)))
    if places.count > limit { page.older = page.places.last.map(PageCursor.init) }
    if place != .max { page.newer = page.places.first.map(PageCursor.init) }
    if place == .max { page.offset = 0 }
    return page
  }

  private func page(above place: Int64, _ limit: Int) throws -> PlacePage {
    let places = try newer(than: place, limit + 1)
    var page = PlacePage(places: places.prefix(limit).reversed())
    if places.count > limit { page.newer = page.places.first.map(PageCursor.init) } else { page.offset = 0 }
    if place != .min { page.older = page.places.last.map(PageCursor.init) }
    return page
  }

  private func page(around place: Int64, _ limit: Int) throws -> PlacePage {
    var page = try page(above: place, limit / 2)
    let below = try self.page(below: place == .max ? place : place + 1, limit - page.places.count)
    page.places += below.places
    page.older = below.older
    return page
  }

  private func older(than place: Int64, _ limit: Int) throws -> [Int64] {
    guard place > expression.first else { return [] }
    return try places("DESC", from: expression.first, to: min(expression.last, place - 1), limit)
  }

  private func newer(than place: Int64, _ limit: Int) throws -> [Int64] {
    guard place < expression.last else { return [] }
    return try places(
      "ASC", from: place == .min ? expression.first : max(expression.first, place + 1), to: expression.last, limit)
  }

  private func places(_ order: String, from first: Int64, to last: Int64, _ limit: Int) throws -> [Int64] {
    guard let match = expression.match, first <= last else { return [] }
    let sql =
      "SELECT rowid FROM postWords WHERE postWords MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid \(order) LIMIT ?"
    return try Int64.fetchAll(database.cachedStatement(sql: sql), arguments: [match, first, last, limit])
  }
}
