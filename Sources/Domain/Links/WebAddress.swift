/// An address of the web that can be opened, and where it really leads.
public struct WebAddress: Hashable, Sendable {
  /// As it was written.
  public let text: String
  /// What a browser is given: the same, with the host as the network knows it.
  public let opened: String
  /// The host as the network knows it, and nothing else: `xn--80ak6aa92e.com`.
  public let host: String
  /// Whether a reader could take it to lead elsewhere: its host is written in letters that look like others, or there
  /// is something before the host that looks like one.
  public let isDeceptive: Bool

  /// - Throws: `unsupportedScheme` for what is no address of the web, `unclear` for one that a browser may read
  ///   differently from a person.
  public init(_ text: String) throws(LinkError) {
    let scheme = text.prefix { $0 != ":" }
    guard ["http", "https"].contains(scheme.lowercased()), text.dropFirst(scheme.count).hasPrefix("://") else {
      throw .unsupportedScheme(url: text)
    }
    guard text.unicodeScalars.allSatisfy(\.isVisible) else { throw .unclear(url: text) }
    let scalars = text.unicodeScalars
    let start = scalars.index(scalars.startIndex, offsetBy: scheme.unicodeScalars.count + 3)
    let end = scalars[start...].firstIndex { ["/", "?", "#"].contains($0) } ?? scalars.endIndex
    // Browsers take a backslash for the end of the host, other programs do not.
    guard !scalars[start..<end].contains(where: { $0 == "\\" || $0 == " " }) else { throw .unclear(url: text) }
    let userInfoEnd = scalars[start..<end].lastIndex(of: "@")
    let hostStart = userInfoEnd.map(scalars.index(after:)) ?? start
    let port = Self.port(in: scalars[hostStart..<end])
    guard let host = HostName(text[hostStart..<port]) else { throw .unclear(url: text) }
    self.text = text
    self.host = host.ascii
    opened = text[..<hostStart] + host.ascii + text[port...]
    isDeceptive = userInfoEnd != nil || text[hostStart..<port].utf8.contains { $0 >= 0x80 }
  }
}

extension WebAddress {
  /// The address with the real host beside it, where that is not plain: `https://аррӏе.com/x (xn--80ak6aa92e.com)`. What
  /// is no address of the web, and does not open, is shown as it is.
  public static func shown(_ text: String) -> String {
    guard let address = try? WebAddress(text), address.isDeceptive else { return text }
    return "\(text) (\(address.host))"
  }

  /// Where `:80` begins, or the end.
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
