/// Finds URLs in a text as Mastodon does. See `MastodonEntities` for the rules.
struct AddressScanner {
  private static let schemes = ["https", "http", "dat", "dweb", "ipfs", "ipns", "ssb", "gopher", "gemini"]
  /// Longer names or labels do not exist (RFC 1035, 2.3.4) and form no URL.
  private static let maxHostLength = 253
  private static let maxLabelLength = 63
  /// twitter-text, `MAX_URL_LENGTH`.
  private static let maxLength = 4_096

  private let scalars: [Unicode.Scalar]

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  /// The ranges in scalars.
  var addresses: [Range<Int>] {
    var found: [Range<Int>] = []
    // The end of the last match, which is not part of what precedes the next one.
    var last = 0
    var start = 0
    while start < scalars.count {
      guard canBegin(at: start, after: last), let match = match(at: start) else {
        start += 1
        continue
      }
      if match.isAddress { found.append(start..<match.end) }
      last = match.scannedEnd
      start = last
    }
    return found
  }

  private struct Match {
    /// Names without a scheme are parsed like URLs but do not count as one.
    var isAddress: Bool
    var end: Int
    /// Where scanning continues.
    var scannedEnd: Int
  }

  private func canBegin(at start: Int, after last: Int) -> Bool {
    guard start > 0, scalars[start - 1] != "\n" else { return true }
    return start > last && scalars[start - 1].canPrecedeAddress
  }

  private func match(at start: Int) -> Match? {
    let hostStart = endOfScheme(at: start)
    guard let (hostEnd, isValid) = host(at: hostStart ?? start) else { return nil }
    var end = hostEnd
    if self[end] == ":", let port = self.end(ofRunAt: end + 1, \.isASCIIDigit) { end = port }
    end = pathEnd(at: end)
    end = queryEnd(at: end)
    guard let hostStart else { return Match(isAddress: false, end: end, scannedEnd: end) }
    var match = Match(isAddress: isValid && end - start <= Self.maxLength, end: end, scannedEnd: end)
    shortenIfOfTwitter(&match, host: hostStart, hostEnd: hostEnd)
    return match
  }

  /// For t.co only the first path component belongs to the URL.
  private func shortenIfOfTwitter(_ match: inout Match, host: Int, hostEnd: Int) {
    guard hostEnd - host == 4, String(scalars[host..<hostEnd]).lowercased() == "t.co", self[hostEnd] == "/",
      let slug = end(ofRunAt: hostEnd + 1, \.isASCIIAlphanumeric)
    else { return }
    match.end = queryEnd(at: slug)
    if slug - hostEnd - 1 > 40 { match.isAddress = false }
  }

  private subscript(index: Int) -> Unicode.Scalar? { scalars.indices.contains(index) ? scalars[index] : nil }

  /// The end of the run of matching scalars at an index; nil if none.
  private func end(ofRunAt start: Int, _ fits: (Unicode.Scalar) -> Bool) -> Int? {
    var index = start
    while let scalar = self[index], fits(scalar) { index += 1 }
    return index > start ? index : nil
  }
}

// MARK: - Scheme and host

extension AddressScanner {
  /// The end of the scheme at an index, including `://`; nil if none.
  private func endOfScheme(at start: Int) -> Int? {
    guard let end = end(ofRunAt: start, \.isASCIIAlphanumeric), end - start <= 6,
      scalars[end...].starts(with: "://".unicodeScalars),
      Self.schemes.contains(String(scalars[start..<end]).lowercased())
    else { return nil }
    return end + 3
  }

  /// The end of the longest host at an index, and whether its length is valid; nil if none.
  private func host(at start: Int) -> (end: Int, isValid: Bool)? {
    var labels: [(dot: Int, length: Int, hasUnderscore: Bool)] = []
    var index = start
    while index - start <= Self.maxHostLength, let end = end(ofRunAt: index, \.mayBeInLabel), self[end] == ".",
      scalars[index].isInHost, scalars[end - 1].isInHost
    {
      labels.append((end, end - index, scalars[index..<end].contains("_")))
      index = end + 1
    }
    for number in labels.indices.reversed() where !labels[number].hasUnderscore {
      guard let end = topLevelEnd(at: labels[number].dot + 1) else { continue }
      return (end, labels[...number].allSatisfy { $0.length <= Self.maxLabelLength })
    }
    return nil
  }

  private func topLevelEnd(at start: Int) -> Int? {
    guard let first = self[start] else { return nil }
    if first.isASCII, let end = end(ofRunAt: start, \.isASCIIAlphanumeric) {
      let label = String(scalars[start..<end])
      if label.lowercased() == "xn", self[end] == "-", self[end + 1] == "-",
        let whole = self.end(ofRunAt: end + 2, \.isASCIIAlphanumeric)
      {
        return whole
      }
      if canFollowHost(end), TopLevelDomains.contains(label) { return end }
    }
    let rest = String(String.UnicodeScalarView(scalars[start..<min(scalars.count, start + 32)])).lowercased()
    guard let label = TopLevelDomains.internationalised(beginning: rest) else { return nil }
    let end = start + label.unicodeScalars.count
    return canFollowHost(end) ? end : nil
  }

  private func canFollowHost(_ index: Int) -> Bool {
    guard let next = self[index] else { return true }
    return !next.isASCIIAlphanumeric && next != "@" && next != "+" && next != "-"
  }
}

// MARK: - Path and query

extension AddressScanner {
  private func pathEnd(at start: Int) -> Int {
    guard self[start] == "/" else { return start }
    var end = start + 1
    var index = end
    while let scalar = self[index] {
      if scalar == "(" {
        guard let close = bracketEnd(at: index) else { break }
        (index, end) = (close, close)
      } else if scalar.isInPath {
        index += 1
        if scalar.canEndPath { end = index }
      } else {
        break
      }
    }
    return end
  }

  /// The end of the bracketed part at an index, with at most one nested pair.
  private func bracketEnd(at start: Int) -> Int? {
    let first = end(ofRunAt: start + 1, \.isInPath)
    if let first, self[first] == ")" { return first + 1 }
    let inner = first ?? start + 1
    guard self[inner] == "(", let innerEnd = end(ofRunAt: inner + 1, \.isInPath), self[innerEnd] == ")" else {
      return nil
    }
    let last = end(ofRunAt: innerEnd + 1, \.isInPath) ?? innerEnd + 1
    return self[last] == ")" ? last + 1 : nil
  }

  private func queryEnd(at start: Int) -> Int {
    guard self[start] == "?" else { return start }
    var end = start
    var index = start + 1
    while let scalar = self[index], scalar.isInQuery {
      index += 1
      if scalar.canEndQuery { end = index }
    }
    return end
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIIDigit: Bool { 0x30...0x39 ~= value }

  fileprivate var canPrecedeAddress: Bool {
    if isASCIIAlphanumeric { return false }
    return switch self {
    case "@", "＠", "$", "#", "＃", "\u{FFFE}", "\u{FEFF}", "\u{FFFF}": false
    default: true
    }
  }

  /// `DOMAIN_VALID_CHARS`: no ASCII punctuation or control character, and no Unicode space.
  fileprivate var isInHost: Bool {
    if isASCII { return isASCIIAlphanumeric || self == "\\" }
    return switch value {
    case 0x85, 0xA0, 0x1680, 0x180E, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF, 0xFFFE, 0xFFFF:
      false
    default: true
    }
  }

  fileprivate var mayBeInLabel: Bool { isInHost || self == "-" || self == "_" }

  fileprivate var isInPath: Bool {
    switch self {
    case "<", ">", "(", ")", "?": false
    default: !properties.isWhitespace
    }
  }

  fileprivate var canEndPath: Bool {
    switch self {
    case "!", "*", "\"", "'", "「", "」", ";", ":", "=", ",", ".", "$", "%", "[", "]", "~", "&", "|", "@": false
    default: isInPath
    }
  }

  fileprivate var isInQuery: Bool {
    switch self {
    case "!", "?", "*", "'", "(", ")", ";", ":", "&", "=", "+", "$", "/", "%", "#", "[", "]", "-", "_", ".", ",", "~",
      "|", "@", "^":
      true
    default: canEndQuery
    }
  }

  fileprivate var canEndQuery: Bool {
    if isASCIIAlphanumeric { return true }
    switch self {
    case "_", "&", "=", "#", "/", "-": return true
    default: break
    }
    // UCHARS in twitter_regex.rb.
    guard value >= 0xA0, value & 0xFFFF < 0xFFFE else { return false }
    return !(0xFDD0...0xFDEF ~= value || 0xFFF0...0xFFFF ~= value || 0xE0000...0xE0FFF ~= value)
  }
}

extension String {
  fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
    self.init(UnicodeScalarView(scalars))
  }
}
