extension SearchQuery {
  /// What would make it find more.
  public enum Widening: Hashable, Sendable {
    /// One of these conditions less.
    case leavingOut([String])
    /// A phrase as words that may stand apart.
    case quotationMarks
    /// One of the words less.
    case oneWordLess
    /// A beginning of the only word.
    case shorterWord
    /// More letters: the only word has too few to be a beginning.
    case longerWord
  }

  /// The most useful first.
  public var widenings: [Widening] {
    var widenings: [Widening] = []
    let others = conditions.compactMap(\.label)
    if !others.isEmpty { widenings.append(.leavingOut(others)) }
    let wanted = conditions.filter { !$0.isExcluded }.map(\.term)
    if wanted.contains(where: \.isPhrase) { widenings.append(.quotationMarks) }
    let runs = wanted.compactMap(\.run)
    if runs.count > 1 { widenings.append(.oneWordLess) }
    if runs.count == 1, let run = runs.first, run.words.count == 1, let word = run.words.first {
      if run.isLastBeginning, word.unicodeScalars.count > 3 {
        widenings.append(.shorterWord)
      } else if !run.isLastBeginning, word.unicodeScalars.allSatisfy(\.isASCII) {
        widenings.append(.longerWord)
      }
    }
    return widenings
  }
}

extension SearchQuery.Condition {
  /// As it is typed, where it is more than a word that is wanted.
  fileprivate var label: String? {
    let label: String? =
      switch term {
      case .word(let text): isExcluded ? text : nil
      case .phrase(let text): isExcluded ? "\"\(text)\"" : nil
      case .tag(let words): "#\(words.joined())"
      case .mentions(let handle): "@\(handle)"
      case .from(let handle): "from:\(handle)"
      case .to(let handle): "to:\(handle)"
      case .since: "since:"
      case .until: "until:"
      case .hasMedia: "has:media"
      case .hasLink: "has:link"
      case .isRepost: "is:repost"
      case .has(let attachment): "has:\(attachment.rawValue)"
      case .isReply: "is:reply"
      case .isThread: "is:thread"
      case .hasState(let state): "is:\(state.rawValue)"
      case .count(let counted, _): "\(counted.rawValue):"
      case .language(let code): "lang:\(code)"
      case .timeline(let name): "in:\(name)"
      case .anyOf: isExcluded ? "(…)" : nil
      }
    return label.map { (isExcluded ? "-" : "") + $0 }
  }
}

extension SearchQuery.Term {
  fileprivate var isPhrase: Bool {
    if case .phrase = self, let run, run.words.count > 1 { true } else { false }
  }
}
