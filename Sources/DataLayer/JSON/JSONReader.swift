/// Reads JSON (RFC 8259), a piece at a time, so that a file of a million posts is never in memory as a whole. Bytes that
/// are no UTF-8, control characters in strings and numbers of any size are let through; what breaks the structure is an
/// error.
struct JSONReader {
  /// Real sources nest twenty levels, and a thread a few for each of its posts.
  static let deepest = 256
  /// No post of any source is longer than this, in bytes.
  static let longest = 16 << 20
  /// Nor has any more values in it.
  static let mostParts = 1 << 20

  private var text: ByteWindow
  private var nodes: [JSONTape.Node] = []

  /// - Parameters:
  ///   - position: where in the bytes the JSON starts.
  ///   - source: gives what comes after them.
  init(_ bytes: [UInt8], from position: Int = 0, then source: (any ByteSource)? = nil) {
    text = ByteWindow(bytes, at: position, longest: Self.longest, then: source)
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

  /// The first key of the object that comes next; nil where none does.
  var keyAhead: String? {
    var ahead = self
    return ahead.takes("{") ? try? ahead.readKey() : nil
  }

  /// Passes over the next byte that is no blank, if it is this one.
  mutating func takes(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    text.index += 1
    return true
  }

  func error(expected: String) -> JSONError {
    JSONError(offset: position, expected: text.isTooLong ? "a value of at most \(Self.longest >> 20) MiB" : expected)
  }

  /// The line of an error that has just been met, and the column in it, both from 1.
  func lineAndColumn(of error: JSONError) -> (line: Int, column: Int) {
    text.lineAndColumn(of: error.offset)
  }

  /// The whole next value.
  mutating func readValue() throws(JSONError) -> JSONValue {
    startValue()
    defer { text.isHeld = false }
    try appendValue()
    return value
  }

  /// The next key of an object and its colon.
  mutating func readKey() throws(JSONError) -> String {
    startValue()
    defer { text.isHeld = false }
    try appendKey()
    return value.string ?? ""
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

// MARK: - Passing over

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

  private mutating func skipBlanks() {
    while text.hasByte() {
      var index = text.index
      scan: while index < text.bytes.count {
        switch text.bytes[index] {
        case 0x20, 0x0A, 0x0D, 0x09: index += 1
        default: break scan
        }
      }
      text.index = index
      if index < text.bytes.count { return }
    }
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
  private mutating func passString() throws(JSONError) -> Bool {
    var isEscaped = false
    while text.hasByte() {
      var index = text.index
      scan: while index < text.bytes.count {
        switch text.bytes[index] {
        case UInt8(ascii: "\""):
          text.index = index + 1
          return isEscaped
        case UInt8(ascii: "\\"): break scan
        default: index += 1
        }
      }
      text.index = index
      guard index < text.bytes.count else { continue }
      isEscaped = true
      text.index += 1
      if text.hasByte() { text.index += 1 }
    }
    throw error(expected: "a closing quote")
  }
}

// MARK: - Values

extension JSONReader {
  private mutating func startValue() {
    nodes.removeAll(keepingCapacity: true)
    text.dropPassed()
    text.isHeld = true
  }

  private var value: JSONValue {
    JSONValue(tape: JSONTape(bytes: text.bytes, nodes: nodes, passed: text.passed))
  }

  /// Without recursion: how deep a text nests is nothing that the stack may depend on.
  private mutating func appendValue() throws(JSONError) {
    var open: [Int] = []
    repeat {
      if try appendScalar(orOpenAfter: &open) { continue }
      while let container = open.last {
        if takes(",") {
          try appendKey(in: container)
          break
        }
        try close(container)
        open.removeLast()
      }
    } while !open.isEmpty
  }

  /// - Returns: whether a container was opened that holds something, so that the first value in it comes next.
  private mutating func appendScalar(orOpenAfter open: inout [Int]) throws(JSONError) -> Bool {
    guard let first = next else { throw error(expected: "a value") }
    guard nodes.count < Self.mostParts else { throw error(expected: "a value of at most \(Self.mostParts) parts") }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < Self.deepest else { throw error(expected: "at most \(Self.deepest) levels of brackets") }
      let container = nodes.count
      append(first == UInt8(ascii: "{") ? .object : .array, text.index, text.index)
      text.index += 1
      if next == closingBracket(of: container) {
        try close(container)
        return false
      }
      open.append(container)
      try appendKey(in: container)
      return true
    case UInt8(ascii: "\""): try appendString()
    case UInt8(ascii: "t"): try appendWord("true", .yes)
    case UInt8(ascii: "f"): try appendWord("false", .no)
    case UInt8(ascii: "n"): try appendWord("null", .null)
    default: try appendNumber()
    }
    return false
  }

  private mutating func appendKey(in container: Int) throws(JSONError) {
    if nodes[container].kind == .object { try appendKey() }
  }

  private func closingBracket(of container: Int) -> UInt8 {
    nodes[container].kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  private mutating func close(_ container: Int) throws(JSONError) {
    guard next == closingBracket(of: container) else {
      throw error(expected: nodes[container].kind == .object ? "a comma or }" : "a comma or ]")
    }
    text.index += 1
    nodes[container].end = text.index
    nodes[container].next = nodes.count
  }

  private mutating func appendKey() throws(JSONError) {
    guard next == UInt8(ascii: "\"") else { throw error(expected: "a key in quotes") }
    try appendString()
    guard takes(":") else { throw error(expected: "a colon") }
  }

  private mutating func appendString() throws(JSONError) {
    text.index += 1
    let start = text.index
    let isEscaped = try passString()
    append(isEscaped ? .escapedString : .string, start, text.index - 1)
  }

  private mutating func appendWord(_ word: String, _ kind: JSONTape.Node.Kind) throws(JSONError) {
    let start = text.index
    for byte in word.utf8 {
      guard text.hasByte(), text.bytes[text.index] == byte else {
        text.index = start
        throw error(expected: "a value")
      }
      text.index += 1
    }
    append(kind, start, text.index)
  }

  private mutating func appendNumber() throws(JSONError) {
    let start = text.index
    var hasDigit = false
    scan: while text.hasByte() {
      switch text.bytes[text.index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): break
      default: break scan
      }
      text.index += 1
    }
    guard hasDigit else {
      text.index = start
      throw error(expected: "a value")
    }
    append(.number, start, text.index)
  }

  private mutating func append(_ kind: JSONTape.Node.Kind, _ start: Int, _ end: Int) {
    nodes.append(JSONTape.Node(kind: kind, start: start, end: end, next: nodes.count + 1))
  }
}
