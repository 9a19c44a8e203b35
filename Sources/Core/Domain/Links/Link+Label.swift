extension Link {
  /// The text to draw. If the label looks like a URL at another host, the actual host follows in parentheses.
  public var displayLabel: String {
    if label == url { return WebAddress.displayText(url) }
    guard let claimed = Self.host(in: label), let address = try? WebAddress(url) else { return label }
    let host = address.host.lowercased()
    let isThere = claimed.isCut ? host.hasPrefix(claimed.host) : Self.isSame(host, claimed.host)
    return isThere ? label : "\(label) (\(address.host))"
  }

  /// The host in a label that looks like a URL, possibly without a scheme or truncated; nil for other labels.
  private static func host(in label: String) -> (host: String, isCut: Bool)? {
    var rest = label.lowercased()[...]
    for prefix in ["https://", "http://"] where rest.hasPrefix(prefix) { rest = rest.dropFirst(prefix.count) }
    var host = rest.prefix { !["/", "?", "#"].contains($0) }
    guard !host.contains(where: \.isWhitespace), !host.contains("@"), host.dropFirst().contains(".") else { return nil }
    let ellipsis = ["…", "..."].first(where: host.hasSuffix)
    host = withoutWWW(host.dropLast(ellipsis?.count ?? 0))
    guard let top = host.split(separator: ".").last, top.count > 1, top.allSatisfy(\.isLetter) || ellipsis != nil else {
      return nil
    }
    return (String(host), ellipsis != nil)
  }

  /// Whether the hosts are the same, or one is a subdomain of the other: `pic.example.com` and `example.com`.
  private static func isSame(_ host: String, _ claimed: String) -> Bool {
    let host = withoutWWW(host[...])
    return host == claimed || host.hasSuffix("." + claimed) || claimed.hasSuffix("." + host)
  }

  private static func withoutWWW(_ host: Substring) -> Substring {
    host.hasPrefix("www.") ? host.dropFirst(4) : host
  }
}
