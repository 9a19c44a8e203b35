import FoundationEssentials

/// The user's filters at a server, and what these can express.
public struct ServerFilters: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A title, several keywords, and hiding or folding (Mastodon's documentation, entities/Filter).
    case keywords
    /// One phrase, which is also the title. A filter that hides makes the server drop posts from Home and Notifications
    /// for good (entities/V1_Filter, `irreversible`).
    case phrase
  }

  public var kind: Kind
  public var filters: [ServerFilter]

  public init(_ filters: [ServerFilter], kind: Kind = .keywords) {
    self.filters = filters
    self.kind = kind
  }
}

/// A filter at the user's server, as it is shown and edited.
public struct ServerFilter: Hashable, Sendable {
  public struct Keyword: Hashable, Sendable {
    /// The ID at the server; nil before it is stored there.
    public var id: String?
    public var phrase: String
    public var isWholeWord: Bool

    public init(id: String? = nil, _ phrase: String, isWholeWord: Bool = true) {
      self.id = id
      self.phrase = phrase
      self.isWholeWord = isWholeWord
    }
  }

  /// The ID at the server; nil before it is stored there.
  public var id: String?
  public var title: String
  public var keywords: [Keyword]
  public var contexts: Set<ContentFilter.Context>
  /// nil if it does not expire.
  public var expiresAt: Date?
  /// Whether matching posts are hidden instead of folded.
  public var hides: Bool
  /// The server's name of an action that is neither hiding nor folding: `blur`. Tern folds the posts.
  public var otherAction: String?
  /// The server's names of contexts that Tern does not know.
  public var otherContexts: [String]
  /// The number of posts that the filter lists by ID.
  public var postCount: Int

  public init(
    id: String? = nil, title: String, keywords: [Keyword] = [], contexts: Set<ContentFilter.Context>,
    expiresAt: Date? = nil, hides: Bool = false, otherAction: String? = nil, otherContexts: [String] = [],
    postCount: Int = 0
  ) {
    self.id = id
    self.title = title
    self.keywords = keywords
    self.contexts = contexts
    self.expiresAt = expiresAt
    self.hides = hides
    self.otherAction = otherAction
    self.otherContexts = otherContexts
    self.postCount = postCount
  }

  /// The filter for matching.
  public var contentFilter: ContentFilter {
    ContentFilter(
      title: title, keywords: keywords.map { .init($0.phrase, isWholeWord: $0.isWholeWord) }, contexts: contexts,
      expiresAt: expiresAt, hides: hides)
  }
}

extension ServerFilter {
  /// A filter of one phrase.
  public init(
    id: String? = nil, phrase: String, isWholeWord: Bool, contexts: Set<ContentFilter.Context>, expiresAt: Date? = nil,
    hides: Bool = false, otherContexts: [String] = []
  ) {
    self.init(
      id: id, title: phrase, keywords: [Keyword(phrase, isWholeWord: isWholeWord)], contexts: contexts,
      expiresAt: expiresAt, hides: hides, otherContexts: otherContexts)
  }

  /// Whether a server with filters of one phrase accepts it: posts are dropped only from Home and Notifications.
  public var isDroppable: Bool { !hides || !contexts.isDisjoint(with: [.home, .notifications]) }

  /// Sets the phrases. Keywords that stay keep their IDs.
  /// - Parameters:
  ///   - words: matched as whole words.
  ///   - parts: matched anywhere in the text.
  public mutating func setPhrases(words: [String], parts: [String]) {
    let phrases = words.map { Keyword($0, isWholeWord: true) } + parts.map { Keyword($0, isWholeWord: false) }
    let known = Dictionary(keywords.map { ($0.phrase, $0.id) }, uniquingKeysWith: { first, _ in first })
    var used: Set<String> = []
    keywords = phrases.map { keyword in
      var keyword = keyword
      if let id = known[keyword.phrase].flatMap(\.self), used.insert(id).inserted { keyword.id = id }
      return keyword
    }
  }
}
