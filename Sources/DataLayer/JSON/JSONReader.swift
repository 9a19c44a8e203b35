/// Reads JSON (RFC 8259) from bytes, a piece at a time, so that a file of a million posts is never in memory as a
/// tree. Bytes that are no UTF-8, control characters in strings and numbers of any size are let through; what breaks
/// the structure is an error.
struct JSONReader {
  /// Real sources nest twenty levels. Deeper than this is an attack on the stack.
  static let deepest = 128

  let bytes: [UInt8]
  private(set) var position: Int
  private var nodes: [JSONTape.Node] = []

  init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return position >= bytes.count
    }
  }

  /// The next byte that is no blank.
  var next: UInt8? {
    mutating get { isAtEnd ? nil : bytes[position] }
  }

  /// Passes over the next byte that is no blank, if it is this one.
  mutating func takes(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  func error(expected: String) -> JSONError { JSONError(offset: position, expected: expected) }

  /// The whole next value.
  mutating func readValue() throws(JSONError) -> JSONValue {
    nodes.removeAll(keepingCapacity: true)
    try appendValue(depth: 0)
    return JSONValue(tape: JSONTape(bytes: bytes, nodes: nodes))
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
    repeat {
      nodes.removeAll(keepingCapacity: true)
      try appendKey()
      let key = JSONValue(tape: JSONTape(bytes: bytes, nodes: nodes)).string ?? ""
      try body(key, &self)
    } while takes(",")
    guard takes("}") else { throw error(expected: "a comma or }") }
  }

  /// Passes over the next value, looking at a container's brackets only.
  mutating func skipValue() throws(JSONError) {
    guard next == UInt8(ascii: "{") || next == UInt8(ascii: "[") else {
      nodes.removeAll(keepingCapacity: true)
      return try appendValue(depth: 0)
    }
    var depth = 0
    repeat {
      guard position < bytes.count else { throw error(expected: "a closing bracket") }
      depth += try skipToken()
    } while depth > 0
  }

  /// After damage: goes to the comma or bracket behind the element that starts at `start`, by brackets and quotes
  /// alone. False where the file ends first.
  mutating func recover(from start: Int) -> Bool {
    position = start
    var depth = 0
    while position < bytes.count {
      let byte = bytes[position]
      if depth == 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") { return true }
      guard let change = try? skipToken() else { return false }
      depth = max(0, depth + change)
    }
    return false
  }

  /// Goes to the line after the one that `start` stands in.
  mutating func skipLine(from start: Int) {
    position = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
  }
}

extension JSONReader {
  private mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// Passes over a string or one byte, and tells how much deeper the text is after it.
  private mutating func skipToken() throws(JSONError) -> Int {
    switch bytes[position] {
    case UInt8(ascii: "\""):
      _ = try passString()
      return 0
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      position += 1
      return 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      position += 1
      return -1
    default:
      position += 1
      return 0
    }
  }

  private mutating func appendValue(depth: Int) throws(JSONError) {
    guard let first = next else { throw error(expected: "a value") }
    guard depth < Self.deepest else { throw error(expected: "at most \(Self.deepest) levels of brackets") }
    switch first {
    case UInt8(ascii: "{"): try appendObject(depth: depth)
    case UInt8(ascii: "["): try appendArray(depth: depth)
    case UInt8(ascii: "\""): try appendString()
    case UInt8(ascii: "t"): try appendWord("true", .yes)
    case UInt8(ascii: "f"): try appendWord("false", .no)
    case UInt8(ascii: "n"): try appendWord("null", .null)
    default: try appendNumber()
    }
  }

  private mutating func appendObject(depth: Int) throws(JSONError) {
    let index = open(.object)
    if !takes("}") {
      repeat {
        try appendKey()
        try appendValue(depth: depth + 1)
      } while takes(",")
      guard takes("}") else { throw error(expected: "a comma or }") }
    }
    close(index)
  }

  private mutating func appendArray(depth: Int) throws(JSONError) {
    let index = open(.array)
    if !takes("]") {
      repeat { try appendValue(depth: depth + 1) } while takes(",")
      guard takes("]") else { throw error(expected: "a comma or ]") }
    }
    close(index)
  }

  private mutating func appendKey() throws(JSONError) {
    guard next == UInt8(ascii: "\"") else { throw error(expected: "a key in quotes") }
    try appendString()
    guard takes(":") else { throw error(expected: "a colon") }
  }

  private mutating func appendString() throws(JSONError) {
    let start = position + 1
    let isEscaped = try passString()
    append(isEscaped ? .escapedString : .string, start, position - 1)
  }

  /// Passes over a string and tells whether there are escapes in it.
  private mutating func passString() throws(JSONError) -> Bool {
    var index = position + 1
    var isEscaped = false
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        position = index + 1
        return isEscaped
      case UInt8(ascii: "\\"):
        isEscaped = true
        index += 2
      default:
        index += 1
      }
    }
    position = bytes.count
    throw error(expected: "a closing quote")
  }

  private mutating func appendWord(_ word: String, _ kind: JSONTape.Node.Kind) throws(JSONError) {
    guard bytes[position...].starts(with: word.utf8) else { throw error(expected: "a value") }
    append(kind, position, position + word.utf8.count)
    position += word.utf8.count
  }

  private mutating func appendNumber() throws(JSONError) {
    var end = position
    var hasDigit = false
    scan: while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): break
      default: break scan
      }
      end += 1
    }
    guard hasDigit else { throw error(expected: "a value") }
    append(.number, position, end)
    position = end
  }

  private mutating func append(_ kind: JSONTape.Node.Kind, _ start: Int, _ end: Int) {
    nodes.append(JSONTape.Node(kind: kind, start: start, end: end, next: nodes.count + 1))
  }

  private mutating func open(_ kind: JSONTape.Node.Kind) -> Int {
    append(kind, position, position)
    position += 1
    return nodes.count - 1
  }

  private mutating func close(_ index: Int) {
    nodes[index].end = position
    nodes[index].next = nodes.count
  }
}
