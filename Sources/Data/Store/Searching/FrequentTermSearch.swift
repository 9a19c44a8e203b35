import GRDB

/// A search for a frequent term: a word in the names of very many profiles.
///
/// The full-text index would be queried for each profile, which is slow. Since so many profiles match, some of the
/// latest posts most likely are theirs: a few thousand posts are scanned first.
struct FrequentTermSearch {
  /// The number of posts that are scanned first.
  private static let depth = 4_096
  private static let maxDepth = 8_192

  private let planner: SearchPlanner

  init(_ planner: SearchPlanner) {
    self.planner = planner
  }

  /// The row IDs of matches between two IDs.
  /// - Returns: nil if only the full-text index can tell.
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
      // Estimates the scan that is still needed from the density of matches so far.
      let expected = found.isEmpty ? .max : (limit - found.count) * depth / found.count
      guard from <= to else { return found }
      guard depth == Self.depth, expected <= Self.maxDepth else { break }
      depth = expected * 3 / 2
    }
    guard let branches = try planner.frequentTermBranches() else { return nil }
    let rowIDs = try branches.map { branch in
      let rows = branch.rows(from: from, to: to, SQL(sql: order), limit: limit - found.count)
      return try SQLRequest<Int64>(literal: rows).fetchAll(database)
    }
    let others = Set(rowIDs.joined())
    return Array((found + (order == "ASC" ? others.sorted() : others.sorted(by: >))).prefix(limit))
  }

  /// Matches among the next `depth` posts, and the last ID that was scanned; nil at the end.
  private func nearest(
    _ depth: Int, _ order: String, from first: Int64, to last: Int64, _ limit: Int, _ database: Database
  ) throws -> (rowIDs: [Int64], end: Int64?) {
    guard var all = try planner.scanningRows(between: first, and: last).branch() else { return ([], nil) }
    (all.test, all.timelines, all.otherTimelines) = (nil, [], [])
    let scanned = all.rows(from: first, to: last, SQL(sql: order), limit: depth)
    let end = try SQLRequest<Int64>("SELECT id FROM (\(scanned)) LIMIT 1 OFFSET \(depth - 1)").fetchOne(database)
    let (from, to) = order == "ASC" ? (first, end ?? last) : (end ?? first, last)
    guard let branch = try planner.scanningRows(between: from, and: to).branch() else { return ([], nil) }
    let rows = branch.rows(from: from, to: to, SQL(sql: order), limit: limit)
    return (try SQLRequest<Int64>(literal: rows).fetchAll(database), end)
  }
}
