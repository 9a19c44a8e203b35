/// A timeline that a server shows to everyone: its local posts, or the posts with a hashtag that it knows.
public struct PublicTimeline: Hashable, Sendable {
  /// The maximum length of a host or hashtag, in characters.
  private static let maxLength = 253

  public var server: ServerOrigin
  /// The hashtag without `#`; nil for the local posts.
  public var tag: String?

  /// Recognizes what users type: `tern.example`, `https://tern.example/public/local`, `https://tern.example/tags/loom`,
  /// `#loom@tern.example`. HTTP is used for this computer only.
  /// - Returns: nil if the text names neither a server nor a hashtag at one.
  public init?(typed text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first else { return nil }
    if word.first == "#" || word.first == "\u{FF03}" {
      let parts = word.dropFirst().split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].contains(where: { "/?#".contains($0) }) else { return nil }
      self.init(tag: String(parts[0]), at: parts[1])
    } else if word.contains("://") {
      self.init(page: word)
    } else {
      guard !word.contains(where: { "/?#".contains($0) }) else { return nil }
      self.init(tag: nil, at: word)
    }
  }

  private init?(tag: String?, at authority: Substring, scheme: String? = nil) {
    guard let server = ServerOrigin(authority: authority, scheme: scheme) else { return nil }
    if let tag, !Self.isTag(tag) { return nil }
    self.server = server
    self.tag = tag
  }

  /// The front page of a server, its page of public posts, or the page of a hashtag.
  private init?(page url: Substring) {
    guard let separator = url.firstRange(of: "://") else { return nil }
    let rest = url[separator.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let path = rest[authority.endIndex...].prefix { !"?#".contains($0) }
    let parts = path.split(separator: "/").map(String.init)
    var tag: String?
    switch parts.first {
    case nil: break
    case "public", "explore", "about", "timeline", "local": guard parts.count <= 2 else { return nil }
    case "tags", "tag":
      guard parts.count == 2, let name = Self.decoded(parts[1]) else { return nil }
      tag = name
    default: return nil
    }
    self.init(tag: tag, at: authority, scheme: String(url[..<separator.lowerBound]).lowercased())
  }

  /// Whether the text can be the name of a hashtag.
  private static func isTag(_ text: String) -> Bool {
    !text.isEmpty && text.count <= maxLength
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "_·・\u{200C}".unicodeScalars.contains(scalar)
          || scalar.properties.generalCategory == .nonspacingMark || scalar.properties.generalCategory == .spacingMark
      }
  }

  /// The text without percent-encoding; nil if that is not UTF-8.
  private static func decoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension PublicTimeline {
  public init(server: ServerOrigin, tag: String? = nil) {
    self.server = server
    self.tag = tag
  }

  /// The address of its web page, by which it is stored.
  public var address: String { server.address + (tag.map { "/tags/\($0)" } ?? "") }

  /// `tern.example`, `#loom@tern.example`.
  public var title: String { tag.map { "#\($0)@\(server.host)" } ?? server.host }

  /// The timeline in a sentence: “the local timeline of tern.example”.
  public var phrase: String { tag.map { "#\($0) at \(server.host)" } ?? "the local timeline of \(server.host)" }

  /// The timeline as its server identifies it.
  public var idAtServer: TimelineID { tag.map(TimelineID.tag) ?? .local }

  /// The account that stands for a reader of the server who is not signed in there.
  public var account: Account { Account(readerOf: server) }
}

extension ServerOrigin {
  /// The server with a host name, and a port if it is not the default.
  /// - Parameter scheme: the scheme that was typed; nil if none was.
  fileprivate init?(authority typed: Substring, scheme: String?) {
    let authority = typed.last == "." ? typed.dropLast() : typed
    guard !authority.contains("@"), [nil, "https", "http"].contains(scheme),
      let address = try? WebAddress("https://\(authority)"), !address.host.isEmpty
    else { return nil }
    // With the host as A-labels, in lower case.
    let host = address.opened.dropFirst("https://".count).lowercased()
    guard !host.hasPrefix(":"), host.utf8.count <= 300 else { return nil }
    if Self.isThisComputer(address.host.lowercased()) {
      self.init(host: host, address: "\(scheme ?? "http")://\(host)")
    } else {
      let labels = address.host.split(separator: ".", omittingEmptySubsequences: false)
      guard address.host.hasPrefix("[") || labels.count > 1 && !labels.contains(where: \.isEmpty) else { return nil }
      self.init(host: host, address: "https://\(host)")
    }
  }

  private static func isThisComputer(_ host: String) -> Bool {
    host == "localhost" || host == "[::1]" || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
  }
}

extension Account {
  /// The account that stands for a reader of a server who is not signed in there. Its posts have the IDs of that
  /// server.
  public init(readerOf server: ServerOrigin) {
    self.init(
      id: AccountID(.publicServer, server.address), profile: Profile(handle: "", name: server.host),
      origin: .server(server))
  }
}

extension AccountID {
  /// The server that is read without an account; nil for an account.
  public var publicServer: ServerOrigin? {
    kind == .publicServer ? PublicTimeline(typed: key)?.server : nil
  }
}
