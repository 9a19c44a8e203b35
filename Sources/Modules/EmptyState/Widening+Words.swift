import Domain

extension SearchQuery.Widening {
  /// What to try, for people.
  var sentence: String {
    switch self {
    case .leavingOut(let conditions) where conditions.count == 1: "Without \(conditions[0]) it may find more."
    case .leavingOut(let conditions):
      "Without \(conditions.dropLast().joined(separator: ", ")) or \(conditions.last ?? "") it may find more."
    case .quotationMarks: "Without quotation marks the words may stand anywhere in a post."
    case .oneWordLess: "One word less may find more: a post must have every one of them."
    case .shorterWord: "The beginning of a word is enough: a shorter one may find more."
    case .longerWord: "So short a word must stand alone. From three letters on it may be the beginning of one."
    }
  }
}

extension EmptyStateViewModel {
  /// Where a search has nothing to show, whatever the reason: the way back to the posts is live, and while a person types
  /// into the field nothing else.
  public func inSearch(isTyping: Bool) -> Self {
    var viewModel = self
    if isTyping { viewModel.actions = [] }
    if !viewModel.actions.contains(.clearSearch) { viewModel.actions.append(.clearSearch) }
    return viewModel
  }
}
