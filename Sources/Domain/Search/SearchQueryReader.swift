import FoundationEssentials

/// Reads the language of queries: words, "phrases", #tags, @handles, fields as from:handle and has:media, OR between
/// them, brackets around them, and - before any of them. What stands side by side binds closer than OR. What has another
/// colon in it is words: an address has one too.
struct SearchQueryReader {
  /// A stretch of the text between white space, or between quotation marks.
  struct Token {
    enum Mark {
      case open, close, or
    }

    var text: Substring
    var isExcluded = false
    /// nil where it is not quoted; else whether the quotation ends.
    var isClosed: Bool?
    /// nil where it is something to look for.
    var mark: Mark?
  }

  /// While a name after # or @ is being typed, so much of it is waited for.
  static let minNameLength = 3
  /// What is no longer than this before a colon is a word, and no field with a slip in it.
  private static let maxWordLength = 3
  /// Brackets within brackets.
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

  /// - Parameter isTyping: whether an OR with nothing behind it is left out.
  func conditions(of tokens: [Token], isTyping: Bool = false) throws(SearchQueryError) -> [SearchQuery.Condition] {
    var parser = SearchQueryParser(reader: self, tokens: tokens, isTyping: isTyping)
    return try parser.conditions()
  }

  /// Key and value of `since:2015`; nil where it is no more than words.
  func field(of token: Token) -> (field: SearchField, value: Substring)? {
    guard token.isClosed == nil, token.mark == nil, let (name, value) = Self.parts(of: token.text),
      let field = SearchField(rawValue: name.lowercased())
    else { return nil }
    return (field, value)
  }

  /// What stands behind # or @; nil where the token is something else.
  func name(in token: Token) -> (text: Substring, isTag: Bool)? {
    // As texts are read: a mark that joins the sign makes one character with it.
    let scalars = token.text.unicodeScalars
    guard token.isClosed == nil, token.mark == nil, let sign = scalars.first else { return nil }
    let name = token.text[scalars.index(after: scalars.startIndex)...]
    return switch sign {
    case "#", "＃": (text: name, isTag: true)
    case "@", "＠": (text: name, isTag: false)
    default: nil
    }
  }

  /// nil where there is nothing in it that could be looked for.
  func term(for token: Token) throws(SearchQueryError) -> SearchQuery.Term? {
    if let name = name(in: token) {
      return try name.isTag ? tag(name.text, in: token) : mention(name.text, in: token)
    }
    guard let (field, value) = field(of: token) else {
      try checkField(of: token)
      return try words(for: token)
    }
    guard let term = field.term(for: value, now: now) else {
      throw error(at: value.startIndex, field.wanted, nearest: field.nearest(to: value))
    }
    return term
  }

  func error(at index: String.Index, _ reason: String, nearest: String? = nil) -> SearchQueryError {
    SearchQueryError(column: text.distance(from: text.startIndex, to: index) + 1, reason: reason, nearest: nearest)
  }

  private func tag(_ name: Substring, in token: Token) throws(SearchQueryError) -> SearchQuery.Term? {
    guard let (words, rest) = NamesInText.leadingTag(name) else {
      try checkEnd(name, "letters or digits behind #")
      return nil
    }
    try checkEnd(rest, "a space behind “\(token.text[..<rest.startIndex])”")
    return .tag(words)
  }

  private func mention(_ name: Substring, in token: Token) throws(SearchQueryError) -> SearchQuery.Term? {
    guard let (handle, rest) = NamesInText.leadingHandle(name) else {
      try checkEnd(name, "a handle of letters from a to z and digits behind @")
      return nil
    }
    try checkEnd(rest, "a space behind “\(token.text[..<rest.startIndex])”")
    return .mentions(handle: handle)
  }

  /// - Parameter rest: what belongs to no tag and no handle; a text may go on with it, as a sentence does with a comma.
  /// - Throws: where there is something in it that could be looked for.
  private func checkEnd(_ rest: Substring, _ wanted: String) throws(SearchQueryError) {
    guard SearchWords.words(in: String(rest)).isEmpty else {
      throw error(at: rest.startIndex, "\(wanted), or quotation marks around it all")
    }
  }

  private func words(for token: Token) throws(SearchQueryError) -> SearchQuery.Term? {
    let text = String(token.text)
    // Whoever has not closed a quotation may be in the middle of its last word.
    let term = token.isClosed == true ? SearchQuery.Term.phrase(text) : .word(text)
    guard let run = term.run else { return nil }
    guard run.words.count <= SearchQuery.maxTerms else {
      throw error(at: token.text.startIndex, "no more than \(SearchQuery.maxTerms) words")
    }
    return term
  }

  /// - Throws: where it looks like a field of a name that there is not.
  private func checkField(of token: Token) throws(SearchQueryError) {
    guard token.isClosed == nil, let (name, value) = Self.parts(of: token.text), name.utf8.count > Self.maxWordLength,
      name.utf8.allSatisfy({ SearchFolding.ascii($0) != 0 }), !value.isEmpty, !value.hasPrefix("/"),
      let nearest = NearestName.nearest(to: String(name), among: SearchField.allCases.map(\.rawValue)),
      nearest.utf8.count > 2
    else { return }
    throw error(
      at: token.text.startIndex, "a field that there is, or quotation marks around “\(name):…”", nearest: nearest + ":")
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

  /// What stands between the quotation mark here and the next one, or the end.
  private static func quoted(_ rest: inout Substring) -> (text: Substring, isClosed: Bool) {
    rest = rest.dropFirst()
    let end = rest.firstIndex(where: quotationMarks.contains)
    let text = rest[..<(end ?? rest.endIndex)]
    rest = end.map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...]
    return (text, end != nil)
  }

  /// Up to white space; the name of a timeline may stand between quotation marks. Within brackets the one that closes ends it, where it has not been opened in the word itself.
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

/// Makes conditions of tokens.
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

  /// All up to the bracket that closes, or the end.
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
        guard !current.isEmpty else { throw reader.error(at: token.text.startIndex, "something to look for before OR") }
        groups.append(current)
        (current, or, span) = ([], token, DateBounds())
      case .open?:
        guard depth < SearchQueryReader.maxDepth else {
          throw reader.error(at: token.text.startIndex, "fewer brackets within brackets")
        }
        let inner = try group(depth: depth + 1)
        if inner.isEmpty { continue }
        // Brackets around what must all be met say nothing.
        let isPlain = !token.isExcluded || (inner.count == 1 && !inner[0].isExcluded)
        current += isPlain ? inner.map { excluded($0, token) } : [.init(.anyOf([inner]), isExcluded: true)]
      case nil:
        guard let term = try reader.term(for: token) else { continue }
        if !token.isExcluded, !span.take(term) {
          throw reader.error(at: token.text.startIndex, "a since: that is not after until:")
        }
        count += 1
        guard count <= SearchQuery.maxTerms else {
          throw reader.error(at: token.text.startIndex, "no more than \(SearchQuery.maxTerms) words")
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
      throw reader.error(at: or.text.startIndex, "something to look for after OR")
    }
    let all = current.isEmpty ? groups : groups + [current]
    return all.count > 1 ? [.init(.anyOf(all))] : all.first ?? []
  }
}

/// What the dates of a query leave.
private struct DateBounds {
  private var start: Date?
  private var end: Date?

  /// - Returns: whether it leaves anything.
  mutating func take(_ term: SearchQuery.Term) -> Bool {
    if case .since(let date) = term { start = max(start ?? date, date) }
    if case .until(let date) = term { end = min(end ?? date, date) }
    guard let start, let end else { return true }
    return start < end
  }
}
