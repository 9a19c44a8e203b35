extension SearchQuery {
  /// Whether no post can match, because conditions contradict each other.
  public var isContradictory: Bool { Self.areContradictory(conditions) }

  static func areContradictory(_ conditions: [Condition]) -> Bool {
    let required = conditions.filter { !$0.isExcluded }.map(\.term)
    let excluded = conditions.filter(\.isExcluded).map(\.term)
    if excluded.contains(where: { excluded in required.contains { $0.implies(excluded) } }) { return true }
    for (index, term) in required.enumerated() where required[..<index].contains(where: { $0.excludes(term) }) {
      return true
    }
    return CountField.allCases.contains { counted in
      func spans(_ terms: [Term]) -> [CountSpan] {
        terms.compactMap { if case .count(counted, let span) = $0 { span } else { nil } }
      }
      let required = spans(required)
      guard let from = required.map(\.from).max(), let through = required.map(\.through).min() else { return false }
      return from > through || spans(excluded).contains { $0.from <= from && $0.through >= through }
    }
  }
}

extension SearchQuery.Term {
  /// Whether every post with this term also has the other.
  fileprivate func implies(_ other: Self) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.has(let attachment), .hasMedia): return !attachment.kinds.isEmpty
    case (.isThread, .isReply), (.to, .isReply): return true
    case (.language(let code), .language(let wider)): return code.hasPrefix(wider + "-")
    case (.anyOf(let groups), _): return groups.allSatisfy { $0.contains { !$0.isExcluded && $0.term.implies(other) } }
    case (_, .anyOf(let groups)): return groups.contains { $0.allSatisfy { !$0.isExcluded && implies($0.term) } }
    default: break
    }
    guard let run, let wide = other.run else { return false }
    return run.narrows(wide)
  }

  /// Whether no post has both terms.
  fileprivate func excludes(_ other: Self) -> Bool {
    switch (self, other) {
    case (.language(let one), .language(let two)):
      return one != two && !one.hasPrefix(two + "-") && !two.hasPrefix(one + "-")
    // A post replies to one account only.
    case (.to(let one), .to(let two)):
      return !NamesInText.isHandle(one, matching: two) && !NamesInText.isHandle(two, matching: one)
    default: return false
    }
  }
}
