import FoundationEssentials

/// A picture, film, sound or page that a post carries.
public struct Media: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case image, video, gif, audio, link, other
  }

  public var kind: Kind
  public var url: String?
  /// What it shows, for those who do not see it; the title of a page.
  public var description: String?

  public init(kind: Kind, url: String? = nil, description: String? = nil) {
    self.kind = kind
    self.url = url
    self.description = description
  }
}

/// A question with its answers so far.
public struct Poll: Hashable, Sendable {
  public struct Option: Hashable, Sendable {
    public var title: String
    /// nil where the source keeps the result to itself.
    public var votes: Int?

    public init(title: String, votes: Int? = nil) {
      self.title = title
      self.votes = votes
    }
  }

  public var options: [Option]
  public var isClosed: Bool
  /// Until when it can be answered; nil where its source does not say.
  public var endsAt: Date?
  /// How many people have answered; nil where its source does not say.
  public var voters: Int?
  /// Its id in its source, where it can be answered.
  public var id: String?
  public var allowsSeveral: Bool
  /// The numbers of the options that the reader has chosen; nil where they have not answered, or the source does not
  /// say.
  public var ownVotes: [Int]?

  public init(
    options: [Option], isClosed: Bool, endsAt: Date? = nil, voters: Int? = nil, id: String? = nil,
    allowsSeveral: Bool = false, ownVotes: [Int]? = nil
  ) {
    self.options = options
    self.isClosed = isClosed
    self.endsAt = endsAt
    self.voters = voters
    self.id = id
    self.allowsSeveral = allowsSeveral
    self.ownVotes = ownVotes
  }
}

extension Poll {
  /// The largest number that is counted with, so that sums do not overflow.
  private static let maxVotes = 1 << 40

  /// All votes of all options; of one person there may be several.
  public var voteCount: Int { options.reduce(0) { $0 + Self.bounded($1.votes ?? 0) } }

  /// The share of an option in percent, 0 to 100; nil where its votes are not known. Where several answers are allowed
  /// it is a share of the people who voted, as Mastodon shows it (`voters_count`), and all shares may total more than 100.
  public func percent(of option: Option) -> Int? {
    guard let votes = option.votes.map(Self.bounded) else { return nil }
    let total = allowsSeveral ? max(voters.map(Self.bounded) ?? voteCount, votes) : voteCount
    return total == 0 ? 0 : (votes * 100 + total / 2) / total
  }

  /// Whether it takes no more answers.
  public func isOver(at now: Date) -> Bool { isClosed || endsAt.map { $0 <= now } ?? false }

  private static func bounded(_ count: Int) -> Int { max(0, min(count, maxVotes)) }
}

/// The post that a post quotes.
public indirect enum Quote: Hashable, Sendable {
  case shown(Post)
  case unavailable(id: PostID?, reason: UnavailableReason)

  /// How many posts a source may have quote each other, one within the other. Nobody sees more than one of them.
  public static let maxDepth = 4

  public var id: PostID? {
    switch self {
    case .shown(let post): post.id
    case .unavailable(let id, _): id
    }
  }
}
