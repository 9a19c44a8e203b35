import FoundationEssentials

/// What a person looks for: a post is found when it meets every condition, one of which may be one of several.
public struct SearchQuery: Hashable, Sendable {
  public struct Condition: Hashable, Sendable {
    public var term: Term
    /// Whether posts are wanted that do not meet it.
    public var isExcluded: Bool

    public init(_ term: Term, isExcluded: Bool = false) {
      self.term = term
      self.isExcluded = isExcluded
    }
  }

  public enum Term: Hashable, Sendable {
    /// The beginning of a word from three letters on; with one or two letters, the whole word. In scripts without
    /// spaces: any part of the text, from one character on. Where it holds several words (don't), they stand one after
    /// the other, and the last one may be a beginning: `run` has them.
    case word(String)
    /// These words one after the other, whole.
    case phrase(String)
    /// These words as a tag, folded: no less and no more.
    case tag([String])
    /// Names this handle in its text, with or without its server. No @ before it.
    case mentions(handle: String)
    /// By this handle (author or reposter), with or without its server: ada finds ada and ada@host. No @ before it.
    case from(handle: String)
    /// Answers this handle, as `from` has it.
    case to(handle: String)
    /// From this moment on.
    case since(Date)
    /// Before this moment: what a person writes as until:2015-03 is the first moment of April.
    case until(Date)
    case hasMedia, hasLink, isRepost
    case has(Attachment)
    /// Answers somebody.
    case isReply
    /// Answers its own author.
    case isThread
    case hasState(PostState)
    case count(Counted, CountSpan)
    /// In this language, by ISO 639 and in small letters, wherever it is spoken: pt finds pt and pt-BR.
    case language(String)
    /// Stands in the timeline of this name.
    case timeline(String)
    /// All conditions of one of these, none of which is empty.
    case anyOf([[Condition]])
  }

  /// What a query may hold at the most, and a phrase in words: nobody types more, and an index has its limits.
  public static let maxTerms = 60

  /// As the person typed it.
  public let text: String
  public let conditions: [Condition]
  private let matchers: [Matcher]

  /// - Throws: where the text means nothing, what is wanted there.
  /// - Parameter now: what `today` is counted from.
  public init(_ text: String, now: Date) throws(SearchQueryError) {
    let conditions = try SearchQueryReader(text, now: now).conditions()
    guard !conditions.isEmpty else { throw .nothing }
    self.init(text: text, conditions: conditions)
  }

  /// Looks for nothing.
  public static let empty = SearchQuery(text: "", conditions: [])

  init(text: String, conditions: [Condition]) {
    self.text = text
    self.conditions = conditions
    matchers = conditions.map(Matcher.init)
  }

  /// The same answer as an index gives that was made of `Post.searchedTexts`. In which timelines the post stands, and
  /// whom it answers where it does not say so itself, is not known here: `in:` is looked over.
  public func matches(_ post: Post) -> Bool { matches(post, .none) }

  public func matches(_ post: Post, _ surroundings: Surroundings) -> Bool {
    matchers.allSatisfy { $0.isMet(by: post, surroundings) }
  }

  /// What to mark in a text: where its words and phrases stand, in order and apart from each other. No character is cut.
  public func ranges(in text: String) -> [Range<String.Index>] {
    let wanted = matchers.flatMap(\.marks)
    guard !wanted.isEmpty else { return [] }
    let words = SearchWords.words(in: text)
    let found = wanted.flatMap { $0.ranges(in: words) }.map(text.wholeCharacters).sorted {
      $0.lowerBound < $1.lowerBound
    }
    return found.reduce(into: []) { ranges, range in
      guard let last = ranges.last, range.lowerBound < last.upperBound else { return ranges.append(range) }
      ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    }
  }
}

extension SearchQuery.Term {
  /// The words that it looks for in texts; nil where it asks for something else.
  public var run: SearchRun? {
    switch self {
    case .word(let text): SearchRun(text, mayBeBeginning: true)
    case .phrase(let text): SearchRun(text, mayBeBeginning: false)
    default: nil
    }
  }

  /// What it finds in texts.
  fileprivate var mark: SearchRun? {
    switch self {
    case .tag(let words): SearchRun(words.joined(separator: " "), mayBeBeginning: false)
    // Its server need not stand there.
    case .mentions(let handle): SearchRun(String(handle.prefix { $0 != "@" }), mayBeBeginning: false)
    default: run
    }
  }
}

extension SearchQuery {
  /// Every condition of these and of those in brackets.
  public static func all(_ conditions: [Condition]) -> [Condition] {
    conditions.flatMap { condition in
      if case .anyOf(let groups) = condition.term { groups.flatMap(all) } else { [condition] }
    }
  }
}

/// A condition with its words cut and folded.
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

  func isMet(by post: Post, _ surroundings: SearchQuery.Surroundings) -> Bool {
    let isTrue: Bool
    if !groups.isEmpty {
      isTrue = groups.contains { $0.allSatisfy { $0.isMet(by: post, surroundings) } }
    } else if let run {
      isTrue = run.isIn(post)
    } else if let answer = condition.term.isTrue(of: post, surroundings) {
      isTrue = answer
    } else {
      return true
    }
    return isTrue != condition.isExcluded
  }

  /// What is to be marked in what is found.
  var marks: [SearchRun] {
    if condition.isExcluded { return [] }
    return groups.isEmpty ? [mark].compactMap(\.self) : groups.joined().flatMap(\.marks)
  }
}

extension String {
  /// The range with the whole of the characters that it cuts.
  fileprivate func wholeCharacters(_ range: Range<String.Index>) -> Range<String.Index> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > startIndex, String.Index(start, within: self) == nil { start = unicodeScalars.index(before: start) }
    while end < endIndex, String.Index(end, within: self) == nil { end = unicodeScalars.index(after: end) }
    return start..<end
  }
}

/// Where a query means nothing, and what was wanted there.
public struct SearchQueryError: Error, Hashable, Sendable {
  /// The character, from 1.
  public var column: Int
  /// What should have stood there, as a noun phrase: “a date like 2015-03 after since:”.
  public var reason: String
  /// What may have been meant.
  public var nearest: String?

  public init(column: Int, reason: String, nearest: String? = nil) {
    self.column = column
    self.reason = reason
    self.nearest = nearest
  }

  static let nothing = SearchQueryError(column: 1, reason: "a word to look for")

  /// “a date like 2015-03 after since:, at character 7”, and what may have been meant, in brackets.
  public var words: String {
    "\(reason), at character \(column)" + (nearest.map { " (did you mean “\($0)”?)" } ?? "")
  }
}
