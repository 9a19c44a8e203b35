import Domain

/// Splits HTML into tokens. Servers do not escape well: what is not an HTML tag (`1 < 2 > 0`, `<name>`, an unclosed
/// tag) is text.
struct HTMLTokenizer: IteratorProtocol {
  let bytes: [UInt8]
  var index = 0
  /// The position of the last `-->`, so that many unclosed comments are not searched repeatedly.
  private let lastCommentEnd: Int
  /// Positions of attributes without a following end of a tag, for the same reason.
  var unclosedTagStarts: Set<Int> = []
  /// The names of formulas and drawings without a following end tag, for the same reason.
  private var unclosedForeignElements: Set<String> = []

  /// The text is read without stand-ins; tokens have them again.
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

  /// Skips to the end tag of an element whose content is not text.
  mutating func skipContent(of name: String) {
    while let token = next() {
      if token == .end(name: name) { return }
    }
  }

  /// Skips to the end tag of a formula or drawing. Without an end tag nothing is skipped.
  /// - Returns: The characters between its tags.
  mutating func skipForeignContent(of name: String) -> String {
    let tag = Array("</\(name)".utf8)
    guard !unclosedForeignElements.contains(name), let end = bytes[index...].firstRange(of: tag)?.lowerBound else {
      unclosedForeignElements.insert(name)
      return ""
    }
    var isInTag = false
    let characters = bytes[index..<end].filter { byte in
      if byte == UInt8(ascii: "<") { isInTag = true }
      defer { if byte == UInt8(ascii: ">") { isInTag = false } }
      return !isInTag
    }
    index = end
    return HTMLEntities.decode(characters[...])
  }
}

extension HTMLTokenizer {
  struct Markup {
    /// nil for a comment or declaration.
    var token: HTMLToken?
    var end: Int
  }

  /// The bytes with line feeds as the standard requires (“normalize newlines”).
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

extension HTMLTokenizer {
  mutating func startTag(at open: Int) -> Markup? {
    guard let (name, end) = name(at: open + 1), HTMLElements.all.contains(name) else { return nil }
    var index = end
    var attributes: [String: String] = [:]
    var starts: [Int] = []
    while true {
      while index < bytes.count, Self.isBlank(bytes[index]) || bytes[index] == UInt8(ascii: "/") { index += 1 }
      if index < bytes.count, bytes[index] == UInt8(ascii: ">") {
        if bytes[index - 1] == UInt8(ascii: "/"), HTMLElements.foreign.contains(name) { attributes["/"] = "" }
        return Markup(token: .start(name: name, attributes: attributes), end: index + 1)
      }
      starts.append(index)
      guard index < bytes.count, !unclosedTagStarts.contains(index), let attribute = attribute(at: &index) else {
        unclosedTagStarts.formUnion(starts)
        return nil
      }
      if attributes[attribute.name] == nil { attributes[attribute.name] = attribute.value }
    }
  }

  func endTag(at open: Int) -> Markup? {
    guard let (name, end) = name(at: open + 2), HTMLElements.all.contains(name),
      let close = bytes[end...].firstIndex(where: { !Self.isBlank($0) }), bytes[close] == UInt8(ascii: ">")
    else { return nil }
    return Markup(token: .end(name: name), end: close + 1)
  }
}

extension HTMLTokenizer {
  private func attribute(at index: inout Int) -> (name: String, value: String)? {
    let nameStart = index
    while index < bytes.count, Self.isAttributeName(bytes[index]) { index += 1 }
    guard index > nameStart else { return nil }
    let name = String(decoding: bytes[nameStart..<index], as: UTF8.self).lowercased()
    while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      // `<b and c>` is a comparison, not a tag.
      return HTMLElements.attributesWithoutValue.contains(name) ? (name, "") : nil
    }
    index += 1
    while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    guard index < bytes.count else { return nil }
    let quote = bytes[index]
    let value: Range<Int>
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      guard let end = bytes[(index + 1)...].firstIndex(of: quote) else { return nil }
      value = index + 1..<end
      index = end + 1
    } else {
      let start = index
      while index < bytes.count, !Self.isBlank(bytes[index]), bytes[index] != UInt8(ascii: ">"),
        bytes[index] != UInt8(ascii: "<")
      {
        index += 1
      }
      value = start..<index
    }
    return (name, HTMLEntities.decode(bytes[value], isAttribute: true))
  }

  private func name(at start: Int) -> (name: String, end: Int)? {
    var end = start
    while end < bytes.count, Self.isLetterOrDigit(bytes[end]) { end += 1 }
    guard end > start, end - start <= HTMLElements.maxNameWidth else { return nil }
    return (String(decoding: bytes[start..<end], as: UTF8.self).lowercased(), end)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || 0x09...0x0D ~= byte
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  private static func isAttributeName(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
  }
}

/// A token of HTML.
enum HTMLToken: Equatable {
  /// With character references decoded.
  case text(String)
  case start(name: String, attributes: [String: String])
  case end(name: String)
}
