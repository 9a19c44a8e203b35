/// A mention as the source of the post identifies it.
public struct Mention: Hashable, Sendable {
  /// The account's ID in the source, as `Profile.id`; nil if the source has none.
  public var id: String?
  /// Without `@`, with the domain if the source has it: `ann@loop.example`.
  public var handle: String
  /// The URL of links to the account; nil if the source has none.
  public var url: String?

  public init(id: String? = nil, handle: String, url: String? = nil) {
    self.id = id
    self.handle = handle
    self.url = url
  }

  public var profile: Profile { Profile(id: id, handle: handle) }
}

extension [Mention] {
  /// The mention that a link of the text is for: by URL, else by text. A handle without a domain matches only if no
  /// other mention has the same local part.
  public func mention(of link: Link) -> Mention? {
    guard !isEmpty else { return nil }
    if let mention = first(where: { $0.url == link.url }) { return mention }
    guard let name = link.mentionedName else { return nil }
    if let mention = first(where: { $0.handle.lowercased() == name }) { return mention }
    guard !name.contains("@") else { return nil }
    let namesakes = filter { $0.handle.lowercased().prefix { $0 != "@" } == name }
    return namesakes.count == 1 ? namesakes.first : nil
  }
}

extension Post {

  /// The mentioned profiles in order, without duplicates: those listed by the source, else those linked in the text.
  var mentionedProfiles: [Profile] {
    let profiles = mentions.isEmpty ? text.links.compactMap(\.mentionedAccount) : mentions.map(\.profile)
    return profiles.reduce(into: []) { unique, profile in
      if !profile.handle.isEmpty, !unique.contains(where: profile.isSame) { unique.append(profile) }
    }
  }

  /// The profile that a link of the text mentions; nil for other links.
  public func profile(mentionedBy link: Link) -> Profile? {
    guard link.kind == .mention else { return nil }
    return mentions.mention(of: link)?.profile ?? link.mentionedAccount
  }
}

extension Link {
  /// The handle in the link's text, in lower case, without `@` and white space; nil if none. A link that the
  /// source does not mark as a mention needs an `@`.
  fileprivate var mentionedName: String? {
    let name = text.split(whereSeparator: \.isWhitespace).joined().lowercased()
    let handle = name.trimmingAt
    return handle.isEmpty || (kind != .mention && handle == name) ? nil : handle
  }

  /// The profile by text and URL alone. If the text has no domain, that of the URL is used. nil if the link is not a
  /// mention or has no handle.
  var mentionedAccount: Profile? {
    guard kind == .mention else { return nil }
    let name = text.split(whereSeparator: \.isWhitespace).joined().trimmingAt
    guard !name.isEmpty else { return nil }
    if name.contains("@") { return Profile(handle: name) }
    guard let server = (try? WebAddress(url))?.authority else { return nil }
    return Profile(handle: "\(name)@\(server)")
  }
}

extension String {
  fileprivate var trimmingAt: String { String(drop { $0 == "@" || $0 == "\u{FF20}" }) }
}

extension WebAddress {
  /// The domain as handles write it: the host, and the port if the URL has one.
  public var authority: String {
    let authority = opened.split(separator: "/").dropFirst().first ?? ""
    let named = authority.prefix { $0 != "?" && $0 != "#" }
    return named.split(separator: "@").last.map(String.init) ?? host
  }
}
