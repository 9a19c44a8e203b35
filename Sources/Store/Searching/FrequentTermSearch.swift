import GRDB

/// A search for words that very many people are called by.
///
/// The index is asked of each of them by itself, which takes its time. Where so many have such a name, some have written
/// something of late: a few thousand posts are looked at first.
struct FrequentTermSearch {
  /// In posts.
  private static let depth = 4_096
  private static let maxDepth = 8_192

  private let parts: SearchPlanner

  init(_ parts: SearchPlanner) {
    self.parts = parts
  }

  /// - Returns: nil where only the index tells.
  func rowIDs(
    _ order: String, from first: Int64, to last: Int64, _ limit: Int, _ database: Database
  ) throws -> [Int64]? {
    var found: [Int64] = []
    var (from, to) = (first, last)
    var depth = Self.depth
    while true {
      let near = try nearest(depth, order, from: from, to: to, limit - found.count, database)
      found += near.rowIDs
      guard found.count < limit, let end = near.end else { return found }
      if order == "ASC" { from = end + 1 } else { to = end - 1 }
      // As often as they have been found here they may go on.
      let expected = found.isEmpty ? .max : (limit - found.count) * depth / found.count
      guard from <= to else { return found }
      guard depth == Self.depth, expected <= Self.maxDepth else { break }
      depth = expected * 3 / 2
    }
    guard let branches = try parts.frequentTermBranches() else { return nil }
    let rowIDs = try branches.map { branch in
      let rows = branch.rows(from: from, to: to, SQL(sql: order), limit: limit - found.count)
      return try SQLRequest<Int64>(literal: rows).fetchAll(database)
    }
    let others = Set(rowIDs.joined())
    return Array((found + (order == "ASC" ? others.sorted() : others.sorted(by: >))).prefix(limit))
  }

  /// What there is among the next so many posts, and where they end; that is nil where there are no more.
  private func nearest(
    _ depth: Int, _ order: String, from first: Int64, to last: Int64, _ limit: Int, _ database: Database
  ) throws -> (rowIDs: [Int64], end: Int64?) {
    guard var walk = try parts.scanningRows(between: first, and: last).branch() else { return ([], nil) }
    (walk.test, walk.timelines, walk.otherTimelines) = (nil, [], [])
    let walked = walk.rows(from: first, to: last, SQL(sql: order), limit: depth)
    let end = try SQLRequest<Int64>("SELECT id FROM (\(walked)) LIMIT 1 OFFSET \(depth - 1)").fetchOne(database)
    let (from, to) = order == "ASC" ? (first, end ?? last) : (end ?? first, last)
    guard let branch = try parts.scanningRows(between: from, and: to).branch() else { return ([], nil) }
    let rows = branch.rows(from: from, to: to, SQL(sql: order), limit: limit)
    return (try SQLRequest<Int64>(literal: rows).fetchAll(database), end)
  }
}
