import Network

/// Parsing of server names as users type them.
enum ServerName {
  /// The maximum length of an input, in bytes. Names are shorter (RFC 1035).
  private static let maxLength = 2_048

  /// The address of a server: accepts `mastodon.social`, `@ada@mastodon.social`, `https://mastodon.social/@ada`. HTTP
  /// is allowed for this computer only.
  /// - Returns: nil if the text names no server.
  static func address(of typed: String) -> HTTPAddress? {
    // Some parsers end the host at a backslash.
    guard typed.utf8.count <= maxLength, !typed.contains("\\") else { return nil }
    var rest = typed[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    var scheme: String?
    for name in ["https", "http"] where rest.lowercased().hasPrefix("\(name)://") {
      scheme = name
      rest = rest.dropFirst(name.count + 3)
    }
    if rest.lowercased().hasPrefix("acct:") { rest = rest.dropFirst(5) }
    while rest.first == "@" { rest.removeFirst() }
    var authority = rest.prefix { !["/", "?", "#"].contains($0) }
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    if authority.last == "." { authority.removeLast() }
    guard !authority.isEmpty else { return nil }
    if let here = HTTPAddress("\(scheme ?? "http")://\(authority)"), here.isLoopback { return here.at() }
    guard let address = HTTPAddress("https://\(authority)"), isNamed(address.host) else { return nil }
    return address.at()
  }

  /// Whether the host is a public name, which has a dot, or an IPv6 address, which has square brackets.
  private static func isNamed(_ host: String) -> Bool {
    host.hasPrefix("[") || host.dropFirst().contains(".")
  }
}
