import Domain
import FoundationEssentials

/// Sources keep their posts in any order, and some keep one twice.
package enum PostOrder {
  /// Newest first, each entry once. The order is stable, and a post without a date stays beside the one it follows in
  /// the source.
  static func newestFirst(_ posts: [Post]) -> [Post] {
    let entries = unique(posts)
    let places = places(of: entries)
    guard let places else { return entries }
    return places.sorted().map { entries[$0.index] }
  }

  /// Whether a source puts newer posts above older ones, but for a few.
  package static func runsNewestFirst(_ posts: [Post]) -> Bool {
    let (falling, rising) = steps(between: posts.compactMap(\.timelineDate))
    return rising * 4 <= falling
  }

  static func unique(_ posts: [Post]) -> [Post] {
    var seen: Set<PostKey> = []
    seen.reserveCapacity(posts.count)
    let isFirst = posts.map { seen.insert($0.key).inserted }
    // Mostly nothing stands twice, and a copy of a million posts takes its time.
    guard isFirst.contains(false) else { return posts }
    return zip(posts, isFirst).filter(\.1).map(\.0)
  }
}

extension PostOrder {
  private struct Place: Comparable {
    var date: Date
    /// Index of the dated post that a post without a date goes with; its own where it has a date.
    var anchor: Int
    /// How far it stands behind its anchor.
    var distance: Int
    var index: Int

    static func < (one: Place, other: Place) -> Bool {
      if one.date != other.date { return one.date > other.date }
      return (one.anchor, one.distance) < (other.anchor, other.distance)
    }
  }

  private static func steps(between dates: [Date]) -> (falling: Int, rising: Int) {
    let pairs = zip(dates, dates.dropFirst())
    return (pairs.count { $0 > $1 }, pairs.count { $0 < $1 })
  }

  /// nil where the order is right as it is.
  private static func places(of posts: [Post]) -> [Place]? {
    let dates = posts.map(\.timelineDate)
    let (falling, rising) = steps(between: dates.compactMap(\.self))
    guard rising > 0, let firstKnown = dates.firstIndex(where: { $0 != nil }) else { return nil }

    // In a source that runs oldest first, what follows a post is to stand above it.
    let direction = rising > falling ? -1 : 1
    var anchor = firstKnown
    return posts.indices.map { index in
      if dates[index] != nil { anchor = index }
      let date = dates[anchor] ?? .distantPast
      return Place(date: date, anchor: anchor, distance: direction * (index - anchor), index: index)
    }
  }
}
