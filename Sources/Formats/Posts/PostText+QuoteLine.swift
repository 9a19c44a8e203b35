import Domain

extension PostText {
  /// The text without the line `RE: address` above or below it, which servers write for those who cannot show the
  /// quoted post itself.
  func withoutLine(naming quoted: Post) -> PostText {
    func names(_ run: Run?) -> Bool {
      guard case .link(let link)? = run else { return false }
      return link.url == quoted.url || link.url == quoted.id.rawValue
    }
    if runs.first == .text("RE: "), names(runs.dropFirst().first) {
      var rest = runs.dropFirst(2)
      guard let next = rest.popFirst() else { return PostText() }
      guard case .text(let text) = next else { return self }
      let trimmed = text.drop(while: \.isNewline)
      // What goes on in the same line is no line of a server's.
      guard trimmed.startIndex > text.startIndex else { return self }
      return PostText((trimmed.isEmpty ? [] : [.text(String(trimmed))]) + rest)
    }
    if names(runs.last), case .text(let text)? = runs.dropLast().last, text.hasSuffix("\nRE: ") {
      var text = text.dropLast("RE: ".count)
      while text.last?.isNewline == true { text.removeLast() }
      return PostText(runs.dropLast(2) + (text.isEmpty ? [] : [.text(String(text))]))
    }
    return self
  }
}
