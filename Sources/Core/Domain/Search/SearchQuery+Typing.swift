import FoundationEssentials

extension SearchQuery {
  /// The query for text that is being typed. Its last word is left out if it is too short or incomplete.
  /// - Returns: nil if nothing is left.
  public static func typed(_ text: String, now: Date) throws(SearchQueryError) -> SearchQuery? {
    let reader = SearchQueryReader(text, now: now)
    var tokens = reader.tokens
    if let last = tokens.popLast(), let finished = reader.finished(last, in: text) { tokens.append(finished) }
    let conditions = try reader.conditions(of: tokens, isTyping: true)
    return conditions.isEmpty ? nil : SearchQuery(text: text, conditions: conditions)
  }
}

extension SearchQueryReader {
  /// The last token without an incomplete part; nil if nothing is left.
  fileprivate func finished(_ token: Token, in text: String) -> Token? {
    guard token.text.endIndex == text.endIndex, token.isClosed != true, token.mark == nil else { return token }
    if let (field, value) = field(of: token) {
      // A valid value, such as a date or a handle, is searched although it may become longer.
      return field.isValuePrefix(value) && field.term(for: value, now: now) == nil ? nil : token
    }
    if let name = name(in: token) { return name.text.utf8.count < Self.minNameLength ? nil : token }
    let typed = String(token.text)
    guard let last = SearchWords.words(in: typed).last else { return token }
    let isShort = !last.isUnspaced && last.range.upperBound == typed.endIndex && last.folded.unicodeScalars.count < 3
    guard isShort else { return token }
    var finished = token
    let length = typed.utf8.distance(from: typed.startIndex, to: last.range.lowerBound)
    finished.text = token.text[..<token.text.utf8.index(token.text.startIndex, offsetBy: length)]
    // The words before it are complete.
    finished.isClosed = true
    return finished
  }
}

extension SearchQuery {
  /// Whether the results of this query are a subset of the other's, as it has more conditions, or longer words or
  /// phrases.
  public func narrows(_ other: SearchQuery) -> Bool {
    other.conditions.allSatisfy { wide in conditions.contains { $0.narrows(wide) } }
  }
}

extension SearchQuery.Condition {
  fileprivate func narrows(_ other: Self) -> Bool {
    if self == other { return true }
    guard !isExcluded, !other.isExcluded, let run = term.run, let wide = other.term.run else { return false }
    return run.narrows(wide)
  }
}

extension SearchRun {
  /// Whether every text that contains this run also contains the other.
  func narrows(_ wide: SearchRun) -> Bool {
    guard words.count >= wide.words.count else { return false }
    return (0...words.count - wide.words.count).contains { contains(wide, at: $0) }
  }

  private func contains(_ wide: SearchRun, at start: Int) -> Bool {
    let last = start + wide.words.count - 1
    guard let expected = wide.words.last, words[start..<last].elementsEqual(wide.words.dropLast()) else { return false }
    // Compares bytes, as a typed prefix may end within a grapheme cluster.
    if wide.isLastPrefix { return words[last].utf8.starts(with: expected.utf8) }
    let isWhole = last < words.count - 1 || !isLastPrefix
    return isWhole && words[last] == expected
  }
}
