import Domain

/// Cuts HTML into its pieces. Servers do not escape well: whatever is no tag of HTML (`1 < 2 > 0`, `<name>`, a tag that
/// never ends) is text.
struct HTMLTokenizer: IteratorProtocol {
  let bytes: [UInt8]
  private var index = 0
  /// Where the last `-->` starts, so that a thousand comments without an end are not looked through a thousand times.
  private let lastCommentEnd: Int
  /// Where attributes start behind which no tag ends, for the same reason.
  var deadEnds: Set<Int> = []

  /// The text is read as its server wrote it, without stand-ins; what comes out has them again.
  init(_ html: String) {
    bytes = Self.withLineFeeds(Array(html.unescapingControls.utf8))
    var end = bytes.contains(UInt8(ascii: "!")) ? bytes.count - 3 : -1
    while end >= 0, bytes[end] != UInt8(ascii: "-") || !bytes[end...].starts(with: "-->".utf8) { end -= 1 }
    lastCommentEnd = end
  }

  mutating func next() -> HTMLToken? {
    var start = index
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), let markup = markup(at: index) {
        if index > start { return text(start..<index) }
        index = markup.end
        if let token = markup.token { return token }
        start = index
      } else {
        index += 1
      }
    }
    return index > start ? text(start..<index) : nil
  }

  /// Goes behind the end tag of an element whose content is no text.
  mutating func skipContent(of name: String) {
    while let token = next() {
      if token == .end(name: name) { return }
    }
  }
}

extension HTMLTokenizer {
  struct Markup {
    /// nil for a comment or declaration.
    var token: HTMLToken?
    var end: Int
  }

  /// The ends of lines as the standard wants them (“normalize newlines”).
  private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x0D) else { return bytes }
    var result: [UInt8] = []
    var last: UInt8 = 0
    for byte in bytes {
      if byte != 0x0A || last != 0x0D { result.append(byte == 0x0D ? 0x0A : byte) }
      last = byte
    }
    return result
  }

  private func text(_ range: Range<Int>) -> HTMLToken {
    .text(HTMLEntities.decode(bytes[range]))
  }

  private mutating func markup(at open: Int) -> Markup? {
    guard open + 1 < bytes.count else { return nil }
    switch bytes[open + 1] {
    case UInt8(ascii: "!"): return comment(at: open)
    case UInt8(ascii: "/"): return endTag(at: open)
    default: return startTag(at: open)
    }
  }

  private func comment(at open: Int) -> Markup? {
    guard bytes[open...].starts(with: "<!--".utf8) else {
      guard bytes[open...].starts(with: "<!DOCTYPE".utf8) || bytes[open...].starts(with: "<!doctype".utf8),
        let close = bytes[open...].prefix(1000).firstIndex(of: UInt8(ascii: ">"))
      else { return nil }
      return Markup(end: close + 1)
    }
    var index = open + 4
    while index <= lastCommentEnd {
      if bytes[index] == UInt8(ascii: "-"), bytes[index...].starts(with: "-->".utf8) { return Markup(end: index + 3) }
      index += 1
    }
    return nil
  }
}
