extension Link {
  /// The text to draw. If the label names another host than the one that the link leads to, the actual host follows in
  /// parentheses.
  /// - Parameter mentions: the mentions that the source lists. The page of such an account may be at another host than
  ///   its handle names.
  public func displayLabel(mentions: [Mention] = []) -> String {
    if label == url { return WebAddress.displayText(url) }
    let claimed = ClaimedHost.all(in: label)
    guard !claimed.isEmpty, let address = try? WebAddress(url) else { return label }
    let host = address.host.lowercased()
    if claimed.allSatisfy({ $0.isHonest(at: host) }) || isListed(in: mentions) { return label }
    return "\(label) (\(address.host))"
  }

  /// Whether the label is the handle of the account that the source lists for the URL.
  private func isListed(in mentions: [Mention]) -> Bool {
    mentions.contains { $0.url == url && label.lowercased() == "@" + $0.handle.lowercased() }
  }
}
