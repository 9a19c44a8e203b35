/// A host that the label of a link names, as a reader sees it.
struct ClaimedHost: Hashable {
  /// In lower case, without `www.`.
  let name: String
  /// Whether an ellipsis cuts it off.
  let isCut: Bool

  private init(_ name: some StringProtocol, isCut: Bool) {
    self.name = String(name.withoutWWW)
    self.isCut = isCut
  }

  /// The hosts in a label: of URLs with any scheme or none, of handles and of email addresses, anywhere in the text.
  /// A name without a scheme counts if it is an IP address or ends with a top-level domain.
  static func all(in label: String) -> [ClaimedHost] {
    // Each form has one of these; most labels have none.
    guard label.utf8.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }) else {
      return []
    }
    let words = readable(label).split(whereSeparator: \.isWhitespace)
    return words.flatMap { hosts(in: $0, isWholeLabel: words.count == 1) }
  }

  /// Whether a link with this label may lead to a host: the same one, or one of the two is a subdomain of the other.
  /// - Parameter host: in lower case, as A-labels.
  func isHonest(at host: String) -> Bool {
    var host = host.withoutWWW
    if host.last == "." { host.removeLast() }
    if isCut { return host.hasPrefix(name) && !host.dropFirst(name.count).contains(".") }
    return host == name || name.contains(".") && host.hasSuffix("." + name) || name.hasSuffix("." + host)
  }
}

extension ClaimedHost {
  /// The label in lower case, without invisible characters and combining marks, and with ASCII for the characters that
  /// look like it.
  private static func readable(_ label: String) -> String {
    var readable = String.UnicodeScalarView()
    for scalar in label.lowercased().unicodeScalars {
      guard scalar.value >= 0x80 else {
        readable.append(scalar)
        continue
      }
      let properties = scalar.properties
      guard !properties.isDefaultIgnorableCodePoint, scalar.unescapedControl == nil else { continue }
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .control, .format: continue
      default: readable.append(scalar.similarASCII ?? scalar)
      }
    }
    return String(readable)
  }

  private static func hosts(in word: Substring, isWholeLabel: Bool) -> [ClaimedHost] {
    let ellipsis = ["…", "..."].first(where: word.hasSuffix)
    let word = word.dropLast(ellipsis?.count ?? 0)
    let cutEnd = ellipsis == nil ? nil : word.endIndex
    guard let mark = word.firstRange(of: "://") else {
      // The first part that names a host; what follows is its path.
      return word.split(whereSeparator: isPathStart).lazy.map { part in
        let names = part.split(separator: "@")
        return (part.first == "@" ? names.suffix(1) : names[...]).flatMap {
          named(in: $0, cutEnd: isWholeLabel ? cutEnd : nil)
        }
      }.first { !$0.isEmpty } ?? []
    }
    let authority = word[mark.upperBound...].prefix { !isPathStart($0) }
    let parts = authority.split(separator: "@")
    guard let host = parts.last else { return [] }
    let name = host.first == "[" ? host.prefix { $0 != "]" } + "]" : host.prefix(while: isHostCharacter)
    let rest = host.dropFirst(name.count)
    return hosts(in: word[..<mark.lowerBound], isWholeLabel: false)
      + parts.dropLast().flatMap { named(in: $0, cutEnd: nil) }
      + (name.isEmpty ? [] : [ClaimedHost(name, isCut: rest.isEmpty && host.endIndex == cutEnd)])
      + named(in: rest, cutEnd: nil)
  }

  /// The host names in a part of a word.
  /// - Parameter cutEnd: where an ellipsis cuts the text off; nil if it does not.
  private static func named(in part: Substring, cutEnd: String.Index?) -> [ClaimedHost] {
    if part.first == "[", part.contains("::"), part.contains("]") {
      return [ClaimedHost(part.prefix { $0 != "]" } + "]", isCut: false)]
    }
    return part.split { !isHostCharacter($0) }.flatMap { piece -> [ClaimedHost] in
      // A name may be next to text of a script without spaces.
      let narrow = piece.split { $0.isWide }.filter { $0.count < piece.count }
        .compactMap { named($0, isCut: $0.endIndex == cutEnd) }
      return narrow.isEmpty ? [named(piece, isCut: piece.endIndex == cutEnd)].compactMap(\.self) : narrow
    }
  }

  private static func named(_ piece: Substring, isCut: Bool) -> ClaimedHost? {
    var name = piece.drop { $0 == "." || $0 == "-" }
    while let last = name.last, last == "." || last == "-" { name.removeLast() }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, !labels.contains(where: \.isEmpty), let top = labels.last else { return nil }
    let isName = isCut ? top.allSatisfy(\.isLetter) : isTopLevel(top) || isIPv4Address(labels)
    return isName ? ClaimedHost(name, isCut: isCut) : nil
  }

  private static func isIPv4Address(_ labels: [Substring]) -> Bool {
    labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
  }

  /// Whether a label ends a host name: a top-level domain, one that is reserved (RFC 2606, RFC 6762), or a word of
  /// letters that look like Latin ones.
  private static func isTopLevel(_ label: Substring) -> Bool {
    guard label.count > 1 else { return false }
    let resemblesLatin =
      label.allSatisfy(\.isLetter) && label.unicodeScalars.contains { $0.value >= 0x80 }
      && label.unicodeScalars.allSatisfy { $0.value < 0x590 }
    return resemblesLatin || reserved.contains(label) || TopLevelDomains.contains(String(label))
  }

  private static let reserved: Set<Substring> = ["example", "invalid", "internal", "local", "localhost", "test"]

  private static func isPathStart(_ character: Character) -> Bool { ["/", "?", "#", "\\"].contains(character) }

  private static func isHostCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || [".", "-", "_"].contains(character)
  }
}

extension StringProtocol {
  fileprivate var withoutWWW: SubSequence { hasPrefix("www.") ? dropFirst(4) : self[...] }
}

extension Character {
  /// CJK characters and emoji.
  fileprivate var isWide: Bool { (unicodeScalars.first?.value ?? 0) >= 0x2E80 }
}

extension Unicode.Scalar {
  /// The ASCII character that it is a form of: full-width, mathematical or enclosed letters, and other full stops and
  /// slashes. nil if there is none.
  fileprivate var similarASCII: Unicode.Scalar? {
    switch value {
    case 0x2024, 0x3002, 0xFF61: return "."
    case 0x2044, 0x2215, 0x29F8: return "/"
    case 0xFF01...0xFF5E: return Unicode.Scalar(value - 0xFEE0)
    case 0x2100..<0x2600, 0x1D400..<0x1D800, 0x1F100..<0x1F200:
      // MATHEMATICAL BOLD SMALL B, CIRCLED LATIN SMALL LETTER B
      guard properties.changesWhenNFKCCaseFolded, let name = properties.name?.split(separator: " ").last,
        name.utf8.count == 1
      else { return nil }
      return name.lowercased().unicodeScalars.first
    default: return nil
    }
  }
}
