import FoundationEssentials

/// Parses the query language.
///
/// 1. Words, "phrases", #hashtags, @handles and fields such as from:handle and has:media.
/// 2. OR between them, parentheses around them, and `-` before any of them. AND is implied and binds closer than OR.
/// 3. Text with any other colon is words, as URLs have one.
struct SearchQueryReader {
  /// A part of the text between white space, or between quotation marks.
  struct Token {
    enum Mark {
      case open, close, or
    }

    var text: Substring
    var isExcluded = false
    /// nil if it is not quoted; else whether the quotation is closed.
    var isClosed: Bool?
    /// nil for a term.
    var mark: Mark?
  }

  /// Minimum length of a name after # or @ while it is being typed.
  static let minNameLength = 3
  /// Shorter names before a colon are words, not misspelled fields.
  private static let maxWordLength = 3
  /// Maximum nesting of parentheses.
  static let maxDepth = 16

  let text: String
  let now: Date

  init(_ text: String, now: Date) {
    self.text = text
    self.now = now
  }

  func conditions() throws(SearchQueryError) -> [SearchQuery.Condition] {
    try conditions(of: tokens)
  }

  /// - Parameter isTyping: whether to ignore an OR at the end.
  func conditions(of tokens: [Token], isTyping: Bool = false) throws(SearchQueryError) -> [SearchQuery.Condition] {
    var parser = SearchQueryParser(reader: self, tokens: tokens, isTyping: isTyping)
    return try parser.conditions()
  }

  /// The field and value of `since:2015`; nil for words.
  func field(of token: Token) -> (field: SearchField, value: Substring)? {
    guard token.isClosed == nil, token.mark == nil, let (name, value) = Self.parts(of: token.text),
      let field = SearchField(rawValue: name.lowercased())
    else { return nil }
    return (field, value)
  }

  /// The name after # or @; nil for other tokens.
  func name(in token: Token) -> (text: Substring, isTag: Bool)? {
    // By scalars, as a combining mark would form one character with the sign.
    let scalars = token.text.unicodeScalars
    guard token.isClosed == nil, token.mark == nil, let sign = scalars.first else { return nil }
    let name = token.text[scalars.index(after: scalars.startIndex)...]
    return switch sign {
    case "#", "＃": (text: name, isTag: true)
    case "@", "＠": (text: name, isTag: false)
    default: nil
    }
  }

  /// The term of a token; nil if it has no words.
  func term(for token: Token) throws(SearchQueryError) -> SearchQuery.Term? {
    if let name = name(in: token) {
      return try name.isTag ? tag(name.text, in: token) : mention(name.text, in: token)
    }
    guard let (field, value) = field(of: token) else {
      try checkField(of: token)
      return try words(for: token)
    }
    guard let term = field.term(for: value, now: now) else {
      throw error(at: value.startIndex, field.expectation, nearest: field.nearest(to: value))
    }
    return term
  }

  func error(at index: String.Index, _ reason: String, nearest: String? = nil) -> SearchQueryError {
    SearchQueryError(column: text.distance(from: text.startIndex, to: index) + 1, reason: reason, nearest: nearest)
  }

  private func tag(_ name: Substring, in token: Token) throws(SearchQueryError) -> SearchQuery.Term? {
    guard let (words, rest) = NamesInText.leadingTag(name) else {
      try checkEnd(name, "letters or digits after #")
      return nil
    }
    try checkEnd(rest, "a space after “\(token.text[..<rest.startIndex])”")
    return .tag(words)
  }

  private func mention(_ name: Substring, in token: Token) throws(SearchQueryError) -> SearchQuery.Term? {
    guard let (handle, rest) = NamesInText.leadingHandle(name) else {
      try checkEnd(name, "a handle of letters a to z and digits after @")
      return nil
    }
    try checkEnd(rest, "a space after “\(token.text[..<rest.startIndex])”")
    return .mentions(handle: handle)
  }

  /// Checks the text after a hashtag or a handle, such as a comma.
  private func checkEnd(_ rest: Substring, _ expected: String) throws(SearchQueryError) {
    guard SearchWords.words(in: String(rest)).isEmpty else {
      throw error(at: rest.startIndex, "\(expected), or quotation marks around it")
    }
  }

  private func words(for token: Token) throws(SearchQueryError) -> SearchQuery.Term? {
    let text = String(token.text)
    // An unclosed quotation may end in an incomplete word.
    let term = token.isClosed == true ? SearchQuery.Term.phrase(text) : .word(text)
    guard let run = term.run else { return nil }
    guard run.words.count <= SearchQuery.maxTerms else {
      throw error(at: token.text.startIndex, "at most \(SearchQuery.maxTerms) words")
    }
    return term
  }

  /// Checks for a misspelled field.
  private func checkField(of token: Token) throws(SearchQueryError) {
    guard token.isClosed == nil, let (name, value) = Self.parts(of: token.text), name.utf8.count > Self.maxWordLength,
      name.utf8.allSatisfy({ SearchFolding.ascii($0) != 0 }), !value.isEmpty, !value.hasPrefix("/"),
      let nearest = NearestName.nearest(to: String(name), among: SearchField.allCases.map(\.rawValue)),
      nearest.utf8.count > 2
    else { return }
    let column = text.distance(from: text.startIndex, to: token.text.startIndex) + 1
    throw SearchQueryError(column: column, unknownField: "\(name):", nearest: nearest + ":")
  }

  private static func parts(of text: Substring) -> (name: Substring, value: Substring)? {
    text.firstIndex { $0 == ":" || $0 == "：" }.map { (text[..<$0], text[text.index(after: $0)...]) }
  }
}

extension SearchQueryReader {
  static let quotationMarks: Set<Character> = ["\"", "“", "”", "„", "＂"]
  private static let brackets: [Character: Token.Mark] = ["(": .open, "（": .open, ")": .close, "）": .close]

  var tokens: [Token] {
    var tokens: [Token] = []
    var depth = 0
    var rest = text[...]
    while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
      rest = rest[start...]
      let isExcluded = rest.first == "-" && rest.dropFirst().first.map { !$0.isWhitespace } ?? false
      if isExcluded { rest = rest.dropFirst() }
      if let first = rest.first, let mark = Self.brackets[first], mark == .open || depth > 0 {
        depth += mark == .open ? 1 : -1
        tokens.append(Token(text: rest.prefix(1), isExcluded: isExcluded, mark: mark))
        rest = rest.dropFirst()
      } else if let mark = rest.first, Self.quotationMarks.contains(mark) {
        let (quoted, isClosed) = Self.quoted(&rest)
        tokens.append(Token(text: quoted, isExcluded: isExcluded, isClosed: isClosed))
      } else {
        let word = Self.word(&rest, isInBrackets: depth > 0)
        let isOr = word == "OR" && !isExcluded
        tokens.append(Token(text: word, isExcluded: isExcluded, mark: isOr ? .or : nil))
      }
    }
    return tokens
  }

  /// The text up to the next quotation mark, or the end.
  private static func quoted(_ rest: inout Substring) -> (text: Substring, isClosed: Bool) {
    rest = rest.dropFirst()
    let end = rest.firstIndex(where: quotationMarks.contains)
    let text = rest[..<(end ?? rest.endIndex)]
    rest = end.map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...]
    return (text, end != nil)
  }

  /// The text up to white space; the name of a timeline may be quoted. In parentheses it ends at the closing one,
  /// unless that was opened in the word.
  private static func word(_ rest: inout Substring, isInBrackets: Bool) -> Substring {
    let prefix = rest.prefix(3)
    if prefix.lowercased() == "in:", rest[prefix.endIndex...].first.map(quotationMarks.contains) == true {
      let start = rest.startIndex
      rest = rest[prefix.endIndex...]
      _ = quoted(&rest)
      return rest.base[start..<rest.startIndex]
    }
    var opened = 0
    let end = rest.indices.first { index in
      switch brackets[rest[index]] {
      case .open: opened += 1
      case .close where opened > 0: opened -= 1
      case .close: return isInBrackets
      default: return rest[index].isWhitespace
      }
      return false
    }
    let word = rest[..<(end ?? rest.endIndex)]
    rest = rest[word.endIndex...]
    return word
  }
}

/// Builds conditions from tokens.
private struct SearchQueryParser {
  typealias Token = SearchQueryReader.Token

  let reader: SearchQueryReader
  let isTyping: Bool
  private var tokens: ArraySlice<Token>
  private var count = 0

  init(reader: SearchQueryReader, tokens: [Token], isTyping: Bool) {
    (self.reader, self.tokens, self.isTyping) = (reader, tokens[...], isTyping)
  }

  mutating func conditions() throws(SearchQueryError) -> [SearchQuery.Condition] {
    try group(depth: 0)
  }

  /// Parses up to the closing parenthesis, or the end.
  private mutating func group(depth: Int) throws(SearchQueryError) -> [SearchQuery.Condition] {
    var groups: [[SearchQuery.Condition]] = []
    var current: [SearchQuery.Condition] = []
    var or: Token?
    var span = DateBounds()
    while let token = tokens.popFirst() {
      switch token.mark {
      case .close?:
        return try joined(groups, current, or)
      case .or?:
        guard !current.isEmpty else { throw reader.error(at: token.text.startIndex, "a term before OR") }
        groups.append(current)
        (current, or, span) = ([], token, DateBounds())
      case .open?:
        guard depth < SearchQueryReader.maxDepth else {
          throw reader.error(at: token.text.startIndex, "fewer nested parentheses")
        }
        let inner = try group(depth: depth + 1)
        if inner.isEmpty { continue }
        // Parentheses around conditions that must all be met are redundant.
        let isPlain = !token.isExcluded || (inner.count == 1 && !inner[0].isExcluded)
        current += isPlain ? inner.map { excluded($0, token) } : [.init(.anyOf([inner]), isExcluded: true)]
      case nil:
        guard let term = try reader.term(for: token) else { continue }
        if !token.isExcluded, !span.restrict(to: term) {
          throw reader.error(at: token.text.startIndex, "a since: before until:")
        }
        count += 1
        guard count <= SearchQuery.maxTerms else {
          throw reader.error(at: token.text.startIndex, "at most \(SearchQuery.maxTerms) words")
        }
        current.append(.init(term, isExcluded: token.isExcluded))
      }
    }
    return try joined(groups, current, or)
  }

  private func excluded(_ condition: SearchQuery.Condition, _ token: Token) -> SearchQuery.Condition {
    token.isExcluded ? .init(condition.term, isExcluded: true) : condition
  }

  private func joined(
    _ groups: [[SearchQuery.Condition]], _ current: [SearchQuery.Condition], _ or: Token?
  ) throws(SearchQueryError) -> [SearchQuery.Condition] {
    if current.isEmpty, let or, !isTyping {
      throw reader.error(at: or.text.startIndex, "a term after OR")
    }
    let all = current.isEmpty ? groups : groups + [current]
    return all.count > 1 ? [.init(.anyOf(all))] : all.first ?? []
  }
}

/// The range of dates that a query allows.
private struct DateBounds {
  private var start: Date?
  private var end: Date?

  /// - Returns: whether the range is not empty.
  mutating func restrict(to term: SearchQuery.Term) -> Bool {
    if case .since(let date) = term { start = max(start ?? date, date) }
    if case .until(let date) = term { end = min(end ?? date, date) }
    guard let start, let end else { return true }
    return start < end
  }
}
