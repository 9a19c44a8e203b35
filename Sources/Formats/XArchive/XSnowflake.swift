import FoundationEssentials

/// X's ids say when they were given: since 4 November 2010 their upper bits count milliseconds (`twepoch` and
/// `timestampLeftShift` in IdWorker.scala of X's own twitter-archive/snowflake).
enum XSnowflake {
  private static let epoch = 1_288_834_974_657
  private static let shift = 22
  /// The ids before that were numbered one by one, and had come to thirty thousand million.
  private static let smallest = 1 << 40

  /// When a tweet was written, to the millisecond; nil for older ones.
  static func date(of id: String) -> Date? {
    guard let number = Int(id), number >= smallest else { return nil }
    return Date(timeIntervalSince1970: Double(number >> shift + epoch) / 1000)
  }
}
