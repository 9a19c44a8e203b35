import Domain
import FoundationEssentials
import GRDB

/// Cuts a timeline into pages, by the ids of its posts: newest first, each page found by the index.
struct EntryPages {
  private let database: Database
  private let timeline: Int64
  private let total: Int

  init(_ database: Database, timeline: Int64, total: Int) {
    self.database = database
    self.timeline = timeline
    self.total = min(max(total, 0), 1 << 40)
  }

  /// The page without its posts, and their places.
  func page(at position: PagePosition, limit: Int, find: (PostKey) throws -> Int64?) throws -> PlacePage {
    let limit = max(0, limit)
    let places: [Int64]
    switch position {
    case .newest: places = try older(than: .max, limit)
    case .oldest: places = try newer(than: .min, limit)
    case .newer(let cursor): places = try newer(than: cursor.place ?? .max, limit)
    case .older(let cursor): places = try older(than: cursor.place ?? .max, limit)
    case .around(let key, let date):
      let place = try find(key).flatMap { try holds($0) ? $0 : nil } ?? date.flatMap(nearest)
      places = try place.map { try around($0, limit) } ?? older(than: .max, limit)
    case .nearest(let date): places = try nearest(to: date).map { try around($0, limit) } ?? []
    }
    return try page(of: places)
  }

  private func page(of places: [Int64]) throws -> PlacePage {
    var page = PlacePage(places: places, total: total)
    guard let first = places.first, let last = places.last else { return page }
    let offset = try count(above: first)
    page.offset = offset
    if offset > 0 { page.newer = PageCursor(place: first) }
    if offset + places.count < total { page.older = PageCursor(place: last) }
    return page
  }

  /// How many entries stand above one: those of the newer days are counted already.
  private func count(above place: Int64) throws -> Int {
    let day = TimeOrderedID.day(of: place)
    let ofNewerDays = try Int.fetchOne(
      database.cachedStatement(sql: "SELECT ifnull(sum(count), 0) FROM timelineDay WHERE timelineId = ? AND day > ?"),
      arguments: [timeline, day])
    let ofTheDay = try Int.fetchOne(
      database.cachedStatement(
        sql: "SELECT count(*) FROM entry WHERE timelineId = ? AND postId > ? AND postId < ?"),
      arguments: [timeline, place, TimeOrderedID.first(ofDay: day + 1)])
    // Another hand may have written any number there.
    return min(max(ofNewerDays ?? 0, 0), total) + min(max(ofTheDay ?? 0, 0), total)
  }
}

extension EntryPages {
  private func older(than place: Int64, _ limit: Int) throws -> [Int64] {
    try Int64.fetchAll(
      database.cachedStatement(
        sql: "SELECT postId FROM entry WHERE timelineId = ? AND postId < ? ORDER BY postId DESC LIMIT ?"),
      arguments: [timeline, place, limit])
  }

  private func newer(than place: Int64, _ limit: Int) throws -> [Int64] {
    try Int64.fetchAll(
      database.cachedStatement(
        sql: "SELECT postId FROM entry WHERE timelineId = ? AND postId > ? ORDER BY postId LIMIT ?"),
      arguments: [timeline, place, limit]
    ).reversed()
  }

  /// The entry in the middle, but for the ends of the timeline.
  private func around(_ place: Int64, _ limit: Int) throws -> [Int64] {
    let above = try newer(than: place, limit)
    let below = try [place] + older(than: place, limit)
    let fromAbove = max(min(limit / 2, above.count), limit - below.count)
    return (above.suffix(fromAbove) + below).prefix(limit).map(\.self)
  }

  private func holds(_ place: Int64) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM entry WHERE timelineId = ? AND postId = ?)"),
      arguments: [timeline, place]) ?? false
  }

  private func nearest(to date: Date) throws -> Int64? {
    let wanted = TimeOrderedID.first(of: date)
    let newer = try newer(than: wanted - 1, 1).first
    let older = try older(than: wanted, 1).first
    guard let newer, let older else { return newer ?? older }
    return TimeOrderedID.distance(newer, wanted) <= TimeOrderedID.distance(older, wanted) ? newer : older
  }
}

/// A page of places, from which one of posts is made.
struct PlacePage: Sendable {
  var places: [Int64]
  var newer: PageCursor?
  var older: PageCursor?
  var total: Int?
  var offset: Int?

  init(places: [Int64], total: Int? = nil) {
    self.places = places
    self.total = total
  }
}

extension PageCursor {
  init(place: Int64) {
    self.init(String(place))
  }

  /// nil where another source has given it.
  var place: Int64? { Int64(rawValue) }
}
