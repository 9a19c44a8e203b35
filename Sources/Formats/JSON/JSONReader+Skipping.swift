extension JSONReader {
  /// Passes over the next value, looking at a container's brackets only.
  mutating func skipValue() throws(JSONError) {
    switch next {
    case UInt8(ascii: "\""): _ = try skipToken()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var depth = 0
      repeat {
        guard text.hasByte() else { throw error(expected: "a closing bracket") }
        depth += try skipToken()
      } while depth > 0
    default: _ = try readValue()
    }
  }

  /// After damage: goes to the comma or bracket behind the element that starts at `start`, by brackets and quotes
  /// alone. False where the text ends first.
  mutating func recover(from start: Int) -> Bool {
    text.goBack(to: start)
    var depth = 0
    while text.hasByte() {
      let byte = text.bytes[text.index]
      if depth == 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") { return true }
      guard let change = try? skipToken() else { return false }
      depth = max(0, depth + change)
    }
    return false
  }

  /// After damage: goes to the line after the one that `start` stands in.
  /// - Returns: false where that line was too long to go back to its start.
  mutating func skipLine(from start: Int) -> Bool {
    guard start >= text.passed else { return false }
    text.goBack(to: start)
    while text.hasByte() {
      text.index += 1
      if text.bytes[text.index - 1] == UInt8(ascii: "\n") { return true }
    }
    return true
  }

  /// Passes over a string or one byte, and tells how much deeper the text is after it.
  private mutating func skipToken() throws(JSONError) -> Int {
    let byte = text.bytes[text.index]
    text.index += 1
    switch byte {
    case UInt8(ascii: "\""):
      _ = try passString()
      return 0
    case UInt8(ascii: "{"), UInt8(ascii: "["): return 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return -1
    default: return 0
    }
  }

  /// Passes over the rest of a string, and tells whether there are escapes in it.
  mutating func passString() throws(JSONError) -> Bool {
    var isEscaped = false
    while text.hasByte() {
      text.index = text.firstIndex { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
      guard text.index < text.bytes.count else { continue }
      text.index += 1
      if text.bytes[text.index - 1] == UInt8(ascii: "\"") { return isEscaped }
      isEscaped = true
      if text.hasByte() { text.index += 1 }
    }
    throw error(expected: "a closing quote")
  }
}
