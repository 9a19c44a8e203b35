/// The expected number of matches of each search term. Terms that depend on how the program interprets the archive are
/// only known to have some matches, or none.
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

  /// The file of the archive that contains a post.
  enum Location {
    case tweets, likes, deleted
  }

  /// The file of likes contains only texts.
  private static let tests: [(term: String, test: @Sendable (Tweet, Location) -> Bool)] = [
    ("from:\(SampleAuthor.owner.handle)", { $1 != .likes }),
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

  /// Terms without matches, in any archive or in the generated ones.
  private static let withoutMatches: Set = [
    "to:nobody", "@nobody", "#nothing", "likes:>100 in:Likes", "is:repost in:Posts", "in:Posts in:Replies",
    "in:Posts in:Reposts", "has:media -in:Media",
  ]

  private var counts = [Int](repeating: 0, count: tests.count)

  mutating func count(_ tweet: Tweet, in location: Location) {
    for (index, (_, test)) in Self.tests.enumerated() where test(tweet, location) { counts[index] += 1 }
  }

  public func expected(for term: String) -> Expected {
    if let index = Self.tests.firstIndex(where: { $0.term == term }) { return .exactly(counts[index]) }
    return Self.withoutMatches.contains(term) ? .none : .some
  }
}
