import Domain

extension SearchQuery.Widening {
  /// A suggestion for finding more.
  var sentence: String {
    switch self {
    case .otherTimeline(let name, let nearest):
      "No timeline “\(name)”." + (nearest.map { " Did you mean \($0)?" } ?? "")
    case .leavingOut(let conditions) where conditions.count == 1: "Remove \(conditions[0]) to find more."
    case .leavingOut(let conditions):
      "Remove \(conditions.dropLast().joined(separator: ", ")) or \(conditions.last ?? "") to find more."
    case .quotationMarks: "Without quotation marks, the words match anywhere in a post."
    case .quotedWord: "Without quotation marks, it also matches the start of a word."
    case .oneWordLess: "Use fewer words: a post must have all of them."
    case .shorterWord: "Try the start of a word: a shorter one finds more."
    case .longerWord: "Words of one or two letters only match whole words. Use three or more."
    }
  }
}
