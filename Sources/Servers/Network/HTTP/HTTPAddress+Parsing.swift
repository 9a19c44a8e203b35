import Domain

extension HTTPAddress {
  /// The maximum length of an address, in bytes.
  static let maxBytes = 8192

  /// nil for addresses that are not supported: with another scheme, `http` to another computer, a user name or
  /// password, an invalid host, white space or control characters, or more than 8,192 bytes. A fragment is dropped.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.maxBytes, text.unicodeScalars.allSatisfy(Self.isAllowed) else { return nil }
    guard let colon = text.firstIndex(of: ":"), let scheme = Scheme(rawValue: text[..<colon].lowercased()),
      text[colon...].hasPrefix("://")
    else { return nil }
    let rest = text[text.index(colon, offsetBy: 3)...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard let (host, port) = Self.hostAndPort(authority), scheme == .https || Self.isLoopback(host) else { return nil }
    let target = rest[authority.endIndex...]
    let path = target.prefix { $0 != "?" }
    self.init(
      scheme: scheme, host: host, port: port == scheme.port ? nil : port,
      path: PercentEscapes.escapingPath(path.isEmpty ? "/" : Self.removingDotSegments(path)),
      query: Self.items(of: target[path.endIndex...].dropFirst()))
  }

  /// Resolves a reference in `Location` or `Link` (RFC 3986, 5.2).
  /// - Returns: nil for unsupported addresses, and from HTTPS to HTTP.
  public func resolving(_ reference: String) -> HTTPAddress? {
    guard reference.utf8.count <= Self.maxBytes else { return nil }
    let reference = reference.prefix { $0 != "#" }
    let beforePath = reference.prefix { !["/", "?"].contains($0) }
    let text: String
    if beforePath.contains(":") {
      text = String(reference)
    } else if reference.hasPrefix("//") {
      text = "\(scheme.rawValue):\(reference)"
    } else if reference.hasPrefix("/") {
      text = origin + reference
    } else if reference.isEmpty {
      return self
    } else if reference.hasPrefix("?") {
      text = origin + PercentEscapes.escapingPath(path) + reference
    } else {
      let path = PercentEscapes.escapingPath(path)
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
      text = origin + folder + reference
    }
    guard let address = HTTPAddress(text), scheme == .http || address.scheme == .https else { return nil }
    return address
  }
}

extension HTTPAddress {
  /// A backslash is ambiguous and not allowed.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0x20 && scalar.value != 0x7F && scalar != "\\" && scalar.properties.generalCategory != .control
  }

  private static func hostAndPort(_ authority: Substring) -> (host: String, port: Int?)? {
    guard authority.utf8.count <= 1024, !authority.contains("@") else { return nil }
    let isBracketed = authority.hasPrefix("[")
    let hostEnd: String.Index
    if isBracketed {
      guard let bracket = authority.firstIndex(of: "]") else { return nil }
      hostEnd = authority.index(after: bracket)
    } else {
      hostEnd = authority.firstIndex(of: ":") ?? authority.endIndex
    }
    guard let host = HostName(authority[..<hostEnd])?.ascii.lowercased(), isHost(host, isBracketed: isBracketed) else {
      return nil
    }
    let rest = authority[hostEnd...]
    guard !rest.isEmpty, rest != ":" else { return rest.isEmpty ? (host, nil) : nil }
    let digits = rest.dropFirst()
    guard rest.first == ":", digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = Int(digits), (1...65535).contains(port)
    else { return nil }
    return (host, port)
  }

  /// Whether a host is valid: labels of 1 to 63 characters, 253 in total (RFC 1035, 2.3.4).
  private static func isHost(_ host: String, isBracketed: Bool) -> Bool {
    if isBracketed { return IPAddress(host: host) != nil }
    let labels = (host.hasSuffix(".") ? host.dropLast() : host[...]).split(
      separator: ".", omittingEmptySubsequences: false)
    guard host.utf8.count <= 254, labels.allSatisfy({ (1...63).contains($0.utf8.count) }) else { return false }
    // A host that ends in a number must be an IPv4 address of four numbers.
    guard let last = labels.last, last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) || last.hasPrefix("0x") else {
      return true
    }
    return IPAddress(host: host) != nil
  }

  static func isLoopback(_ host: String) -> Bool { host == "localhost" || IPAddress(host: host)?.isLoopback == true }

  /// Whether a host is public. `localhost` and its subdomains are this computer (RFC 6761, 6.3), `.local` and
  /// `.internal` are private (RFC 6762; ICANN), with or without a trailing dot.
  static func isPublic(_ host: String) -> Bool {
    if let address = IPAddress(host: host) { return address.isPublic }
    let last = host.split(separator: ".").last ?? ""
    return !["localhost", "local", "internal"].contains(last)
  }

  /// `/a/./b/../c` becomes `/a/c` (RFC 3986, 5.2.4).
  private static func removingDotSegments(_ path: Substring) -> String {
    var result: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for segment in segments {
      switch segment {
      case ".": break
      case "..": _ = result.popLast()
      default: result.append(segment)
      }
    }
    if let last = segments.last, last == "." || last == ".." { result.append("") }
    return "/" + result.joined(separator: "/")
  }

  static func items(of query: Substring) -> [QueryItem] {
    query.split(separator: "&").map { part in
      let name = part.prefix { $0 != "=" }
      return QueryItem(
        PercentEscapes.unescapingForm(name), PercentEscapes.unescapingForm(part[name.endIndex...].dropFirst()))
    }
  }
}
