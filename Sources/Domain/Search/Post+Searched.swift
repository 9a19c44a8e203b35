extension Post {
  /// What is searched of it: what it says, whose it is, where its links lead, what its media show. No phrase reaches from
  /// one of all these texts into the next.
  public var searchedTexts: [[String]] { [saidTexts, nameTexts, linkTexts, media.compactMap(\.description)] }

  /// Text, warning, answers of a poll, and what the quoted post says.
  public var saidTexts: [String] {
    var texts = [text.plain]
    if let warning { texts.append(warning) }
    if let poll { texts += poll.options.map(\.title) }
    if case .shown(let quoted)? = quote { texts.append(quoted.text.plain) }
    return texts
  }

  /// Names and handles of who wrote and who reposted it.
  public var nameTexts: [String] {
    [author, repost?.by].compactMap { $0 }.flatMap { [$0.name, $0.handle] }
  }

  /// Full addresses, and what is drawn instead of them.
  public var linkTexts: [String] {
    text.links.flatMap { $0.label == $0.url ? [$0.url] : [$0.url, $0.label] }
      + media.filter { $0.kind == .link }.compactMap(\.url)
  }

  /// Whether it carries a picture, a film or a sound.
  public var hasMedia: Bool { media.contains { $0.kind != .link } }

  /// Whether it leads to a page. People and tags that are named in it do not count.
  public var hasLink: Bool {
    media.contains { $0.kind == .link } || text.links.contains { !$0.text.hasPrefix("@") && !$0.text.hasPrefix("#") }
  }

  /// Whether somebody passed it on. Of what an archive of X holds, only the text says so.
  public var isRepost: Bool { repost != nil || text.plain.hasPrefix("RT @") }
}
