import Domain

/// The index terms for the numbers of likes and reposts.
///
/// Counts are grouped in buckets: one for each number up to 7, and four for each power of two from 8 on (8–9, 10–11, …,
/// 16–19, …). A post has the term of its bucket, and a term for each power of four that its count reaches, so that a
/// few terms match all posts above any number.
struct CountTags {
  /// Buckets of a single number.
  private static let single = 7
  private static let last = bucket(of: .max)
  /// Ranges of more buckets are searched by their lower bound only.
  private static let maxBuckets = 8

  let counted: SearchQuery.CountField

  /// - Parameter count: nil or negative if unknown.
  func tags(of count: Int?) -> [SearchTag] {
    guard let count, count >= 0 else { return [.unknownCount(counted)] }
    guard count > 0 else { return [] }
    let powers = (0...Self.power(reachedBy: count)).map { SearchTag.atLeast(counted, power: $0) }
    return powers + [.near(counted, bucket: Self.bucket(of: count))]
  }

  /// Terms that match all counts of a range that begins with 1 or more. They may match other counts as well.
  func covering(_ span: ClosedRange<Int>) -> [SearchTag] {
    let first = Self.bucket(of: span.lowerBound)
    let end = Self.bucket(of: span.upperBound)
    if span.upperBound != .max, end - first < Self.maxBuckets { return (first...end).map(near) }
    guard let power = Self.power(from: Self.numbers(inBucket: first).lowerBound) else {
      return (first...Self.last).map(near)
    }
    return (first..<Self.bucket(of: 1 << (2 * power))).map(near) + [.atLeast(counted, power: power)]
  }

  /// Terms that match only counts of a range that begins with 1 or more. They may miss some of them.
  func within(_ span: ClosedRange<Int>) -> [SearchTag] {
    let first = Self.bucket(of: span.lowerBound) + (Self.isLowest(span.lowerBound) ? 0 : 1)
    let end = Self.bucket(of: span.upperBound) - (Self.isHighest(span.upperBound) ? 0 : 1)
    guard first <= end else { return [] }
    let whole = Self.numbers(inBucket: first).lowerBound...Self.numbers(inBucket: end).upperBound
    return isExact(whole) ? covering(whole) : []
  }

  /// Whether terms match exactly the counts of a range that begins with 1 or more.
  func isExact(_ span: ClosedRange<Int>) -> Bool {
    Self.isLowest(span.lowerBound) && Self.isHighest(span.upperBound)
      && (span.upperBound == .max
        || Self.bucket(of: span.upperBound) - Self.bucket(of: span.lowerBound) < Self.maxBuckets)
  }

  private func near(_ bucket: Int) -> SearchTag { .near(counted, bucket: bucket) }
}

extension CountTags {
  static func bucket(of count: Int) -> Int {
    guard count > single else { return count - 1 }
    let exponent = Int.bitWidth - 1 - count.leadingZeroBitCount
    return single + (exponent - 3) * 4 + (count >> (exponent - 2)) & 3
  }

  static func numbers(inBucket bucket: Int) -> ClosedRange<Int> {
    guard bucket >= single else { return bucket + 1...bucket + 1 }
    let (exponent, quarter) = ((bucket - single) / 4 + 3, (bucket - single) % 4)
    let width = 1 << (exponent - 2)
    let first = (4 + quarter) * width
    return first...first + (width - 1)
  }

  private static func isLowest(_ count: Int) -> Bool { numbers(inBucket: bucket(of: count)).lowerBound == count }

  private static func isHighest(_ count: Int) -> Bool { numbers(inBucket: bucket(of: count)).upperBound == count }

  /// The exponent of the greatest power of four that is at most `count`, which is 1 or more.
  private static func power(reachedBy count: Int) -> Int { (Int.bitWidth - 1 - count.leadingZeroBitCount) / 2 }

  /// The exponent of the least power of four that is at least `count`, which is 1 or more; nil if it overflows.
  private static func power(from count: Int) -> Int? {
    let reached = power(reachedBy: count)
    if 1 << (2 * reached) == count { return reached }
    return 2 * (reached + 1) < Int.bitWidth - 1 ? reached + 1 : nil
  }
}
