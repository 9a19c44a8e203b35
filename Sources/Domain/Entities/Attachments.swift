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
  /// Until when it can be answered; nil where its source does not say. It is not kept.
  public var endsAt: Date?
  /// Its id in its source, where it can be answered.
  public var id: String?
  public var allowsSeveral: Bool
  /// The numbers of the options that the reader has chosen; nil where they have not answered, or the source does not
  /// say.
  public var ownVotes: [Int]?

  public init(
    options: [Option], isClosed: Bool, endsAt: Date? = nil, id: String? = nil, allowsSeveral: Bool = false,
    ownVotes: [Int]? = nil
  ) {
    self.options = options
    self.isClosed = isClosed
    self.endsAt = endsAt
    self.id = id
    self.allowsSeveral = allowsSeveral
    self.ownVotes = ownVotes
  }
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
