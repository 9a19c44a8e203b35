import Domain
import FoundationEssentials

/// Hands on posts while they are still being read, newest first.
///
/// Sources that run newest first do so with exceptions. So it looks ahead by some posts, and hands on only the newer
/// half of what it holds.
package struct PostStream {
  /// How many posts are handed on at a time, and looked ahead at the least.
  package static let reach = 1_000

  /// How many entries were handed on behind older ones, because they came later than the stream looks ahead.
  package private(set) var lateCount = 0
  private var held: [Post] = []
  private var handedOn = RecentKeys()
  private var lastDate: Date?

  package init() {}

  /// Takes in posts as their source has them.
  /// - Returns: those whose turn has come.
  package mutating func add(_ posts: [Post]) -> [Post] {
    held += posts
    return held.count >= 2 * Self.reach ? handOn(leaving: Self.reach) : []
  }

  /// The rest, when nothing more comes.
  package mutating func end() -> [Post] {
    handOn(leaving: 0)
  }

  private mutating func handOn(leaving count: Int) -> [Post] {
    let ordered = PostOrder.newestFirst(QuoteResolver.resolve(held))
    let end = max(0, ordered.count - count)
    held = Array(ordered[end...])
    let ready = ordered[..<end].filter { handedOn.insert($0.key) }
    if let lastDate { lateCount += ready.count { $0.timelineDate.map { $0 > lastDate } ?? false } }
    lastDate = ready.last { $0.timelineDate != nil }?.timelineDate ?? lastDate
    return ready
  }
}

/// Remembers which entries there were, of the last hundred thousand at the least, and never of more than twice as many:
/// however long a source is, this takes no more memory.
struct RecentKeys {
  private static let limit = 100_000

  /// By their hashes, of which no two are the same in practice.
  private var newer: Set<Int> = []
  private var older: Set<Int> = []

  /// - Returns: false where the entry has been there before.
  mutating func insert(_ key: PostKey) -> Bool {
    let hash = key.hashValue
    guard !older.contains(hash), newer.insert(hash).inserted else { return false }
    if newer.count >= Self.limit {
      older = newer
      newer = []
    }
    return true
  }
}
