extension WebAddress {
  /// Whether two URLs are of the same page. Scheme, default port, escapes, fragment, a slash at the end, and the case
  /// of host and names do not count; neither does the query if the path alone names a post or profile.
  public static func areSame(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    guard let one = try? WebAddress(one), let other = try? WebAddress(other) else { return false }
    return one.page == other.page
  }

  private var page: [String] {
    let address = opened.prefix { $0 != "#" }
    let path = address.prefix { $0 != "?" }
    var parts = path.split(separator: "/", omittingEmptySubsequences: true).dropFirst().map(Self.unescaped)
    guard let authority = parts.first else { return [] }
    parts[0] = Self.host(authority)
    for index in parts.indices.dropFirst() where parts[index].hasPrefix("@") || parts[index - 1] == "users" {
      parts[index] = parts[index].lowercased()
    }
    if address.count > path.count, FediverseAddress(text) == nil {
      parts.append(String(address.dropFirst(path.count)))
    }
    return parts
  }

  /// The text with its percent escapes as characters (RFC 3986, 2.1).
  private static func unescaped(_ part: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = part.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The host, with a port that is not the default.
  private static func host(_ authority: String) -> String {
    let host = authority.split(separator: "@").last?.lowercased() ?? ""
    for port in [":443", ":80"] where host.hasSuffix(port) { return String(host.dropLast(port.count)) }
    return host
  }
}

extension FediverseAddress {
  /// The handle of a profile, without `@`: of `@ada@far.example`, `https://far.example/@ada` or
  /// `https://far.example/users/ada`; nil for other addresses.
  public var handle: String? {
    guard kind == .profile else { return nil }
    if isHandle { return String(text.dropFirst()) }
    let parts = text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count > 2, let name = parts.last?.drop(while: { $0 == "@" }) else { return nil }
    return name.contains("@") ? String(name) : "\(name)@\(parts[1])"
  }
}
