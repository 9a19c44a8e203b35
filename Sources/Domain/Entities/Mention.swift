/// A person whom a post mentions, as the source of the post identifies them.
public struct Mention: Hashable, Sendable {
  /// The ID in the source, as `Profile.id`; nil where the source gives none.
  public var id: String?
  /// Without `@`, with its server where the source names one: `ann@loop.example`.
  public var handle: String
  /// The address to which the source says that links to this person lead; nil where it gives none.
  public var url: String?

  public init(id: String? = nil, handle: String, url: String? = nil) {
    self.id = id
    self.handle = handle
    self.url = url
  }

  public var profile: Profile { Profile(id: id, handle: handle) }
}

extension [Mention] {
  /// The mentioned person to whom a link of the text leads: by its address, else by its text. A name without a server
  /// identifies a person only if no other mentioned person has the same name.
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

  /// The people whom the post mentions, in order, each once: those that its source lists, else those whom the links of
  /// its text name.
  public var mentionedPeople: [Profile] {
    let people = mentions.isEmpty ? text.links.compactMap(\.mentionedAccount) : mentions.map(\.profile)
    return people.reduce(into: []) { unique, person in
      if !person.handle.isEmpty, !unique.contains(where: person.isSame) { unique.append(person) }
    }
  }

  /// The person whom a link of the text mentions; nil for other links.
  public func person(mentionedBy link: Link) -> Profile? {
    guard link.kind == .mention else { return nil }
    return mentions.mention(of: link)?.profile ?? link.mentionedAccount
  }
}

extension Link {
  /// The handle that the text names, in lower case, without `@` and white space. nil where it names none: what the source
  /// does not mark as a mention has an `@`.
  fileprivate var mentionedName: String? {
    let name = text.split(whereSeparator: \.isWhitespace).joined().lowercased()
    let handle = name.trimmingAt
    return handle.isEmpty || (kind != .mention && handle == name) ? nil : handle
  }

  /// The person by text and address alone: where the text names no server, that of the address. nil where it is no
  /// mention, or names nobody.
  public var mentionedAccount: Profile? {
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
  /// The server as handles name it: the host, and the port if the address has one.
  public var authority: String {
    let authority = opened.split(separator: "/").dropFirst().first ?? ""
    let named = authority.prefix { $0 != "?" && $0 != "#" }
    return named.split(separator: "@").last.map(String.init) ?? host
  }
}
