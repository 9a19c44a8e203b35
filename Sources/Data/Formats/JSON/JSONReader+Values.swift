extension JSONReader {
  /// Reads the next value completely.
  mutating func readValue() throws(JSONError) -> JSONValue {
    try startValue()
    defer { text.isPinned = false }
    try appendValue()
    return value
  }

  /// Reads the next key of an object and its colon.
  mutating func readKey() throws(JSONError) -> String {
    try startValue()
    defer { text.isPinned = false }
    try appendKey()
    return value.string ?? ""
  }
}

extension JSONReader {
  private mutating func startValue() throws(JSONError) {
    nodes.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    text.dropConsumed()
    guard text.bytes.count <= Self.maxBytes else { throw error(expected: "at most \(Self.maxBytes >> 30) GiB") }
    text.isPinned = true
  }

  private var value: JSONValue {
    JSONValue(tape: JSONTape(bytes: text.bytes, nodes: nodes, droppedBytes: text.droppedBytes))
  }

  /// Not recursive, so that deep nesting does not overflow the stack.
  private mutating func appendValue() throws(JSONError) {
    repeat {
      if try appendScalarOrOpen() { continue }
      while let container = open.last {
        if consume(",") {
          try appendKey(in: container)
          break
        }
        try close(container)
        open.removeLast()
      }
    } while !open.isEmpty
  }

  /// - Returns: whether a container with content was opened, so that its first value comes next.
  private mutating func appendScalarOrOpen() throws(JSONError) -> Bool {
    guard let first = next else { throw error(expected: "a value") }
    guard nodes.count < Self.maxNodes else { throw error(expected: "a value of at most \(Self.maxNodes) parts") }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < Self.maxDepth else { throw error(expected: "at most \(Self.maxDepth) levels of brackets") }
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
    guard consume(":") else { throw error(expected: "a colon") }
  }

  private mutating func appendString() throws(JSONError) {
    text.index += 1
    let start = text.index
    let isEscaped = try skipString()
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
