import FoundationEssentials

/// A picture, a video, a sound or a link preview attached to a post.
public struct Media: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case image, video, gif, audio, link, other
  }

  public var kind: Kind
  public var url: String?
  /// The address of a smaller version of a picture; nil if there is none.
  public var previewURL: String?
  /// The description by the author; for a link preview, the title of the page.
  public var description: String?
  /// The size of a picture, as the source reports it; nil if unknown.
  public var size: PixelSize?
  /// Whether the source marks it as sensitive. A list draws it only if the post has a content warning that is revealed.
  public var isSensitive: Bool
  /// Further details of a link preview; nil if there are none.
  public var card: LinkCard?

  public init(
    kind: Kind, url: String? = nil, previewURL: String? = nil, description: String? = nil, size: PixelSize? = nil,
    isSensitive: Bool = false, card: LinkCard? = nil
  ) {
    self.kind = kind
    self.url = url
    self.previewURL = previewURL
    self.description = description
    self.size = size
    self.isSensitive = isSensitive
    self.card = card
  }
}

/// A poll and its results so far.
public struct Poll: Hashable, Sendable {
  public struct Option: Hashable, Sendable {
    public var title: String
    /// nil if the source hides the results.
    public var votes: Int?

    public init(title: String, votes: Int? = nil) {
      self.title = title
      self.votes = votes
    }
  }

  public var options: [Option]
  public var isClosed: Bool
  /// When voting ends; nil if unknown.
  public var endsAt: Date?
  /// The number of accounts that have voted; nil if unknown.
  public var voters: Int?
  /// The ID in its source; nil if the poll cannot be voted in.
  public var id: String?
  public var allowsMultiple: Bool
  /// Indexes of the options that the user has chosen; nil if the user has not voted or it is unknown.
  public var ownVotes: [Int]?

  public init(
    options: [Option], isClosed: Bool, endsAt: Date? = nil, voters: Int? = nil, id: String? = nil,
    allowsMultiple: Bool = false, ownVotes: [Int]? = nil
  ) {
    self.options = options
    self.isClosed = isClosed
    self.endsAt = endsAt
    self.voters = voters
    self.id = id
    self.allowsMultiple = allowsMultiple
    self.ownVotes = ownVotes
  }
}

extension Poll {
  /// Bound for untrusted counts, so that sums do not overflow.
  private static let maxVotes = 1 << 40

  /// All votes of all options. An account may have several.
  public var voteCount: Int { options.reduce(0) { $0 + Self.bounded($1.votes ?? 0) } }

  /// The share of an option in percent, from 0 to 100; nil if its votes are unknown.
  ///
  /// If several options can be chosen it is the share of the voters, as Mastodon shows it (`voters_count`); all shares
  /// may then total more than 100.
  public func percent(of option: Option) -> Int? {
    guard let votes = option.votes.map(Self.bounded) else { return nil }
    let total = allowsMultiple ? max(voters.map(Self.bounded) ?? voteCount, votes) : voteCount
    return total == 0 ? 0 : (votes * 100 + total / 2) / total
  }

  /// Whether voting has ended.
  public func hasEnded(at now: Date) -> Bool { isClosed || endsAt.map { $0 <= now } ?? false }

  private static func bounded(_ count: Int) -> Int { max(0, min(count, maxVotes)) }
}

/// The post that a post quotes.
public indirect enum Quote: Hashable, Sendable {
  case shown(Post)
  case unavailable(id: PostID?, reason: UnavailableReason)

  /// Maximum nesting of quotes that a source may return. Only one level is shown.
  public static let maxDepth = 4

  public var id: PostID? {
    switch self {
    case .shown(let post): post.id
    case .unavailable(let id, _): id
    }
  }
}
