import Domain

extension SearchQuery.Widening {
  /// What to try, for people.
  var sentence: String {
    switch self {
    case .otherTimeline(let name, let nearest):
      "There is no timeline “\(name)”" + (nearest.map { "; \($0) may be meant." } ?? ".")
    case .leavingOut(let conditions) where conditions.count == 1: "Without \(conditions[0]) it may find more."
    case .leavingOut(let conditions):
      "Without \(conditions.dropLast().joined(separator: ", ")) or \(conditions.last ?? "") it may find more."
    case .quotationMarks: "Without quotation marks the words may stand anywhere in a post."
    case .quotedWord: "Without quotation marks it may also be the beginning of a word."
    case .oneWordLess: "One word less may find more: a post must have every one of them."
    case .shorterWord: "The beginning of a word is enough: a shorter one may find more."
    case .longerWord: "So short a word must stand alone. From three letters on it may be the beginning of one."
    }
  }
}
