/// A host name in the form used on the network (RFC 5890's A-labels).
package struct HostName {
  package let ascii: String

  /// nil if the text is not a host name, or becomes one only by decoding or folding characters: `%65vil.example`,
  /// `ｅvil.example`.
  package init?(_ text: Substring) {
    guard !text.isEmpty else { return nil }
    if text.hasPrefix("[") {
      guard Self.isIPv6Address(text) else { return nil }
      ascii = String(text)
      return
    }
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    var labels: [String] = []
    for label in text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: Self.isDot) {
      guard let label = Self.ascii(String(label)) else { return nil }
      labels.append(label)
    }
    ascii = isPlain ? String(text) : labels.joined(separator: ".")
  }
}

extension HostName {
  /// The characters that browsers treat as a dot (UTS 46).
  private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
    [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"].contains(scalar)
  }

  private static func ascii(_ label: String) -> String? {
    let folded = composed(label.lowercased())
    guard folded.unicodeScalars.allSatisfy(isAllowed) else { return nil }
    guard folded.utf8.contains(where: { $0 >= 0x80 }) else { return folded }
    return Punycode.encode(folded).map { "xn--" + $0 }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "0"..."9", "-", "_": return true
    case "\u{0}"..."\u{7F}": return false
    // The “deviation characters” of UTS 46, which older rules replaced. They are letters of their own now.
    case "ß", "ς": return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
      return false
    default: return !scalar.properties.changesWhenNFKCCaseFolded
    }
  }

  /// Composes letters with their combining marks if such a letter exists, as in host names (RFC 5891, 5.3).
  private static func composed(_ label: String) -> String {
    label.reduce(into: "") { result, character in
      if character.unicodeScalars.count > 1, let letter = composedLetters[character] {
        result.unicodeScalars.append(letter)
      } else {
        result.append(character)
      }
    }
  }

  /// Composed letters. Swift compares characters by canonical equivalence, so a decomposed character finds its composed
  /// letter.
  private static let composedLetters: [Character: Unicode.Scalar] = {
    let letters = (0xC0..<0x2000).compactMap(Unicode.Scalar.init).filter {
      $0.properties.isLowercase || $0.properties.generalCategory == .otherLetter
    }.filter { !$0.properties.changesWhenNFKCCaseFolded }
    return Dictionary(letters.map { (Character($0), $0) }, uniquingKeysWith: { first, _ in first })
  }()

  private static func isIPv6Address(_ text: Substring) -> Bool {
    text.hasSuffix("]") && text.utf8.count > 3
      && text.dropFirst().dropLast().utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: ":"), UInt8(ascii: "."): true
        default: false
        }
      }
  }
}
