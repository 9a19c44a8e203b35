extension SearchQuery {
  /// What would make it find more.
  public enum Widening: Hashable, Sendable {
    /// A timeline that there is: it names one that there is not. With what may have been meant, as it is typed.
    case otherTimeline(than: String, nearest: String?)
    /// One of these conditions less.
    case leavingOut([String])
    /// A phrase as words that may stand apart.
    case quotationMarks
    /// A quoted word as one that may be a beginning.
    case quotedWord
    /// One of the words less.
    case oneWordLess
    /// A beginning of the only word.
    case shorterWord
    /// More letters: the only word has too few to be a beginning.
    case longerWord
  }

  /// The most useful first.
  /// - Parameter timelines: those that there are.
  public func widenings(among timelines: [ListedTimeline]) -> [Widening] {
    let timelines = timelines.filter { $0.id.query == nil }
    let named = conditions.filter { !$0.isExcluded }.compactMap { condition -> String? in
      if case .timeline(let name) = condition.term { name } else { nil }
    }
    guard let typed = named.first(where: { name in !timelines.contains { $0.isMeant(by: name) } }) else {
      return widenings
    }
    let unknown = typed.filter { !SearchQueryReader.quotationMarks.contains($0) }
    let nearest = NearestName.nearest(to: unknown, among: timelines.map(\.title))
    let meant = nearest.map { $0.contains(where: \.isWhitespace) ? "in:\"\($0)\"" : "in:\($0)" }
    return [.otherTimeline(than: unknown, nearest: meant)] + widenings
  }

  /// The most useful first, whatever timelines there are.
  public var widenings: [Widening] {
    var widenings: [Widening] = []
    let others = conditions.compactMap(\.label)
    if !others.isEmpty { widenings.append(.leavingOut(others)) }
    let wanted = conditions.filter { !$0.isExcluded }.map(\.term)
    if wanted.contains(where: \.isPhrase) { widenings.append(.quotationMarks) }
    let words = wanted.filter { $0.run != nil }
    if words.count > 1 { widenings.append(.oneWordLess) }
    if words.count == 1, let term = words.first, let run = term.run, run.words.count == 1, let word = run.words.first {
      if case .phrase(let text) = term {
        // Without them a shorter one is a whole word as well.
        let mayBeBeginning = SearchRun(text, mayBeBeginning: true)?.isLastBeginning ?? false
        if mayBeBeginning { widenings.append(.quotedWord) }
      } else if run.isLastBeginning, word.unicodeScalars.count > 3 {
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
  /// Whether it is words that stand together only because of its quotation marks.
  fileprivate var isPhrase: Bool {
    guard case .phrase(let text) = self else { return false }
    return text.split(whereSeparator: \.isWhitespace).count { !SearchWords.words(in: String($0)).isEmpty } > 1
  }
}
