import Domain
import FoundationEssentials

/// Statistics of an account's posts. Times are in the local time zone.
public struct PostStatistics: Hashable, Sendable {
  /// The number of posts, including reposts.
  public var posts: Int
  public var reposts: Int
  /// nil if no post has a date.
  public var dates: ClosedRange<Date>?
  /// By year; years without posts are omitted.
  public var years: [Int: Int]
  /// By hour of the day, from 0 to 23.
  public var hours: [Int]
  /// By month, as `12 * year + month - 1`; months without posts are omitted.
  public var months: [Int: Int]
  /// By weekday, Monday first, and hour of the day.
  public var week: [[Int]]
  /// The most frequent words first.
  public var words: [Word]
  /// Without reposts, highest count first.
  public var mostLiked: [Post]
  public var mostRepliedTo: [Post]
  /// The most liked post of this day in each earlier year, latest year first.
  public var onThisDay: [Post]

  public struct Word: Hashable, Sendable {
    /// The spelling of the first occurrence, in lower case.
    public var text: String
    public var count: Int

    public init(text: String, count: Int) {
      self.text = text
      self.count = count
    }
  }

  public init(
    posts: Int = 0, reposts: Int = 0, dates: ClosedRange<Date>? = nil, years: [Int: Int] = [:],
    hours: [Int] = Array(repeating: 0, count: 24), months: [Int: Int] = [:],
    week: [[Int]] = Array(repeating: Array(repeating: 0, count: 24), count: 7), words: [Word] = [],
    mostLiked: [Post] = [],
    mostRepliedTo: [Post] = [], onThisDay: [Post] = []
  ) {
    self.posts = posts
    self.reposts = reposts
    self.dates = dates
    self.years = years
    self.hours = hours
    self.months = months
    self.week = week
    self.words = words
    self.mostLiked = mostLiked
    self.mostRepliedTo = mostRepliedTo
    self.onThisDay = onThisDay
  }
}

/// Computes the statistics of an account's posts.
public protocol StatisticsRepository: Sendable {
  /// The statistics of all posts that the source has now; for an archive, of those that the owner has written or
  /// reposted. Makes no requests.
  /// - Parameter now: the date for `onThisDay`.
  func statistics(at now: Date) async throws(TimelineError) -> PostStatistics
}
