/// Reads JSON (RFC 8259) incrementally, so that a file of a million posts is never completely in memory. Invalid UTF-8,
/// control characters in strings and numbers of any size are accepted; a broken structure is an error.
struct JSONReader {
  /// The maximum depth. Real sources nest twenty levels, and a thread a few for each post.
  static let maxDepth = 256
  /// The maximum length of a value, in bytes. No post of any source is longer.
  static let maxLength = 16 << 20
  /// The maximum number of values in a value.
  static let maxNodes = 1 << 20
  /// The maximum length of text that is not read from a source, in bytes.
  static let maxBytes = 1 << 31

  var text: ByteWindow
  /// The nodes of the value that is being read.
  var nodes: [JSONTape.Node] = []
  /// Indices of the open containers, outermost first.
  var open: [Int] = []

  /// - Parameters:
  ///   - position: the start of the JSON in the bytes.
  ///   - source: provides what follows the bytes.
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

  /// The next byte that is not white space.
  var next: UInt8? {
    mutating get { isAtEnd ? nil : text.bytes[text.index] }
  }

  /// The first key of the next value if that is an object, otherwise nil. Does not advance.
  var peekedKey: String? {
    mutating get {
      guard next == UInt8(ascii: "{") else { return nil }
      let start = position
      defer { text.rewind(to: start) }
      text.isPinned = true
      text.index += 1
      return try? readKey()
    }
  }

  /// Consumes the next byte that is not white space, if it is this one.
  mutating func consume(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    text.index += 1
    return true
  }

  func error(expected: String) -> JSONError {
    JSONError(offset: position, expected: text.isTooLong ? "a value of at most \(Self.maxLength >> 20) MiB" : expected)
  }

  /// The line and column of an error that has just occurred, both from 1.
  func lineAndColumn(of error: JSONError) -> (line: Int, column: Int) {
    text.lineAndColumn(of: error.offset)
  }

  /// Calls `body` before each element, which it has to consume.
  /// - Throws: `JSONError` if the array is malformed, and the error of `body`.
  mutating func forEachElement(_ body: (inout JSONReader) throws(JSONError) -> Void) throws(JSONError) {
    guard consume("[") else { throw error(expected: "[") }
    if consume("]") { return }
    repeat { try body(&self) } while consume(",")
    guard consume("]") else { throw error(expected: "a comma or ]") }
  }

  /// Calls `body` before each member's value, which it has to consume.
  /// - Throws: `JSONError` if the object is malformed, and the error of `body`.
  mutating func forEachMember(_ body: (String, inout JSONReader) throws(JSONError) -> Void) throws(JSONError) {
    guard consume("{") else { throw error(expected: "{") }
    if consume("}") { return }
    repeat { try body(readKey(), &self) } while consume(",")
    guard consume("}") else { throw error(expected: "a comma or }") }
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
  /// Skips the next value. Inside a container only brackets are checked.
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

  /// After damage: moves to the comma or bracket after the element that starts at `start`, by brackets and quotes
  /// alone.
  /// - Returns: false if the text ends before.
  mutating func recover(from start: Int) -> Bool {
    text.rewind(to: start)
    var depth = 0
    while text.hasByte() {
      let byte = text.bytes[text.index]
      if depth == 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") { return true }
      guard let change = try? skipToken() else { return false }
      depth = max(0, depth + change)
    }
    return false
  }

  /// After damage: moves to the line after that of `start`.
  /// - Returns: false if that line was too long to move back to its start.
  mutating func skipLine(from start: Int) -> Bool {
    guard start >= text.droppedBytes else { return false }
    text.rewind(to: start)
    while text.hasByte() {
      text.index += 1
      if text.bytes[text.index - 1] == UInt8(ascii: "\n") { return true }
    }
    return true
  }

  /// Skips a string or one byte.
  /// - Returns: the change of depth.
  private mutating func skipToken() throws(JSONError) -> Int {
    let byte = text.bytes[text.index]
    text.index += 1
    switch byte {
    case UInt8(ascii: "\""):
      _ = try skipString()
      return 0
    case UInt8(ascii: "{"), UInt8(ascii: "["): return 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return -1
    default: return 0
    }
  }

  /// Skips the rest of a string.
  /// - Returns: whether it has escapes.
  mutating func skipString() throws(JSONError) -> Bool {
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

/// A syntax error in JSON.
struct JSONError: Error, Hashable, Sendable {
  /// In bytes from the start of the file.
  var offset: Int
  /// The syntax expected there, as a noun phrase: “a comma or ]”.
  var expected: String
}
