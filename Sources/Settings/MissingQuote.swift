/// A quotation mark that is missing, or is not one of TOML's. toml++ says of it what it met instead: the end of the line, a
/// value of no type, a letter where `=` was expected.
struct MissingQuote {
  let fault: SettingsFault

  private static let words = [
    "control characters other than TAB", "could not determine value type", "expected '='", "expected comma or closing",
    "encountered end-of-file", "expected a comment or whitespace", "expected EOF",
  ]

  /// nil where the fault is another one.
  init?(in bytes: [UInt8], _ fault: SettingsFault) {
    guard let position = fault.position, Self.words.contains(where: fault.words.contains),
      let line = Self.line(position.line, of: bytes)
    else { return nil }
    if let typographic = line.first(where: { "“”„‟«»‘’‚".contains($0) }), !line.contains("\"") {
      self.fault = SettingsFault(at: position, "\(typographic) is no quotation mark here: write \"…\"")
      return
    }
    if let mark = Self.openMark(in: line) {
      self.fault = SettingsFault(
        at: position, "a quotation mark is missing: a text begins with \(mark) and ends with \(mark)")
    } else if fault.words.contains("could not determine value type"),
      let word = Self.word(in: line, at: position.column)
    {
      self.fault = SettingsFault(at: position, "a quotation mark is missing: write \"\(word)\"")
    } else {
      return nil
    }
  }

  private static func line(_ number: Int, of bytes: [UInt8]) -> String? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1) else { return nil }
    // No line that somebody writes is longer.
    return String(decoding: lines[number - 1].prefix(1_000), as: UTF8.self)
  }

  /// The mark of a text that does not end in its line, or of one that ends without having begun; nil where each ends.
  private static func openMark(in line: String) -> Character? {
    var open: Character?
    var isEscaped = false
    for character in line {
      if let mark = open {
        if character == mark, !isEscaped { open = nil }
        isEscaped = mark == "\"" && character == "\\" && !isEscaped
      } else if character == "\"" || character == "'" {
        open = character
      } else if character == "#" {
        break
      }
    }
    return open
  }

  /// The word at a column that can only be meant as a text: it begins with a letter.
  private static func word(in line: String, at column: Int) -> String? {
    let rest = line.dropFirst(max(0, column - 1)).prefix { !$0.isWhitespace && !",]}#\"'".contains($0) }
    guard let first = rest.first, first.isLetter, rest.count <= 60 else { return nil }
    return String(rest)
  }
}

extension SettingsFault {
  /// The same fault in words that help, where something can be said of its cause.
  func explained(in bytes: [UInt8]) -> SettingsFault {
    RepeatedKey(in: bytes, self)?.fault ?? MissingQuote(in: bytes, self)?.fault ?? self
  }
}
