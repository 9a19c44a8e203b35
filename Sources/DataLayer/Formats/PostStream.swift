#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Domain

/// Hands on posts while they are still being read, newest first.
///
/// Sources that run newest first do so with exceptions. So it looks ahead by some posts, and hands on only the newer
/// half of what it holds. A source that runs otherwise is held until its end.
struct PostStream {
  /// How many posts are handed on at a time, and looked ahead at the least.
  static let reach = 1_000

  /// How many entries were handed on behind older ones, because they came later than the stream looks ahead.
  private(set) var lateCount = 0
  private var held: [Post] = []
  private var isHeldToTheEnd: Bool
  private var hasStarted = false
  private var lastKeys: Set<PostKey> = []
  private var lastDate: Date?

  /// - Parameter isHeldToTheEnd: whether the order cannot be known before all is read.
  init(isHeldToTheEnd: Bool) {
    self.isHeldToTheEnd = isHeldToTheEnd
  }

  /// Takes in posts as their source has them.
  /// - Returns: those whose turn has come.
  mutating func add(_ posts: [Post]) -> [Post] {
    held += posts
    guard held.count >= 2 * Self.reach, !isHeldToTheEnd else { return [] }
    if !hasStarted {
      hasStarted = true
      isHeldToTheEnd = !PostOrder.runsNewestFirst(held)
      if isHeldToTheEnd { return [] }
    }
    return handOn(leaving: Self.reach)
  }

  /// The rest, when nothing more comes.
  mutating func end() -> [Post] {
    handOn(leaving: 0)
  }

  private mutating func handOn(leaving count: Int) -> [Post] {
    let ordered = PostOrder.newestFirst(QuoteResolver.resolve(held)).filter { !lastKeys.contains($0.key) }
    let end = max(0, ordered.count - count)
    held = Array(ordered[end...])
    let ready = Array(ordered[..<end])
    if let lastDate { lateCount += ready.count { $0.timelineDate.map { $0 > lastDate } ?? false } }
    lastKeys = Set(ready.map(\.key))
    lastDate = ready.last { $0.timelineDate != nil }?.timelineDate ?? lastDate
    return ready
  }
}
