import FoundationEssentials

/// What somebody is writing, whole: with it a post can be sent, or gone on with another day.
public struct Draft: Hashable, Sendable {
  /// What becomes of it.
  public enum Purpose: Hashable, Sendable {
    case post
    case reply(to: DraftSubject)
    case quote(DraftSubject)
    /// Takes the place of what the post says.
    case edit(DraftSubject)
    /// Answers what becomes of another draft of the same account: it goes out after that, as the next post of a thread.
    case continuation(of: DraftID)
  }

  public var id: DraftID
  /// Who writes.
  public var account: AccountID
  public var purpose: Purpose
  public var text: String
  /// The content warning; empty where there is none.
  public var warning: String
  /// What the author has chosen; nil: as the account is set, and never wider than what is answered or quoted
  /// (`visibility(ownDefault:)`).
  public var visibility: Visibility?
  /// As BCP 47 has it: `en`, `pt-BR`; nil: what the server takes it for.
  public var language: String?
  public var isSensitive: Bool
  public var poll: DraftPoll?
  public var media: [DraftMedia]
  /// When the server is to publish it; nil: at once.
  public var publishAt: Date?
  /// When it was changed last.
  public var changedAt: Date
  /// Why the server did not take it, in words for the person; nil where it has not been sent.
  public var refusal: String?

  public init(
    id: DraftID = DraftID(), account: AccountID, purpose: Purpose = .post, text: String = "", warning: String = "",
    visibility: Visibility? = nil, language: String? = nil, isSensitive: Bool = false, poll: DraftPoll? = nil,
    media: [DraftMedia] = [], publishAt: Date? = nil, changedAt: Date, refusal: String? = nil
  ) {
    self.id = id
    self.account = account
    self.purpose = purpose
    self.text = text
    self.warning = warning
    self.visibility = visibility
    self.language = language
    self.isSensitive = isSensitive
    self.poll = poll
    self.media = media
    self.publishAt = publishAt
    self.changedAt = changedAt
    self.refusal = refusal
  }

  /// Whether nothing gets lost where one of them takes the place of the other.
  public func saysTheSame(as other: Draft) -> Bool {
    var other = other
    (other.id, other.changedAt, other.refusal) = (id, changedAt, refusal)
    return self == other
  }

  /// Whether there is nothing in it that anybody could miss.
  public var isEmpty: Bool {
    text.allSatisfy(\.isWhitespace) && warning.allSatisfy(\.isWhitespace) && media.isEmpty
      && (poll?.options.allSatisfy { $0.allSatisfy(\.isWhitespace) } ?? true)
  }
}

/// Names a draft, and what is sent of it, for ever.
public struct DraftID: Hashable, Sendable {
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// A new one.
  public init() {
    rawValue = UUID().uuidString
  }
}

/// The post that a draft answers, quotes or changes, as far as one has to know it to go on writing without its server.
public struct DraftSubject: Hashable, Sendable {
  public static let maxExcerpt = 280

  public var id: PostID
  public var author: Profile?
  /// How it begins.
  public var excerpt: String
  /// Who may read it; nil where that is not known, which never counts as public.
  public var visibility: Visibility?

  public init(id: PostID, author: Profile?, excerpt: String, visibility: Visibility? = nil) {
    self.id = id
    self.author = author
    self.excerpt = String(excerpt.prefix(Self.maxExcerpt))
    self.visibility = visibility
  }

  public init(_ post: Post) {
    self.init(id: post.id, author: post.author, excerpt: post.text.plain, visibility: post.visibility)
  }
}

extension Draft.Purpose {
  public var subject: DraftSubject? {
    switch self {
    case .post, .continuation: nil
    case .reply(let subject), .quote(let subject), .edit(let subject): subject
    }
  }
}

/// A question to be asked with a post.
public struct DraftPoll: Hashable, Sendable {
  public var options: [String]
  /// How long it can be answered, in seconds.
  public var duration: Int
  public var allowsSeveral: Bool

  public init(options: [String] = ["", ""], duration: Int = 86_400, allowsSeveral: Bool = false) {
    self.options = options
    self.duration = duration
    self.allowsSeveral = allowsSeveral
  }
}

/// A file to go with a post.
public struct DraftMedia: Hashable, Sendable {
  public var path: String
  /// What it shows, for those who do not see it; empty where nothing has been said.
  public var description: String
  /// What the server calls it once it is there.
  public var remoteID: String?
  /// What the server has been told that it shows; nil where that is not known.
  public var toldDescription: String?

  public init(path: String, description: String = "", remoteID: String? = nil, toldDescription: String? = nil) {
    self.path = path
    self.description = description
    self.remoteID = remoteID
    self.toldDescription = toldDescription
  }

  /// Whether the server has it, and knows what it shows.
  public var isAtServer: Bool { remoteID != nil && toldDescription.map { $0 == description } ?? true }
}
