/// A quotation mark that is missing, or that TOML does not accept. toml++ only reports what it found instead: the end
/// of the line, a value of no type, or a letter where it expected `=`.
struct MissingQuote {
  let fault: SettingsFault

  private static let phrases = [
    "control characters other than TAB", "could not determine value type", "expected '='", "expected comma or closing",
    "encountered end-of-file", "expected a comment or whitespace", "expected EOF", "expected 'true'",
    "expected 'false'",
    "expected 'nan'", "expected 'inf'", "expected value-terminator", "expected digit",
  ]

  /// nil if the fault has another cause.
  init?(in bytes: [UInt8], _ fault: SettingsFault) {
    guard let position = fault.position, Self.phrases.contains(where: fault.message.contains),
      let line = Self.line(position.line, of: bytes)
    else { return nil }
    if let typographic = line.first(where: { "“”„‟«»‘’‚".contains($0) }), !line.contains("\"") {
      self.fault = SettingsFault(at: position, "\(typographic) is not a valid quotation mark: write \"…\"")
      return
    }
    if let mark = Self.openMark(in: line) {
      self.fault = SettingsFault(
        at: position, "missing quotation mark: a text starts and ends with \(mark)")
    } else if let word = Self.word(in: line, at: position.column) {
      self.fault = SettingsFault(at: position, "missing quotation marks: write \"\(word)\"")
    } else {
      return nil
    }
  }

  private static func line(_ number: Int, of bytes: [UInt8]) -> String? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1) else { return nil }
    // Longer lines are not worth explaining.
    return String(decoding: lines[number - 1].prefix(1_000), as: UTF8.self)
  }

  /// The quotation mark of a string that is not closed, or not opened; nil if all are paired.
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

  /// The value around a column if it can only be a string, because it has a letter and no quotation mark. Outside an
  /// array it extends to the end of the line or to a comment.
  private static func word(in line: String, at column: Int) -> String? {
    guard let equals = line.firstIndex(of: "="), !line.contains("\""), !line.contains("'") else { return nil }
    let value = line[line.index(after: equals)...].prefix { $0 != "#" }
    let isArray = value.contains("[")
    let isBoundary = { (character: Character) in ",[]{}".contains(character) || isArray && character.isWhitespace }
    let target = line.index(line.startIndex, offsetBy: max(0, column - 1), limitedBy: line.endIndex) ?? line.endIndex
    let start = value[..<max(value.startIndex, min(target, value.endIndex))].lastIndex(where: isBoundary)
    let word = value[(start.map(value.index(after:)) ?? value.startIndex)...].prefix { !isBoundary($0) }
    let text = word.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
    guard text.contains(where: \.isLetter), text.count <= 60 else { return nil }
    return String(text)
  }
}

extension SettingsFault {
  /// The fault with a better explanation if its cause is known.
  func explained(in bytes: [UInt8]) -> SettingsFault {
    RepeatedKey(in: bytes, self)?.fault ?? MissingQuote(in: bytes, self)?.fault ?? self
  }
}
