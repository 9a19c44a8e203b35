import Domain
import FoundationEssentials
import GRDB

/// Allocates row IDs in time order for the posts of a batch.
///
/// Posts of the same second keep the order of their source, whichever direction it has. A post without a date follows
/// its predecessor there.
struct TimeOrderedIDAllocator {
  /// The distance from its own second from which an ID is remembered.
  private static let minRememberedDistance: Int64 = 64
  private static let maxRemembered = 10_000

  /// A post of the batch, by its index, and its row ID.
  struct AllocatedID {
    var index: Int
    var rowID: Int64
  }

  private let following: BulkStatement
  /// The date from which a batch without dates continues.
  private var lastDate: Date?
  /// The next possibly free ID of seconds with many posts.
  private var nextFreeIDs: [Int64: Int64] = [:]
  /// Posts of batches without any date so far.
  private var undated = 0

  init(_ database: Database) throws {
    following = try BulkStatement(database, "SELECT id FROM post WHERE id >= ? ORDER BY id LIMIT 1")
  }

  /// Allocates IDs. The result is sorted by ID, oldest first.
  /// - Parameter dates: The dates to sort by, nil for posts without one.
  mutating func rowIDs(for dates: [Date?]) throws -> [AllocatedID] {
    var requested: [(rowID: Int64, order: Int)] = []
    requested.reserveCapacity(dates.count)
    let runsNewestFirst = Self.runsNewestFirst(dates.compactMap(\.self))
    for (index, date) in complete(dates).enumerated() {
      requested.append((TimeOrderedID.first(of: date), runsNewestFirst ? -index : index))
    }
    let order = requested.indices.sorted {
      (requested[$0].rowID, requested[$0].order) < (requested[$1].rowID, requested[$1].order)
    }
    var free = FreeRowIDs(following)
    return try order.map { index in
      let start = requested[index].rowID
      let rowID = try free.next(from: max(start, nextFreeIDs[start] ?? start))
      if rowID - start > Self.minRememberedDistance { rememberNextFreeID(rowID + 1, after: start) }
      return AllocatedID(index: index, rowID: rowID)
    }
  }

  private mutating func rememberNextFreeID(_ rowID: Int64, after start: Int64) {
    if nextFreeIDs.count >= Self.maxRemembered { nextFreeIDs = [:] }
    nextFreeIDs[start] = rowID
  }

  /// The dates, completed for posts without one.
  private mutating func complete(_ dates: [Date?]) -> [Date] {
    guard let first = dates.lazy.compactMap(\.self).first else {
      // Without any date, later posts are sorted below earlier ones.
      undated += dates.count
      let anchor = lastDate ?? Date(timeIntervalSince1970: 0)
      return Array(repeating: anchor.addingTimeInterval(-Double(undated)), count: dates.count)
    }
    var last = lastDate ?? first
    if dates.first != .some(nil) { last = first }
    defer { lastDate = last }
    return dates.map { date in
      last = date ?? last
      return last
    }
  }

  private static func runsNewestFirst(_ dates: [Date]) -> Bool {
    let pairs = zip(dates, dates.dropFirst())
    return pairs.count { $0 > $1 } >= pairs.count { $0 < $1 }
  }
}

/// Iterates over unused IDs in ascending order.
private struct FreeRowIDs {
  /// Finds the first used ID from a given one.
  let following: BulkStatement
  /// The last ID that was returned.
  private var last = Int64.min
  /// The next used ID. All between are free.
  private var nextUsed = Int64.min

  init(_ following: BulkStatement) {
    self.following = following
  }

  mutating func next(from requested: Int64) throws -> Int64 {
    var rowID = max(requested, last &+ 1)
    while rowID >= nextUsed {
      nextUsed = try following.number { $0.add(rowID) } ?? .max
      if nextUsed == rowID { rowID += 1 }
    }
    last = rowID
    return rowID
  }
}
