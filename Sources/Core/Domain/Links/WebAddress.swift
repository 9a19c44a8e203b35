/// A web URL that can be opened, and its actual host.
public struct WebAddress: Hashable, Sendable {
  /// The URL as it was written.
  public let text: String
  /// The URL for a browser: the same, with the host as A-labels.
  public let opened: String
  /// The host as A-labels, without a port: `xn--80ak6aa92e.com`.
  public let host: String
  /// Whether the URL may mislead about its host: the host has non-ASCII letters, or something before it looks like a
  /// host.
  public let isDeceptive: Bool

  /// - Throws: `unsupportedScheme` for other schemes than http and https, `ambiguous` if browsers and users may read it
  ///   differently.
  public init(_ text: String) throws(LinkError) {
    let scheme = text.prefix { $0 != ":" }
    guard ["http", "https"].contains(scheme.lowercased()), text.dropFirst(scheme.count).hasPrefix("://") else {
      throw .unsupportedScheme(url: text)
    }
    guard text.unicodeScalars.allSatisfy(\.isVisible) else { throw .ambiguous(url: text) }
    let scalars = text.unicodeScalars
    let start = scalars.index(scalars.startIndex, offsetBy: scheme.unicodeScalars.count + 3)
    let end = scalars[start...].firstIndex { ["/", "?", "#"].contains($0) } ?? scalars.endIndex
    // For browsers a backslash ends the host, for other programs it does not.
    guard !scalars[start..<end].contains(where: { $0 == "\\" || $0 == " " }) else { throw .ambiguous(url: text) }
    let userInfoEnd = scalars[start..<end].lastIndex(of: "@")
    let hostStart = userInfoEnd.map(scalars.index(after:)) ?? start
    let port = Self.port(in: scalars[hostStart..<end])
    guard let host = HostName(text[hostStart..<port]) else { throw .ambiguous(url: text) }
    self.text = text
    self.host = host.ascii
    opened = text[..<hostStart] + host.ascii + text[port...]
    isDeceptive = userInfoEnd != nil || text[hostStart..<port].utf8.contains { $0 >= 0x80 }
  }
}

extension WebAddress {
  /// The URL with its actual host if that is not obvious: `https://аррӏе.com/x (xn--80ak6aa92e.com)`. Text that is not
  /// a web URL is returned unchanged.
  public static func displayText(_ text: String) -> String {
    guard let address = try? WebAddress(text), address.isDeceptive else { return text }
    return "\(text) (\(address.host))"
  }

  /// The index of `:80`, or the end.
  private static func port(in authority: Substring.UnicodeScalarView) -> String.Index {
    guard let colon = authority.lastIndex(of: ":"), authority[colon...].dropFirst().allSatisfy(\.isDigit) else {
      return authority.endIndex
    }
    return colon
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { "0"..."9" ~= self }

  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    case .spaceSeparator: self == " "
    default: unescapedControl == nil
    }
  }
}
