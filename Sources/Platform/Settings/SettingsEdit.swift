/// Changes single values in the text of a settings file. Comments and everything else stay as they are.
struct SettingsEdit {
  let document: TOMLDocument
  /// Without a byte order mark, which positions do not count.
  let text: String.UnicodeScalarView
  private let hasByteOrderMark: Bool
  /// The line break of the file’s first line.
  let newline: String

  init(_ bytes: [UInt8]) throws(SettingsFault) {
    document = try TOMLDocument(bytes)
    var text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    hasByteOrderMark = text.first == "\u{FEFF}"
    if hasByteOrderMark { text.removeFirst() }
    newline = text.prefix { $0 != "\n" }.last == "\r" ? "\r\n" : "\n"
    self.text = text
  }

  /// The text with a setting changed or added.
  /// - Parameter literal: the value as it is written in the file.
  func setting(_ name: String, to literal: String) throws(SettingsFault) -> [UInt8] {
    var text = text
    if let entry = document.entries.first(where: { $0.key == name }) {
      text.replaceSubrange(try valueRange(of: entry), with: literal.unicodeScalars)
    } else {
      let end = insertionIndex
      let isLineStart = end == text.startIndex || text[text.index(before: end)] == "\n"
      let line =
        (isLineStart ? "" : newline) + "\(name) = \(literal)\(newline)" + (end == text.endIndex ? "" : newline)
      text.insert(contentsOf: line.unicodeScalars, at: end)
    }
    return bytes(text)
  }

  func bytes(_ text: String.UnicodeScalarView) -> [UInt8] {
    Array(((hasByteOrderMark ? "\u{FEFF}" : "") + String(text)).utf8)
  }

  /// The range of a value in the text.
  func valueRange(of entry: TOMLDocument.Entry) throws(SettingsFault) -> Range<String.Index> {
    let start = index(of: entry.valuePosition)
    guard let end = endOfValue(at: start) else {
      throw SettingsFault(at: entry.valuePosition, "“\(entry.key)” takes several lines; change it in the file")
    }
    return start..<end
  }

  func index(of position: TextPosition) -> String.Index {
    var index = text.startIndex
    for _ in 1..<max(1, position.line) {
      index = text[index...].firstIndex(of: "\n").map { text.index(after: $0) } ?? text.endIndex
    }
    return text.index(index, offsetBy: max(0, position.column - 1), limitedBy: text.endIndex) ?? text.endIndex
  }

  /// The end of a value on one line; nil if it continues on the next line.
  private func endOfValue(at start: String.Index) -> String.Index? {
    var index = start
    var (depth, quote): (Int, Unicode.Scalar?) = (0, nil)
    if text[start...].starts(with: #"""""#.unicodeScalars) || text[start...].starts(with: "'''".unicodeScalars) {
      return nil
    }
    while index < text.endIndex {
      let scalar = text[index]
      if scalar == "\n" { return depth == 0 && quote == nil ? index : nil }
      let next = text.index(after: index)
      if let open = quote {
        if scalar == "\\", open == "\"", next < text.endIndex { index = next } else if scalar == open { quote = nil }
        if quote == nil, depth == 0 { return next }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == "[" {
        depth += 1
      } else if scalar == "]" {
        depth -= 1
        if depth == 0 { return next }
      } else if depth == 0, scalar == "#" || scalar.properties.isWhitespace {
        return index
      }
      index = text.index(after: index)
    }
    return depth == 0 && quote == nil ? index : nil
  }

  /// Before the first table and the comment above it, because a setting below would belong to the table.
  private var insertionIndex: String.Index {
    let tables = document.entries.filter { entry in
      switch entry.value {
      case .table: true
      case .array(let entries): entries.contains { if case .table = $0.value { true } else { false } }
      default: false
      }
    }
    guard let first = tables.map(\.keyPosition.line).min() else { return text.endIndex }
    var start = index(of: TextPosition(line: first, column: 1))
    while start > text.startIndex {
      let end = text.index(before: start)
      let line = text[..<end].lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
      guard text[line..<end].first(where: { !$0.properties.isWhitespace }) == "#" else { break }
      start = line
    }
    return start
  }
}
