import Domain
import FoundationEssentials

/// Sorts posts newest first while they are still being read.
///
/// Sources that are newest first have exceptions. So the stream looks ahead by some posts and emits only the newer half
/// of its buffer.
package struct PostStream {
  /// The number of posts emitted at a time, and the minimum lookahead.
  package static let lookahead = 1_000

  /// The number of entries emitted after older ones, because they came later than the lookahead.
  package private(set) var lateCount = 0
  private var buffer: [Post] = []
  private var emittedKeys = RecentKeys()
  private var lastDate: Date?

  package init() {}

  /// Adds posts in the order of their source.
  /// - Returns: the posts to show next.
  package mutating func add(_ posts: [Post]) -> [Post] {
    buffer += posts
    return buffer.count >= 2 * Self.lookahead ? emit(leaving: Self.lookahead) : []
  }

  /// The remaining posts, at the end of the source.
  package mutating func finish() -> [Post] {
    emit(leaving: 0)
  }

  private mutating func emit(leaving count: Int) -> [Post] {
    let ordered = PostOrder.newestFirst(QuoteResolver.resolve(buffer))
    let end = max(0, ordered.count - count)
    buffer = Array(ordered[end...])
    let ready = ordered[..<end].filter { emittedKeys.insert($0.key) }
    if let lastDate { lateCount += ready.count { $0.timelineDate.map { $0 > lastDate } ?? false } }
    lastDate = ready.last { $0.timelineDate != nil }?.timelineDate ?? lastDate
    return ready
  }
}

/// The keys of the last entries: of at least the last hundred thousand, and at most twice as many, to limit memory.
struct RecentKeys {
  private static let limit = 100_000

  /// Hashes, which are unique in practice.
  private var newer: Set<Int> = []
  private var older: Set<Int> = []

  /// - Returns: false if the key was inserted before.
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
