import FoundationEssentials

extension SearchQuery {
  /// What can be looked for while the text is being typed: without its last word where that is too short to say anything
  /// or means nothing yet. nil where nothing is left.
  /// - Throws: where the text means nothing, whatever is typed next.
  public static func typed(_ text: String, now: Date) throws(SearchQueryError) -> SearchQuery? {
    let reader = SearchQueryReader(text, now: now)
    var tokens = reader.tokens
    if let last = tokens.popLast(), let kept = reader.finished(last, in: text) { tokens.append(kept) }
    let conditions = try reader.conditions(of: tokens, isTyping: true)
    return conditions.isEmpty ? nil : SearchQuery(text: text, conditions: conditions)
  }
}

extension SearchQueryReader {
  /// The last token without what may become something else; nil where nothing is left of it.
  fileprivate func finished(_ token: Token, in text: String) -> Token? {
    guard token.text.endIndex == text.endIndex, token.isClosed != true, token.mark == nil else { return token }
    if let (field, value) = field(of: token) {
      // A date is a longer one as long as it can be, and a handle too; both can be looked for.
      return field.mayBecomeValue(value) && field.term(for: value, now: now) == nil ? nil : token
    }
    if let name = name(in: token) { return name.text.utf8.count < Self.minNameLength ? nil : token }
    let typed = String(token.text)
    guard let last = SearchWords.words(in: typed).last else { return token }
    let isShort = !last.isPart && last.range.upperBound == typed.endIndex && last.folded.unicodeScalars.count < 3
    guard isShort else { return token }
    var kept = token
    let length = typed.utf8.distance(from: typed.startIndex, to: last.range.lowerBound)
    kept.text = token.text[..<token.text.utf8.index(token.text.startIndex, offsetBy: length)]
    // What stands before it is whole.
    kept.isClosed = true
    return kept
  }
}

extension SearchQuery {
  /// Whether all that this one finds the other one has found: its conditions and more, or more of a word or of
  /// a phrase.
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
  /// Whether it stands only where the other one stands.
  func narrows(_ wide: SearchRun) -> Bool {
    guard words.count >= wide.words.count else { return false }
    return (0...words.count - wide.words.count).contains { holds(wide, at: $0) }
  }

  private func holds(_ wide: SearchRun, at start: Int) -> Bool {
    let last = start + wide.words.count - 1
    guard let wanted = wide.words.last, words[start..<last].elementsEqual(wide.words.dropLast()) else { return false }
    // Letters alone: what a text says is compared letter by letter.
    if wide.isLastBeginning { return words[last].utf8.starts(with: wanted.utf8) }
    let isWhole = last < words.count - 1 || !isLastBeginning
    return isWhole && words[last] == wanted
  }
}
