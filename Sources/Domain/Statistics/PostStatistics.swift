import FoundationEssentials

/// What the posts of an account come to. Times are those of the environment's time zone.
public struct PostStatistics: Hashable, Sendable {
  /// How many posts there are, reposts among them.
  public var posts: Int
  public var reposts: Int
  /// nil where none of them has a date.
  public var dates: ClosedRange<Date>?
  /// By the year; years without posts are left out.
  public var years: [Int: Int]
  /// By the hour of the day, from 0 to 23.
  public var hours: [Int]
  /// Those that occur most often, the most frequent first.
  public var words: [Word]
  /// Of what is no repost, the highest count first.
  public var mostLiked: [Post]
  public var mostAnswered: [Post]
  /// Of earlier years, from the latest on: of each the post that was liked most.
  public var onThisDay: [Post]

  public struct Word: Hashable, Sendable {
    /// As it was written first, in lower case.
    public var text: String
    public var count: Int

    public init(text: String, count: Int) {
      self.text = text
      self.count = count
    }
  }

  public init(
    posts: Int = 0, reposts: Int = 0, dates: ClosedRange<Date>? = nil, years: [Int: Int] = [:],
    hours: [Int] = Array(repeating: 0, count: 24), words: [Word] = [], mostLiked: [Post] = [],
    mostAnswered: [Post] = [], onThisDay: [Post] = []
  ) {
    self.posts = posts
    self.reposts = reposts
    self.dates = dates
    self.years = years
    self.hours = hours
    self.words = words
    self.mostLiked = mostLiked
    self.mostAnswered = mostAnswered
    self.onThisDay = onThisDay
  }
}

/// Who knows what the posts of an account come to.
public protocol StatisticsRepository: Sendable {
  /// Of all posts that the source holds now; of an archive, those that its owner has written or reposted. No server is
  /// asked.
  /// - Parameter now: says which day “this day” is.
  func statistics(at now: Date) async throws(TimelineError) -> PostStatistics
}
