/// Detects URLs in plain text.
public enum LinkDetector {
  /// The text with its http and https URLs as links. Trailing punctuation and unbalanced closing parentheses and
  /// brackets are not part of a URL. A URL that ends in `…` is truncated and not a link.
  public static func text(_ string: String) -> PostText {
    PostText(runs(in: string))
  }

  public static func runs(in string: String) -> [PostText.Run] {
    guard !string.isEmpty else { return [] }
    guard string.contains(byte: UInt8(ascii: ":")) else { return [.text(string)] }
    var runs: [PostText.Run] = []
    let scalars = string.unicodeScalars
    var textStart = scalars.startIndex
    var index = scalars.startIndex
    var cutOff = scalars.startIndex
    while let colon = string.utf8[index...].firstIndex(of: UInt8(ascii: ":")) {
      index = scalars.index(after: colon)
      guard let address = address(around: colon, in: scalars, from: textStart, cutOff: &cutOff) else { continue }
      if textStart < address.lowerBound { runs.append(.text(String(scalars[textStart..<address.lowerBound]))) }
      runs.append(.link(Link(url: String(scalars[address]))))
      textStart = address.upperBound
      index = textStart
    }
    if textStart < scalars.endIndex { runs.append(.text(String(scalars[textStart...]))) }
    return runs
  }
}

extension LinkDetector {
  private typealias Scalars = String.UnicodeScalarView

  /// - Parameter cutOff: the end of the last truncated URL.
  private static func address(
    around colon: Scalars.Index, in scalars: Scalars, from first: Scalars.Index, cutOff: inout Scalars.Index
  ) -> Range<Scalars.Index>? {
    var start = colon
    while start > first, isWordCharacter(scalars[scalars.index(before: start)]) { start = scalars.index(before: start) }
    let scheme = String(scalars[start..<colon]).lowercased()
    guard scheme == "http" || scheme == "https", scalars[colon...].starts(with: "://".unicodeScalars) else {
      return nil
    }
    let host = scalars.index(colon, offsetBy: 3)
    guard host < scalars.endIndex, isWordCharacter(scalars[host]) || scalars[host] == "[" || isWide(scalars[host])
    else { return nil }
    let furthest = furthestEnd(from: host, in: scalars, cutOff: cutOff)
    guard furthest == scalars.endIndex || scalars[furthest] != "…" else {
      cutOff = furthest
      return nil
    }
    let end = trimmedEnd(of: host..<furthest, in: scalars)
    return end > host ? start..<end : nil
  }

  private static func furthestEnd(
    from host: Scalars.Index, in scalars: Scalars, cutOff: Scalars.Index
  ) -> Scalars.Index {
    var index = host
    var isInPath = false
    var last: Unicode.Scalar = "/"
    while index < scalars.endIndex {
      let scalar = scalars[index]
      if isTerminator(scalar) { break }
      // Chinese and Japanese have no space after a URL. A wide character continues it only at the start of a component
      // or after another wide character.
      if isWide(scalar), !isWide(last), !(isInPath && "/=_-#%&?+(.,".unicodeScalars.contains(last)), index != host {
        break
      }
      if scalar == "/" {
        // From here on the path is that of the enclosing URL, which was already scanned.
        if index < cutOff { return cutOff }
        isInPath = true
      }
      last = scalar
      index = scalars.index(after: index)
    }
    return index
  }

  private static func trimmedEnd(of range: Range<Scalars.Index>, in scalars: Scalars) -> Scalars.Index {
    var unopenedRound = unopened("(", ")", in: scalars[range])
    var unopenedSquare = unopened("[", "]", in: scalars[range])
    var end = range.upperBound
    while end > range.lowerBound {
      let before = scalars.index(before: end)
      switch scalars[before] {
      case ".", ",", ";", ":", "!", "?", "'", "*", "~": break
      case ")" where unopenedRound > 0: unopenedRound -= 1
      case "]" where unopenedSquare > 0: unopenedSquare -= 1
      case "(": unopenedRound += 1
      case "[": unopenedSquare += 1
      default: return end
      }
      end = before
    }
    return end
  }

  /// The number of closing parentheses or brackets without an opening one.
  private static func unopened(
    _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, in address: Substring.UnicodeScalarView
  ) -> Int {
    address.reduce(0) { $0 + ($1 == closing ? 1 : $1 == opening ? -1 : 0) }
  }

  private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    case "\u{C0}"..."\u{1FFF}": scalar.properties.isAlphabetic
    default: false
    }
  }

  private static func isTerminator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{0}"..." ", "<", ">", "\"", "`", "{", "}", "|", "\\", "^", "\u{7F}"..."\u{A0}", "«", "»": true
    case "\u{2000}"..."\u{206F}": true  // spaces, quotes, dashes, … and invisible marks
    case "\u{3000}"..."\u{3004}", "\u{3008}"..."\u{3020}", "\u{FEFF}": true  // ideographic space, 、。「」
    case "\u{FF01}"..."\u{FF0F}", "\u{FF1A}"..."\u{FF20}", "\u{FF3B}"..."\u{FF40}", "\u{FF5B}"..."\u{FF65}": true
    case "\u{1680}": true
    default: scalar.unescapedControl != nil
    }
  }

  /// CJK characters and emoji.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x2E80
  }
}
