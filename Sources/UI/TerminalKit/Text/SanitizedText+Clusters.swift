/// Appending of untrusted text, cluster by cluster.
extension SanitizedText {
  mutating func append(_ text: String) {
    reserve(min(text.utf8.count, limit))
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      appendASCII(text)
    } else {
      appendAny(Self.unescapingControls(text))
    }
  }

  private static func unescapingControls(_ text: String) -> String {
    // The lead byte of U+100000 and its neighbours in UTF-8.
    guard text.utf8.contains(0xF4) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.unescapedControl ?? $0 }))
  }

  private mutating func appendASCII(_ text: String) {
    var last: UInt8 = 0
    for byte in text.utf8 {
      if 0x20..<0x7F ~= byte {
        appendUnit(ascii: byte)
      } else if last != 0x0D || byte != 0x0A {
        appendAlone(Unicode.Scalar(byte))
      }
      last = byte
      if isFull { return }
    }
  }

  /// Appends scalars that form clusters on their own directly; other runs are split by the standard library.
  private mutating func appendAny(_ text: String) {
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex, !isFull {
      let scalar = scalars[index]
      let next = scalars.index(after: index)
      if scalar.isStandalone, next == scalars.endIndex || scalars[next].isStandalone {
        let isHalfOfLineEnd = scalar == "\r" && next < scalars.endIndex && scalars[next] == "\n"
        if !isHalfOfLineEnd { appendAlone(scalar) }
        index = next
      } else {
        let end = endOfRun(in: scalars, from: index)
        for character in text[index..<end] where !isFull {
          appendCluster(character.unicodeScalars)
        }
        index = end
      }
    }
  }

  private func endOfRun(in scalars: String.UnicodeScalarView, from start: String.Index) -> String.Index {
    var index = scalars.index(after: start)
    var lastWasStandalone = scalars[start].isStandalone
    while index < scalars.endIndex {
      let scalar = scalars[index]
      let isStandalone = scalar.isStandalone
      if isStandalone, lastWasStandalone || scalar.isControl { break }
      lastWasStandalone = isStandalone
      scalars.formIndex(after: &index)
    }
    return index
  }

  private mutating func appendAlone(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20..<0x7F:
      appendUnit(ascii: UInt8(scalar.value))
    case _ where scalar.endsLine && keepsLines:
      appendLineEnd()
    case _ where scalar.endsLine || scalar == "\t":
      appendUnit(ascii: UInt8(ascii: " "))
    default:
      let width = scalar.isControl ? -1 : cellWidth(scalar)
      let shown = width < 1 ? .replacement : scalar
      appendUnit(shown, width: max(1, width), kind: BreakClass(shown, width: width), joins: false)
    }
  }

  private mutating func appendCluster(_ scalars: Character.UnicodeScalarView) {
    if let first = scalars.first, first.isControl {
      appendAlone(first)
      return
    }
    var cluster = ClusterWriter()
    for scalar in scalars {
      cluster.write(scalar, to: &self)
    }
  }
}
