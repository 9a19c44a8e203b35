import Domain

/// A post's HTML as its text.
enum HTMLText {
  /// Paragraphs stand apart by a blank line, list items have bullets, quotes `> `.
  /// - Parameter showsQuote: the quoted post itself is shown, so that the line that names it is dropped.
  static func text(of html: String, showsQuote: Bool = false) -> PostText {
    var tokens = HTMLTokenizer(html)
    var builder = HTMLTextBuilder(showsQuote: showsQuote)
    while let token = tokens.next() {
      switch token {
      case .text(let text): builder.append(text)
      case .start(let name, _) where HTMLElements.unread.contains(name): tokens.skipContent(of: name)
      case .start(let name, let attributes): builder.start(name, attributes)
      case .end(let name): builder.end(name)
      }
    }
    return builder.finish()
  }
}

extension PostText {
  /// With links to people for what they are, where the page itself does not say.
  func marking(mentions urls: [String]) -> PostText {
    guard !urls.isEmpty else { return self }
    let urls = Set(urls)
    return PostText(
      runs.map { run in
        guard case .link(var link) = run, link.kind == .address, urls.contains(link.url) else { return run }
        link.kind = .mention
        return .link(link)
      })
  }
}
