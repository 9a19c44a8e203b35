import FoundationEssentials

/// What a person looks for: a post is found when it meets every condition.
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
    /// By this handle (author or reposter), with or without its server: ada finds ada and ada@host. No @ before it.
    case from(handle: String)
    /// From this moment on.
    case since(Date)
    /// Before this moment: what a person writes as until:2015-03 is the first moment of April.
    case until(Date)
    case hasMedia, hasLink, isRepost
  }

  /// What a query may hold at the most, and a phrase in words: nobody types more, and an index has its limits.
  public static let maxTerms = 60

  /// As the person typed it.
  public let text: String
  public let conditions: [Condition]
  /// What the conditions look for in texts, in their order.
  private let runs: [SearchRun?]

  /// - Throws: where the text means nothing, what is wanted there.
  /// - Parameter now: what `today` is counted from.
  public init(_ text: String, now: Date) throws(SearchQueryError) {
    let conditions = try SearchQueryReader(text, now: now).conditions()
    guard !conditions.isEmpty else { throw .nothing }
    self.init(text: text, conditions: conditions)
  }

  init(text: String, conditions: [Condition]) {
    self.text = text
    self.conditions = conditions
    runs = conditions.map(\.term.run)
  }

  /// The same answer as an index gives that was made of `Post.searchedTexts`.
  public func matches(_ post: Post) -> Bool {
    zip(conditions, runs).allSatisfy { condition, run in
      (run.map { $0.isIn(post) } ?? condition.term.isTrue(of: post)) != condition.isExcluded
    }
  }

  /// What to mark in a text: where its words and phrases stand, in order and apart from each other. No character is cut.
  public func ranges(in text: String) -> [Range<String.Index>] {
    let wanted = zip(conditions, runs).compactMap { $0.isExcluded ? nil : $1 }
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
    case .from, .since, .until, .hasMedia, .hasLink, .isRepost: nil
    }
  }

  fileprivate func isTrue(of post: Post) -> Bool {
    switch self {
    case .word, .phrase: false
    case .from(let handle): post.author?.isMeant(by: handle) == true || post.repost?.by?.isMeant(by: handle) == true
    case .since(let date): post.timelineDate.map { $0 >= date } ?? false
    case .until(let date): post.timelineDate.map { $0 < date } ?? false
    case .hasMedia: post.hasMedia
    case .hasLink: post.hasLink
    case .isRepost: post.isRepost
    }
  }
}

extension Profile {
  fileprivate func isMeant(by wanted: String) -> Bool {
    let (handle, wanted) = (self.handle.lowercased(), wanted.lowercased())
    return handle == wanted || handle.hasPrefix(wanted + "@")
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

  public init(column: Int, reason: String) {
    self.column = column
    self.reason = reason
  }

  static let nothing = SearchQueryError(column: 1, reason: "a word to look for")

  /// “a date like 2015-03 after since:, at character 7”.
  public var words: String { "\(reason), at character \(column)" }
}
