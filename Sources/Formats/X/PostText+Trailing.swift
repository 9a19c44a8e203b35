import Domain

extension PostText {
  /// Without the links at its end that lead to what is shown beside it.
  func droppingTrailingLinks(where isShown: (Link) -> Bool) -> PostText {
    var runs = runs
    while case .link(let link)? = runs.last, isShown(link) {
      runs.removeLast()
      guard case .text(let text)? = runs.last else { continue }
      runs.removeLast()
      let end = text.lastIndex { !$0.isWhitespace }
      if let end { runs.append(.text(String(text[...end]))) }
    }
    return PostText(runs)
  }
}
