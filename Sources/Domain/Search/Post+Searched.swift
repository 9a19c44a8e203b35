extension Post {
  /// What is searched of it: what it says, whose it is, where its links lead, what its media show. No phrase reaches from
  /// one of all these texts into the next.
  public var searchedTexts: [[String]] { [saidTexts, nameTexts, linkTexts, media.compactMap(\.description)] }

  /// Text, warning and answers of a poll. What it quotes is another post, and found as that.
  public var saidTexts: [String] {
    var texts = [text.plain]
    if let warning { texts.append(warning) }
    if let poll { texts += poll.options.map(\.title) }
    return texts
  }

  /// Names and handles of who wrote and who reposted it.
  public var nameTexts: [String] {
    [author, repost?.by].compactMap { $0 }.flatMap { [$0.name, $0.handle] }
  }

  /// The full addresses of pages. Those of people and tags hold no word that the text does not.
  public var linkTexts: [String] {
    pageLinks.map(\.url) + media.filter { $0.kind == .link }.compactMap(\.url)
  }

  /// Whether it carries a picture, a film or a sound.
  public var hasMedia: Bool { media.contains { $0.kind != .link } }

  /// Whether it leads to a page. People and tags that are named in it do not count.
  public var hasLink: Bool {
    media.contains { $0.kind == .link } || text.runs.contains(where: \.isPageLink)
  }

  /// Links that lead to pages, in order.
  public var pageLinks: [Link] { text.links.filter(\.leadsToPage) }

  /// Whether somebody passed it on. Of what an archive of X holds, only the text says so.
  public var isRepost: Bool {
    if repost != nil { return true }
    // Most begin with another letter.
    guard (text.runs.first?.plain.utf8.first ?? UInt8(ascii: "R")) == UInt8(ascii: "R") else { return false }
    // The name may be a link.
    return Self.saysRepost(text.runs.prefix(2).map(\.plain).joined())
  }

  /// Whether a text begins as that of a repost does in an archive of X.
  public static func saysRepost(_ text: String) -> Bool { text.utf8.starts(with: "RT @".utf8) }
}

extension PostText.Run {
  fileprivate var isPageLink: Bool {
    if case .link(let link) = self { link.leadsToPage } else { false }
  }
}

extension Link {
  fileprivate var leadsToPage: Bool { !text.hasPrefix("@") && !text.hasPrefix("#") }
}
