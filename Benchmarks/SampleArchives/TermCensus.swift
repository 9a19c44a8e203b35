/// How many posts of an archive each term has to find that its tweets alone decide. Others hang on what a program makes of
/// them: of these it is known that there are some, or none.
public struct TermCensus: Sendable {
  public enum Expected: Sendable, CustomStringConvertible {
    case exactly(Int), some, none

    public func holds(_ found: Int) -> Bool {
      switch self {
      case .exactly(let count): found == count
      case .some: found > 0
      case .none: found == 0
      }
    }

    public var description: String {
      switch self {
      case .exactly(let count): "\(count)"
      case .some: "some"
      case .none: "none"
      }
    }
  }

  /// In what file of the archive it lies.
  enum Place {
    case tweets, likes, deleted
  }

  /// A list of likes tells the text alone.
  private static let tests: [(term: String, test: @Sendable (Tweet, Place) -> Bool)] = [
    ("from:\(SamplePerson.owner.handle)", { $1 != .likes }),
    ("is:deleted", { $1 == .deleted }),
    ("in:Likes", { $1 == .likes }),
    ("is:repost", { tweet, _ in tweet.isRepost }),
    ("is:repost in:Likes", { $0.isRepost && $1 == .likes }),
    ("lang:en", { $1 != .likes && $0.language == "en" }),
    ("lang:ja", { $1 != .likes && $0.language == "ja" }),
    ("likes:>100", { $1 != .likes && $0.likes > 100 }),
    ("likes:0", { $1 != .likes && $0.likes == 0 }),
    ("likes:17", { $1 != .likes && $0.likes == 17 }),
    ("reposts:>10", { $1 != .likes && $0.reposts > 10 }),
    ("is:repost likes:0", { $1 != .likes && $0.isRepost && $0.likes == 0 }),
    ("likes:<3 reposts:>10", { $1 != .likes && $0.likes < 3 && $0.reposts > 10 }),
    ("likes:>100 -reposts:>10", { $1 != .likes && $0.likes > 100 && $0.reposts <= 10 }),
    ("has:video", { $1 != .likes && $0.media?.kinds.contains(.video) == true }),
    ("has:image", { $1 != .likes && $0.media?.kinds.contains(.photo) == true }),
    ("has:media", { $1 != .likes && $0.media != nil }),
  ]

  /// What nothing can have, and what none of the made up archives has.
  private static let nothing: Set = [
    "to:nobody", "@nobody", "#nothing", "likes:>100 in:Likes", "is:repost in:Posts", "in:Posts in:Replies",
    "in:Posts in:Reposts", "has:media -in:Media",
  ]

  private var counts = [Int](repeating: 0, count: tests.count)

  mutating func count(_ tweet: Tweet, in place: Place) {
    for (index, (_, test)) in Self.tests.enumerated() where test(tweet, place) { counts[index] += 1 }
  }

  public func expected(for term: String) -> Expected {
    if let index = Self.tests.firstIndex(where: { $0.term == term }) { return .exactly(counts[index]) }
    return Self.nothing.contains(term) ? .none : .some
  }
}
