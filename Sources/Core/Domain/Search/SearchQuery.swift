import FoundationEssentials

/// A parsed search query. A post matches if it meets every condition.
public struct SearchQuery: Hashable, Sendable {
  public struct Condition: Hashable, Sendable {
    public var term: Term
    /// Whether posts must not meet the term.
    public var isExcluded: Bool

    public init(_ term: Term, isExcluded: Bool = false) {
      self.term = term
      self.isExcluded = isExcluded
    }
  }

  public enum Term: Hashable, Sendable {
    /// Words in order.
    ///
    /// 1. From three letters on it is a prefix of a word; with one or two letters it is the whole word.
    /// 2. In scripts without spaces it is any part of the text, from one character on.
    /// 3. If it has several words (don't), they must be consecutive and the last one may be a prefix.
    ///
    /// `run` has the words.
    case word(String)
    /// Consecutive whole words.
    case phrase(String)
    /// A hashtag of exactly these folded words.
    case tag([String])
    /// The text mentions this handle, with or without its domain. Without `@`.
    case mentions(handle: String)
    /// The author or reposter has this handle, with or without its domain: ada matches ada and ada@host. Without `@`.
    case from(handle: String)
    /// A reply to this handle, matched as in `from`.
    case to(handle: String)
    /// On or after this date.
    case since(Date)
    /// Before this date: for until:2015-03 it is the first of April.
    case until(Date)
    case hasMedia, hasLink, isRepost
    case has(Attachment)
    case isReply
    /// A reply by an author to themselves.
    case isThread
    case hasState(PostState)
    case count(CountField, CountSpan)
    /// In this language, by ISO 639 in lower case, with any region: pt matches pt and pt-BR.
    case language(String)
    /// In the timeline with this name.
    case timeline(String)
    /// Meets all conditions of one of these groups; no group is empty.
    case anyOf([[Condition]])
  }

  /// Maximum number of terms in a query and of words in a phrase, for the limits of the index.
  static let maxTerms = 60

  /// The text as the user typed it.
  public let text: String
  public let conditions: [Condition]
  private let matchers: [Matcher]

  /// Parses a query.
  /// - Parameter now: the date for `today`.
  public init(_ text: String, now: Date) throws(SearchQueryError) {
    let conditions = try SearchQueryReader(text, now: now).conditions()
    guard !conditions.isEmpty else { throw .nothing }
    self.init(text: text, conditions: conditions)
  }

  /// A query that matches nothing.
  public static let empty = SearchQuery(text: "", conditions: [])

  init(text: String, conditions: [Condition]) {
    self.text = text
    self.conditions = conditions
    matchers = conditions.map(Matcher.init)
  }

  /// Whether a post matches; the same result as from an index of `Post.searchedTexts`. Conditions on timelines are
  /// ignored, as they are unknown here, and so is the parent of a reply that the post does not have itself.
  public func matches(_ post: Post) -> Bool { matches(post, .none) }

  public func matches(_ post: Post, _ context: MatchContext) -> Bool {
    matchers.allSatisfy { $0.isMet(by: post, context) }
  }

  /// The ranges to highlight in text, in order and without overlaps. Characters are never split.
  public func ranges(in text: String) -> [Range<String.Index>] {
    let runs = matchers.flatMap(\.marks)
    guard !runs.isEmpty else { return [] }
    let words = SearchWords.words(in: text)
    let found = runs.flatMap { $0.ranges(in: words) }.map(text.wholeCharacters).sorted {
      $0.lowerBound < $1.lowerBound
    }
    return found.reduce(into: []) { ranges, range in
      guard let last = ranges.last, range.lowerBound < last.upperBound else { return ranges.append(range) }
      ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    }
  }
}

extension SearchQuery.Term {
  /// The words to find in text; nil for other terms.
  public var run: SearchRun? {
    switch self {
    case .word(let text): SearchRun(text, allowsPrefix: true)
    case .phrase(let text): SearchRun(text, allowsPrefix: false)
    default: nil
    }
  }

  /// The words to highlight in text.
  fileprivate var mark: SearchRun? {
    switch self {
    case .tag(let words): SearchRun(words.joined(separator: " "), allowsPrefix: false)
    // The domain may be missing in the text.
    case .mentions(let handle): SearchRun(String(handle.prefix { $0 != "@" }), allowsPrefix: false)
    default: run
    }
  }
}

extension SearchQuery {
  /// All conditions, including those within groups.
  public static func all(_ conditions: [Condition]) -> [Condition] {
    conditions.flatMap { condition in
      if case .anyOf(let groups) = condition.term { groups.flatMap(all) } else { [condition] }
    }
  }
}

/// A condition with folded words.
private struct Matcher: Hashable {
  private let condition: SearchQuery.Condition
  private let run: SearchRun?
  private let mark: SearchRun?
  private let groups: [[Matcher]]

  init(_ condition: SearchQuery.Condition) {
    self.condition = condition
    run = condition.term.run
    mark = condition.term.mark
    if case .anyOf(let groups) = condition.term { self.groups = groups.map { $0.map(Self.init) } } else { groups = [] }
  }

  func isMet(by post: Post, _ context: SearchQuery.MatchContext) -> Bool {
    let isTrue: Bool
    if !groups.isEmpty {
      isTrue = groups.contains { $0.allSatisfy { $0.isMet(by: post, context) } }
    } else if let run {
      isTrue = run.isIn(post)
    } else if let result = condition.term.isTrue(of: post, context) {
      isTrue = result
    } else {
      return true
    }
    return isTrue != condition.isExcluded
  }

  /// The words to highlight.
  var marks: [SearchRun] {
    if condition.isExcluded { return [] }
    return groups.isEmpty ? [mark].compactMap(\.self) : groups.joined().flatMap(\.marks)
  }
}

extension String {
  /// The range extended to whole characters.
  fileprivate func wholeCharacters(_ range: Range<String.Index>) -> Range<String.Index> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > startIndex, String.Index(start, within: self) == nil { start = unicodeScalars.index(before: start) }
    while end < endIndex, String.Index(end, within: self) == nil { end = unicodeScalars.index(after: end) }
    return start..<end
  }
}

/// A syntax error in a query.
public struct SearchQueryError: Error, Hashable, Sendable {
  /// The column, from 1.
  public var column: Int
  /// The syntax that was expected, as a noun phrase: “a date like 2015-03 after since:”.
  public var reason: String
  /// The name of an unknown field with its colon: “form:”; nil for other errors.
  public var unknownField: String?
  /// A suggestion for what the user may have meant.
  public var nearest: String?

  public init(column: Int, reason: String, nearest: String? = nil) {
    self.column = column
    self.reason = reason
    self.nearest = nearest
  }

  public init(column: Int, unknownField: String, nearest: String?) {
    self.init(column: column, reason: "a known field, or quotation marks around “\(unknownField)…”", nearest: nearest)
    self.unknownField = unknownField
  }

  static let nothing = SearchQueryError(column: 1, reason: "a word to search for")

  /// The error as a clause: “expected a date like 2015-03 after since:, at character 7”.
  public var message: String { problem + (nearest.map { " (did you mean “\($0)”?)" } ?? "") }

  /// The error in sentences: “Unknown field “form:”. Did you mean “from:”?”
  public var sentence: String {
    "\(problem.prefix(1).uppercased())\(problem.dropFirst())." + (nearest.map { " Did you mean “\($0)”?" } ?? "")
  }

  private var problem: String {
    unknownField.map { "unknown field “\($0)”" } ?? "expected \(reason), at character \(column)"
  }
}
