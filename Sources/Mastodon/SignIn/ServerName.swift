import Network

/// A server as people type it.
enum ServerName {
  /// Longer is no name of a server (RFC 1035).
  private static let longest = 2_048

  /// Its address: of `mastodon.social`, `@ada@mastodon.social`, `https://mastodon.social/@ada`. HTTP is for this very
  /// machine alone.
  /// - Returns: nil for what names no server.
  static func address(of typed: String) -> HTTPAddress? {
    // To some, a backslash ends the name.
    guard typed.utf8.count <= longest, !typed.contains("\\") else { return nil }
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

  /// A name on the internet has a dot, an address of version 6 has brackets.
  private static func isNamed(_ host: String) -> Bool {
    host.hasPrefix("[") || host.dropFirst().contains(".")
  }
}
