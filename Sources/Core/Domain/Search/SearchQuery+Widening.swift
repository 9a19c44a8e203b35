extension SearchQuery {
  /// A way to find more results.
  public enum Widening: Hashable, Sendable {
    /// Another timeline, as `in:` names an unknown one; with a suggestion as it is typed.
    case otherTimeline(than: String, nearest: String?)
    /// Without one of these conditions.
    case leavingOut([String])
    /// The words of a phrase in any order.
    case quotationMarks
    /// A quoted word as a prefix.
    case quotedWord
    /// With fewer words.
    case oneWordLess
    /// A shorter prefix of the only word.
    case shorterWord
    /// A longer word: the only word is too short for a prefix.
    case longerWord
  }

  /// Ways to find more results, most useful first.
  /// - Parameter timelines: The existing timelines.
  public func widenings(among timelines: [ListedTimeline]) -> [Widening] {
    let timelines = timelines.filter { $0.id.query == nil }
    let named = conditions.filter { !$0.isExcluded }.compactMap { condition -> String? in
      if case .timeline(let name) = condition.term { name } else { nil }
    }
    guard let typed = named.first(where: { name in !timelines.contains { $0.matches(name) } }) else {
      return widenings
    }
    let unknown = typed.filter { !SearchQueryReader.quotationMarks.contains($0) }
    let nearest = NearestName.nearest(to: unknown, among: timelines.map(\.title))
    let suggestion = nearest.map { $0.contains(where: \.isWhitespace) ? "in:\"\($0)\"" : "in:\($0)" }
    return [.otherTimeline(than: unknown, nearest: suggestion)] + widenings
  }

  /// The same without unknown timelines, most useful first.
  public var widenings: [Widening] {
    var widenings: [Widening] = []
    let others = conditions.compactMap(\.label)
    if !others.isEmpty { widenings.append(.leavingOut(others)) }
    let required = conditions.filter { !$0.isExcluded }.map(\.term)
    if required.contains(where: \.isPhrase) { widenings.append(.quotationMarks) }
    let words = required.filter { $0.run != nil }
    if words.count > 1 { widenings.append(.oneWordLess) }
    if words.count == 1, let term = words.first, let run = term.run, run.words.count == 1, let word = run.words.first {
      if case .phrase(let text) = term {
        // A shorter quoted word would also match whole words only.
        let allowsPrefix = SearchRun(text, allowsPrefix: true)?.isLastPrefix ?? false
        if allowsPrefix { widenings.append(.quotedWord) }
      } else if run.isLastPrefix, word.unicodeScalars.count > 3 {
        widenings.append(.shorterWord)
      } else if !run.isLastPrefix, word.unicodeScalars.allSatisfy(\.isASCII) {
        widenings.append(.longerWord)
      }
    }
    return widenings
  }
}

extension SearchQuery.Condition {
  /// The condition as it is typed; nil for plain words.
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
  /// Whether quotation marks keep several words together.
  fileprivate var isPhrase: Bool {
    guard case .phrase(let text) = self else { return false }
    return text.split(whereSeparator: \.isWhitespace).count { !SearchWords.words(in: String($0)).isEmpty } > 1
  }
}
