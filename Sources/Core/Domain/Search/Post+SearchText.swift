extension Post {
  /// All searched strings: content, names, links and descriptions of media. A phrase is found within one of them only.
  var searchedTexts: [[String]] { [contentTexts, nameTexts, linkTexts, media.compactMap(\.description)] }

  /// Text, content warning and poll options. A quoted post is searched as a post of its own.
  var contentTexts: [String] {
    var texts = [text.plain]
    if let warning { texts.append(warning) }
    if let poll { texts += poll.options.map(\.title) }
    return texts
  }

  /// Names and handles of the author and the reposter.
  var nameTexts: [String] {
    [author, repost?.by].compactMap { $0 }.flatMap { [$0.name, $0.handle] }
  }

  /// URLs of links to pages. URLs of mentions and hashtags add no words to the text.
  public var linkTexts: [String] {
    pageLinks.map(\.url) + media.filter { $0.kind == .link }.compactMap(\.url)
  }

  /// Whether it has a picture, a video or a sound.
  public var hasMedia: Bool { media.contains { $0.kind != .link } }

  /// Whether it links to a page. Mentions and hashtags do not count.
  public var hasLink: Bool {
    media.contains { $0.kind == .link } || text.runs.contains(where: \.isPageLink)
  }

  /// Links to pages, in order.
  public var pageLinks: [Link] { text.links.filter(\.isPage) }

  /// Whether it is a repost. In archives of X only the text shows it.
  public var isRepost: Bool {
    if repost != nil { return true }
    // Fast path: most posts start with another letter.
    guard (text.runs.first?.plain.utf8.first ?? UInt8(ascii: "R")) == UInt8(ascii: "R") else { return false }
    // The handle may be a link.
    return Self.looksLikeRepost(text.runs.prefix(2).map(\.plain).joined())
  }

  /// Whether the text starts like a repost in an archive of X.
  public static func looksLikeRepost(_ text: String) -> Bool { text.utf8.starts(with: "RT @".utf8) }
}

extension PostText.Run {
  fileprivate var isPageLink: Bool {
    if case .link(let link) = self { link.isPage } else { false }
  }
}

extension Link {
  fileprivate var isPage: Bool { !text.hasPrefix("@") && !text.hasPrefix("#") }
}
