import Domain
import FoundationEssentials

/// Sorting of posts, which sources have in any order, some of them twice.
package enum PostOrder {
  /// The entries newest first, without duplicates. Stable. A post without a date stays next to the one that it follows
  /// in the source.
  static func newestFirst(_ posts: [Post]) -> [Post] {
    let entries = unique(posts)
    let sortKeys = sortKeys(of: entries)
    guard let sortKeys else { return entries }
    return sortKeys.sorted().map { entries[$0.index] }
  }

  /// Whether a source is newest first, with few exceptions.
  package static func isNewestFirst(_ posts: [Post]) -> Bool {
    let (falling, rising) = steps(between: posts.compactMap(\.timelineDate))
    return rising * 4 <= falling
  }

  static func unique(_ posts: [Post]) -> [Post] {
    var seen: Set<PostKey> = []
    seen.reserveCapacity(posts.count)
    let isFirst = posts.map { seen.insert($0.key).inserted }
    // Usually there are no duplicates, and copying a million posts takes time.
    guard isFirst.contains(false) else { return posts }
    return zip(posts, isFirst).filter(\.1).map(\.0)
  }
}

extension PostOrder {
  private struct SortKey: Comparable {
    var date: Date
    /// The index of the dated post that an undated post follows; its own index for dated posts.
    var anchor: Int
    /// The distance to its anchor.
    var distance: Int
    var index: Int

    static func < (one: SortKey, other: SortKey) -> Bool {
      if one.date != other.date { return one.date > other.date }
      return (one.anchor, one.distance) < (other.anchor, other.distance)
    }
  }

  private static func steps(between dates: [Date]) -> (falling: Int, rising: Int) {
    let pairs = zip(dates, dates.dropFirst())
    return (pairs.count { $0 > $1 }, pairs.count { $0 < $1 })
  }

  /// nil if the order is already right.
  private static func sortKeys(of posts: [Post]) -> [SortKey]? {
    let dates = posts.map(\.timelineDate)
    let (falling, rising) = steps(between: dates.compactMap(\.self))
    guard rising > 0, let firstKnown = dates.firstIndex(where: { $0 != nil }) else { return nil }

    // In a source with the oldest first, what follows a post belongs above it.
    let direction = rising > falling ? -1 : 1
    var anchor = firstKnown
    return posts.indices.map { index in
      if dates[index] != nil { anchor = index }
      let date = dates[anchor] ?? .distantPast
      return SortKey(date: date, anchor: anchor, distance: direction * (index - anchor), index: index)
    }
  }
}
