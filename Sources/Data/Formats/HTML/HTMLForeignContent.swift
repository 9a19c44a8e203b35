/// The text alternative of a formula (`<math>`) or a drawing (`<svg>`).
struct HTMLForeignContent {
  private static let maxLength = 10_000

  private(set) var title = ""
  private(set) var description = ""
  private(set) var tex = ""
  private(set) var text = ""

  /// MathML Core, “alttext”; otherwise the annotation that TeX converters write; otherwise its characters.
  func formula(_ attributes: [String: String]) -> String {
    [attributes["alttext"] ?? "", tex, text].map(Self.trimmed).first { !$0.isEmpty } ?? ""
  }

  /// SVG 2, “The ‘desc’ and ‘title’ elements”; otherwise WAI-ARIA’s label; otherwise its text.
  func drawing(_ attributes: [String: String]) -> String {
    [title, attributes["aria-label"] ?? "", description, text].map(Self.trimmed).first { !$0.isEmpty } ?? ""
  }

  private static func trimmed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  fileprivate mutating func add(_ piece: String, in open: [HTMLTokenizer.ForeignTag], of root: String) {
    func isIn(_ name: String) -> Bool { open.contains { $0.name == name } }
    if isIn("style") || isIn("script") || isIn("annotation-xml") { return }
    if let annotation = open.last(where: { $0.name == "annotation" }) {
      if annotation.isTeX { Self.append(piece, to: &tex) }
    } else if isIn("title") {
      Self.append(piece, to: &title)
    } else if isIn("desc") {
      Self.append(piece, to: &description)
    } else if root == "math" {
      // Line breaks between the characters are only from the source.
      Self.append(Self.trimmed(piece), to: &text)
    } else if isIn("text") || isIn("foreignobject") {
      Self.append(piece, to: &text)
    }
  }

  private static func append(_ piece: String, to text: inout String) {
    if text.utf8.count < maxLength { text += piece }
  }
}

extension HTMLTokenizer {
  /// A tag of MathML or SVG, which have other names than HTML.
  struct ForeignTag {
    var name: String
    var isEnd = false
    var isEmpty = false
    /// Whether it is an annotation in TeX.
    var isTeX = false
    /// The position after its `>`.
    var end: Int
  }

  private static let maxForeignDepth = 100
  private static let maxNameLength = 32

  /// Reads the rest of a formula or drawing, up to its end or to a block element that ends it.
  mutating func foreignContent(of root: String) -> HTMLForeignContent {
    var content = HTMLForeignContent()
    var open: [ForeignTag] = []
    // An unclosed tag is text. Later ones need not be searched for an end again.
    var hasTags = true
    while index < bytes.count {
      let start = index
      if hasTags, bytes[start] == UInt8(ascii: "<") {
        if let end = commentEnd(at: start) {
          index = end
          continue
        }
        guard let tag = foreignTag(at: start) else {
          hasTags = hasTags && !beginsTag(at: start)
          index += 1
          content.add("<", in: open, of: root)
          continue
        }
        if endsForeignContent(tag, open) { return content }
        index = tag.end
        if tag.isEnd {
          guard let opened = open.lastIndex(where: { $0.name == tag.name }) else {
            if tag.name == root { return content }
            continue
          }
          open.removeSubrange(opened...)
        } else if !tag.isEmpty, open.count < Self.maxForeignDepth {
          open.append(tag)
        }
      } else {
        index += 1
        while index < bytes.count, !hasTags || bytes[index] != UInt8(ascii: "<") { index += 1 }
        content.add(HTMLEntities.decode(bytes[start..<index]), in: open, of: root)
      }
    }
    return content
  }

  /// Whether a block element ends the content because its end tag is missing (HTML, “foreign content”).
  private func endsForeignContent(_ tag: ForeignTag, _ open: [ForeignTag]) -> Bool {
    let isBlock =
      HTMLElements.paragraphs.contains(tag.name) || HTMLElements.lines.contains(tag.name) || tag.name == "br"
    return isBlock && !open.contains { ["foreignobject", "annotation-xml", "desc", "title"].contains($0.name) }
  }

  private func beginsTag(at open: Int) -> Bool {
    let next = open + 1 < bytes.count ? bytes[open + 1] : 0
    return next == UInt8(ascii: "/") || Self.isForeignNameByte(next)
  }

  private func foreignTag(at open: Int) -> ForeignTag? {
    var index = open + 1
    let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
    if isEnd { index += 1 }
    let nameStart = index
    while index < bytes.count, index - nameStart <= Self.maxNameLength, Self.isForeignNameByte(bytes[index]) {
      index += 1
    }
    guard index > nameStart, index - nameStart <= Self.maxNameLength else { return nil }
    let name = String(decoding: bytes[nameStart..<index], as: UTF8.self).lowercased()
    let attributes = index
    var quote: UInt8?
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        let isEmpty = bytes[index - 1] == UInt8(ascii: "/")
        var tag = ForeignTag(name: name, isEnd: isEnd, isEmpty: isEmpty, end: index + 1)
        if name == "annotation" {
          let said = String(decoding: bytes[attributes..<index].prefix(200), as: UTF8.self).lowercased()
          tag.isTeX = said.contains("tex\"") || said.contains("tex'") || said.contains("latex")
        }
        return tag
      }
      index += 1
    }
    return nil
  }

  private static func isForeignNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: ":"): true
    default: false
    }
  }
}
