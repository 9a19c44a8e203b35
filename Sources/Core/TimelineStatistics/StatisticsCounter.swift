import Domain
import FoundationEssentials

/// Counts posts one by one, in any order and in bounded memory.
///
/// - `Key`: identifies a post to the caller.
public struct StatisticsCounter<Key: Sendable>: Sendable {
  /// The counted properties of a post.
  public struct CountedPost {
    /// When it was written or reposted.
    public var date: Date?
    public var isRepost: Bool
    public var likes: Int
    public var replies: Int

    public init(date: Date?, isRepost: Bool, likes: Int, replies: Int) {
      self.date = date
      self.isRepost = isRepost
      self.likes = likes
      self.replies = replies
    }
  }

  private static var listed: Int { 10 }
  private static var maxYears: Int { 30 }

  private let today: LocalTime.Day
  private var statistics = PostStatistics()
  private var words = WordCounter()
  private var liked = HighestCounts<Key>(limit: Self.listed)
  private var repliedTo = HighestCounts<Key>(limit: Self.listed)
  /// The posts of this day by year.
  private var anniversaries: [Int: HighestCounts<Key>.Entry] = [:]
  private var seconds: ClosedRange<Double>?

  /// - Parameter now: the date for `onThisDay`.
  public init(now: Date) {
    today = LocalTime.calendar(now).day
  }

  /// - Parameter text: the content in UTF-8.
  public mutating func add(_ post: CountedPost, text: UnsafeBufferPointer<UInt8>, as key: @autoclosure () -> Key) {
    statistics.posts += 1
    if post.isRepost { statistics.reposts += 1 }
    if let date = post.date { add(date, post, key()) }
    // Content of reposts says nothing about the reposter.
    guard !post.isRepost else { return }
    liked.add(post.likes, key())
    repliedTo.add(post.replies, key())
    words.add(text)
  }

  private mutating func add(_ date: Date, _ post: CountedPost, _ key: @autoclosure () -> Key) {
    let second = date.timeIntervalSince1970
    seconds = seconds.map { min($0.lowerBound, second)...max($0.upperBound, second) } ?? second...second
    let (day, hour) = LocalTime.calendar(date)
    statistics.years[day.year, default: 0] += 1
    let hourOfDay = min(max(hour, 0), 23)
    statistics.hours[hourOfDay] += 1
    statistics.months[12 * day.year + day.month - 1, default: 0] += 1
    statistics.week[day.weekday][hourOfDay] += 1
    guard !post.isRepost, day.month == today.month, day.day == today.day, day.year < today.year else { return }
    if let known = anniversaries[day.year], known.count >= post.likes { return }
    anniversaries[day.year] = .init(count: post.likes, key: key())
  }

  /// The statistics so far.
  /// - Parameter posts: returns the posts for keys; missing ones are left out.
  public func result<Failure: Error>(_ posts: ([Key]) throws(Failure) -> [Post]) throws(Failure) -> PostStatistics {
    var result = statistics
    result.dates = seconds.map {
      Date(timeIntervalSince1970: $0.lowerBound)...Date(timeIntervalSince1970: $0.upperBound)
    }
    result.words = words.mostFrequent
    result.mostLiked = try posts(liked.keys)
    result.mostRepliedTo = try posts(repliedTo.keys)
    let years = anniversaries.keys.sorted(by: >).prefix(Self.maxYears)
    result.onThisDay = try posts(years.compactMap { anniversaries[$0]?.key })
    return result
  }
}

/// The entries with the highest counts; of equal counts, the earlier ones.
struct HighestCounts<Key: Sendable>: Sendable {
  struct Entry: Sendable {
    var count: Int
    var key: Key
  }

  private let limit: Int
  private var entries: [Entry] = []

  init(limit: Int) {
    self.limit = limit
  }

  var keys: [Key] { entries.map(\.key) }

  /// Entries with a count of 0 are ignored.
  mutating func add(_ count: Int, _ key: @autoclosure () -> Key) {
    guard count > 0, entries.count < limit || count > (entries.last?.count ?? 0) else { return }
    let index = entries.firstIndex { $0.count < count } ?? entries.count
    entries.insert(Entry(count: count, key: key()), at: index)
    if entries.count > limit { entries.removeLast() }
  }
}
