/// Reads JSON (RFC 8259), a piece at a time, so that a file of a million posts is never in memory as a whole. Bytes that
/// are no UTF-8, control characters in strings and numbers of any size are let through; what breaks the structure is an
/// error.
struct JSONReader {
  /// Real sources nest twenty levels, and a thread a few for each of its posts.
  static let maxDepth = 256
  /// No post of any source is longer than this, in bytes.
  static let maxLength = 16 << 20
  /// Nor has any more values in it.
  static let maxParts = 1 << 20
  /// Who hands over a text as a whole, and does not have it read by pieces, hands over no more than this, in bytes.
  static let maxAtHand = 1 << 31

  var text: ByteWindow
  /// The parts of the value that is being read.
  var nodes: [JSONTape.Node] = []
  /// Which of them are containers that have not ended yet, the outermost first.
  var open: [Int] = []

  /// - Parameters:
  ///   - position: where in the bytes the JSON starts.
  ///   - source: gives what comes after them.
  init(_ bytes: [UInt8], from position: Int = 0, then source: (any ByteSource)? = nil) {
    text = ByteWindow(bytes, at: position, maxLength: Self.maxLength, then: source)
  }

  /// In bytes from the start of the text.
  var position: Int { text.position }

  var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return !text.hasByte()
    }
  }

  /// The next byte that is no blank.
  var next: UInt8? {
    mutating get { isAtEnd ? nil : text.bytes[text.index] }
  }

  /// The first key of the object that comes next; nil where none does. The object still comes next after it.
  var keyAhead: String? {
    mutating get {
      guard next == UInt8(ascii: "{") else { return nil }
      let start = position
      defer { text.goBack(to: start) }
      text.isHeld = true
      text.index += 1
      return try? readKey()
    }
  }

  /// Passes over the next byte that is no blank, if it is this one.
  mutating func takes(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    text.index += 1
    return true
  }

  func error(expected: String) -> JSONError {
    JSONError(offset: position, expected: text.isTooLong ? "a value of at most \(Self.maxLength >> 20) MiB" : expected)
  }

  /// The line of an error that has just been met, and the column in it, both from 1.
  func lineAndColumn(of error: JSONError) -> (line: Int, column: Int) {
    text.lineAndColumn(of: error.offset)
  }

  /// Calls `body` in front of each element; it has to pass over it.
  mutating func forEachElement(_ body: (inout JSONReader) throws(JSONError) -> Void) throws(JSONError) {
    guard takes("[") else { throw error(expected: "[") }
    if takes("]") { return }
    repeat { try body(&self) } while takes(",")
    guard takes("]") else { throw error(expected: "a comma or ]") }
  }

  /// Calls `body` in front of each member's value; it has to pass over it.
  mutating func forEachMember(_ body: (String, inout JSONReader) throws(JSONError) -> Void) throws(JSONError) {
    guard takes("{") else { throw error(expected: "{") }
    if takes("}") { return }
    repeat { try body(readKey(), &self) } while takes(",")
    guard takes("}") else { throw error(expected: "a comma or }") }
  }
}

extension JSONReader {
  private mutating func skipBlanks() {
    while text.hasByte() {
      text.index = text.endOfBlanks
      if text.index < text.bytes.count { return }
    }
  }
}

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
      text.index = text.endOfPlainString
      guard text.index < text.bytes.count else { continue }
      text.index += 1
      if text.bytes[text.index - 1] == UInt8(ascii: "\"") { return isEscaped }
      isEscaped = true
      if text.hasByte() { text.index += 1 }
    }
    throw error(expected: "a closing quote")
  }
}

/// Where a text stops being JSON.
struct JSONError: Error, Hashable, Sendable {
  /// In bytes from the start of the file.
  var offset: Int
  /// What should have stood there, as a noun phrase: “a comma or ]”.
  var expected: String
}
