import FoundationEssentials

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
  /// The number of posts that the filter lists by ID.
  public var postCount: Int

  public init(
    id: String? = nil, title: String, keywords: [Keyword] = [], contexts: Set<ContentFilter.Context>,
    expiresAt: Date? = nil, hides: Bool = false, postCount: Int = 0
  ) {
    self.id = id
    self.title = title
    self.keywords = keywords
    self.contexts = contexts
    self.expiresAt = expiresAt
    self.hides = hides
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
  /// Sets the phrases. Keywords that stay keep their IDs.
  /// - Parameters:
  ///   - words: Matched as whole words.
  ///   - parts: Matched anywhere in the text.
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
