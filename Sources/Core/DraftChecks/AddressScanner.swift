import Domain

/// Finds URLs as Mastodon counts them: `http://` or `https://` and a host that ends in a top-level domain. See
/// `MastodonEntities`.
struct AddressScanner {
  private static let maxHostLength = 253

  private let scalars: [Unicode.Scalar]

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  /// The ranges in scalars.
  var addresses: [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    while let colon = scalars[start...].firstIndex(of: ":") {
      start = colon + 1
      guard let address = address(withColonAt: colon, after: found.last?.upperBound ?? 0) else { continue }
      found.append(address)
      start = address.upperBound
    }
    return found
  }

  private func address(withColonAt colon: Int, after last: Int) -> Range<Int>? {
    guard scalars[colon...].starts(with: "://".unicodeScalars) else { return nil }
    var start = colon
    while start > last, scalars[start - 1].isASCIIAlphanumeric { start -= 1 }
    guard ["http", "https"].contains(string(start..<colon).lowercased()),
      start == 0 || scalars[start - 1].canPrecedeAddress,
      let hostEnd = hostEnd(from: colon + 3)
    else { return nil }
    return start..<pathEnd(from: hostEnd)
  }

  /// The end of the host and port at an index; nil if it is not a host name with a top-level domain.
  private func hostEnd(from start: Int) -> Int? {
    let end = scalars[start...].firstIndex { !$0.isInHost } ?? scalars.endIndex
    var host = string(start..<end)
    while host.last == "." || host.last == "-" { host.removeLast() }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, !labels.contains(where: \.isEmpty), let last = labels.last,
      host.count <= Self.maxHostLength,
      // Text of a script without spaces may follow immediately.
      let top = [last, last.prefix(while: \.isASCII)].first(where: { TopLevelDomains.contains(String($0)) })
    else { return nil }
    let hostEnd = start + host[..<top.endIndex].unicodeScalars.count
    guard hostEnd < scalars.count, scalars[hostEnd] == ":" else {
      return hostEnd < scalars.count && "@+-".unicodeScalars.contains(scalars[hostEnd]) ? nil : hostEnd
    }
    let portEnd = scalars[(hostEnd + 1)...].firstIndex { !("0"..."9" ~= $0) } ?? scalars.endIndex
    return portEnd > hostEnd + 1 ? portEnd : hostEnd
  }

  /// The end of the path and query at an index, without final punctuation and closing parentheses that the path does
  /// not open.
  private func pathEnd(from start: Int) -> Int {
    guard start < scalars.count, scalars[start] == "/" || scalars[start] == "?" else { return start }
    var end = start
    var openParentheses = 0
    var isInQuery = false
    for index in start..<scalars.count {
      let scalar = scalars[index]
      if scalar == "(" { openParentheses += 1 }
      if scalar == ")" { openParentheses -= 1 }
      if scalar == "?" { isInQuery = true }
      guard !scalar.properties.isWhitespace, scalar != "<", scalar != ">", openParentheses >= 0 else { break }
      let canEnd = scalar.canEndPath || isInQuery && (scalar == "=" || scalar == "&")
      if openParentheses == 0, canEnd { end = index + 1 }
    }
    return end
  }

  private func string(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
}

extension Unicode.Scalar {
  fileprivate var isInHost: Bool { self == "." || self == "-" || isWord }

  fileprivate var canPrecedeAddress: Bool {
    !isASCIIAlphanumeric && !"@＠$#＃=/".unicodeScalars.contains(self)
  }

  fileprivate var canEndPath: Bool { !"!*\"'「」;:=,.$%[]~&|@?".unicodeScalars.contains(self) }
}
