import Domain
import FoundationEssentials
import GRDB

/// Finds an id that is in time order for each post of a batch.
///
/// Posts of one second stand in the order of their source, whichever way it runs. A post without a date goes with the
/// one that it follows there.
struct TimeOrderedIDAllocator {
  /// A post that gets an id so far from its own second is worth a note.
  private static let crowd: Int64 = 64
  private static let maxCrowded = 10_000

  /// A post of the batch, by its index, and where it is to stand.
  struct Found {
    var index: Int
    var rowID: Int64
  }

  private let following: BulkStatement
  /// The date that a batch without any goes on from.
  private var lastDate: Date?
  /// Where there may be room again behind seconds that hold many posts.
  private var crowded: [Int64: Int64] = [:]
  /// How many posts have come in batches without any date.
  private var undated = 0

  init(_ database: Database) throws {
    following = try BulkStatement(database, "SELECT id FROM post WHERE id >= ? ORDER BY id LIMIT 1")
  }

  /// In the order of their ids: the oldest first.
  /// - Parameter dates: which put the posts in order, nil for those that have none.
  mutating func rowIDs(for dates: [Date?]) throws -> [Found] {
    var wanted: [(rowID: Int64, order: Int)] = []
    wanted.reserveCapacity(dates.count)
    let runsNewestFirst = Self.runsNewestFirst(dates.compactMap(\.self))
    for (index, date) in complete(dates).enumerated() {
      wanted.append((TimeOrderedID.first(of: date), runsNewestFirst ? -index : index))
    }
    let order = wanted.indices.sorted { (wanted[$0].rowID, wanted[$0].order) < (wanted[$1].rowID, wanted[$1].order) }
    var free = FreeRowIDs(following)
    return try order.map { index in
      let start = wanted[index].rowID
      let rowID = try free.next(from: max(start, crowded[start] ?? start))
      if rowID - start > Self.crowd { note(rowID + 1, after: start) }
      return Found(index: index, rowID: rowID)
    }
  }

  private mutating func note(_ rowID: Int64, after start: Int64) {
    if crowded.count >= Self.maxCrowded { crowded = [:] }
    crowded[start] = rowID
  }

  /// With a date for those that have none.
  private mutating func complete(_ dates: [Date?]) -> [Date] {
    guard let first = dates.lazy.compactMap(\.self).first else {
      // Where nothing has a date, what comes later stands below.
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

/// Goes through the ids from the oldest to the newest, and gives none that has a post already, and none twice.
private struct FreeRowIDs {
  /// The first post from an id on.
  let following: BulkStatement
  /// The last id that has been given.
  private var last = Int64.min
  /// Between the last id and this one all are free.
  private var taken = Int64.min

  init(_ following: BulkStatement) {
    self.following = following
  }

  mutating func next(from wanted: Int64) throws -> Int64 {
    var rowID = max(wanted, last &+ 1)
    while rowID >= taken {
      taken = try following.number { $0.add(rowID) } ?? .max
      if taken == rowID { rowID += 1 }
    }
    last = rowID
    return rowID
  }
}
