import FoundationEssentials

/// Reads the language of queries: words, "phrases", from:handle, since: and until: dates, has:media, has:link,
/// is:repost, and - before any of them. What has another colon in it is words: an address has one too.
struct SearchQueryReader {
  /// A stretch of the text between white space, or between quotation marks.
  struct Token {
    var text: Substring
    var isExcluded = false
    /// nil where it is not quoted; else whether the quotation ends.
    var isClosed: Bool?
  }

  private static let quotationMarks: Set<Character> = ["\"", "“", "”", "„", "＂"]

  private let text: String
  let now: Date

  init(_ text: String, now: Date) {
    self.text = text
    self.now = now
  }

  func conditions() throws(SearchQueryError) -> [SearchQuery.Condition] {
    try conditions(of: tokens)
  }

  func conditions(of tokens: [Token]) throws(SearchQueryError) -> [SearchQuery.Condition] {
    var conditions: [SearchQuery.Condition] = []
    var (start, end): (Date?, Date?)
    for token in tokens {
      guard let term = try term(for: token) else { continue }
      if !token.isExcluded {
        if case .since(let date) = term { start = max(start ?? date, date) }
        if case .until(let date) = term { end = min(end ?? date, date) }
        if let start, let end, start >= end {
          throw error(at: token.text.startIndex, "a since: that is not after until:")
        }
      }
      conditions.append(SearchQuery.Condition(term, isExcluded: token.isExcluded))
      guard conditions.count <= SearchQuery.maxTerms else {
        throw error(at: token.text.startIndex, "no more than \(SearchQuery.maxTerms) words")
      }
    }
    return conditions
  }

  /// Key and value of `since:2015`; nil where it is no more than words.
  func field(of token: Token) -> (field: SearchField, value: Substring)? {
    guard token.isClosed == nil, let colon = token.text.firstIndex(where: { $0 == ":" || $0 == "：" }),
      let field = SearchField(rawValue: token.text[..<colon].lowercased())
    else { return nil }
    return (field, token.text[token.text.index(after: colon)...])
  }

  var tokens: [Token] {
    var tokens: [Token] = []
    var rest = text[...]
    while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
      rest = rest[start...]
      let isExcluded = rest.first == "-" && rest.dropFirst().first.map { !$0.isWhitespace } ?? false
      if isExcluded { rest = rest.dropFirst() }
      if let mark = rest.first, Self.quotationMarks.contains(mark) {
        rest = rest.dropFirst()
        let end = rest.firstIndex(where: Self.quotationMarks.contains)
        tokens.append(Token(text: rest[..<(end ?? rest.endIndex)], isExcluded: isExcluded, isClosed: end != nil))
        rest = end.map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...]
      } else {
        let end = rest.firstIndex(where: \.isWhitespace) ?? rest.endIndex
        tokens.append(Token(text: rest[..<end], isExcluded: isExcluded))
        rest = rest[end...]
      }
    }
    return tokens
  }
}

extension SearchQueryReader {
  /// nil where there is nothing in it that could be looked for.
  private func term(for token: Token) throws(SearchQueryError) -> SearchQuery.Term? {
    guard let (field, value) = field(of: token) else { return try words(for: token) }
    guard let term = field.term(for: value, now: now) else { throw error(at: value.startIndex, field.wanted) }
    return term
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

  private func error(at index: String.Index, _ reason: String) -> SearchQueryError {
    SearchQueryError(column: text.distance(from: text.startIndex, to: index) + 1, reason: reason)
  }
}
