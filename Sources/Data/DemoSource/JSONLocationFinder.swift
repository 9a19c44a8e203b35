/// Finds the location of a decoding error in a small JSON text: the first syntax error, or the value at a coding path.
struct JSONLocationFinder {
  struct Problem: Error, Hashable {
    /// In bytes from the start.
    var offset: Int
    /// A noun phrase.
    var expected: String
  }

  private static let maxDepth = 512
  private let bytes: [UInt8]
  private let target: [String]
  private var path: [String] = []
  private var index = 0
  private var targetOffset: Int?

  private init(_ bytes: [UInt8], target: [String]) {
    self.bytes = bytes
    self.target = target
  }

  /// The offset of the value at `path`, in bytes; nil if it does not exist. Array indices are decimal strings.
  static func offset(of path: [String], in bytes: [UInt8]) throws(Problem) -> Int? {
    var finder = JSONLocationFinder(bytes, target: path)
    try finder.value()
    guard finder.next() == nil else { throw finder.fault("the end of the file") }
    return finder.targetOffset
  }
}

extension JSONLocationFinder {
  private mutating func value() throws(Problem) {
    guard path.count < Self.maxDepth else { throw fault("less nesting") }
    let first = next()
    if path == target { targetOffset = index }
    switch first {
    case UInt8(ascii: "{"): try members()
    case UInt8(ascii: "["): try elements()
    case UInt8(ascii: "\""): _ = try string()
    default: try word()
    }
  }

  private mutating func members() throws(Problem) {
    index += 1
    guard next() != UInt8(ascii: "}") else { return index += 1 }
    while true {
      guard next() == UInt8(ascii: "\"") else { throw fault("a key in quotation marks") }
      path.append(try string())
      try expect(":", or: "a colon")
      try value()
      path.removeLast()
      if next() == UInt8(ascii: ",") { index += 1 } else { return try expect("}", or: "a comma or }") }
    }
  }

  private mutating func elements() throws(Problem) {
    index += 1
    guard next() != UInt8(ascii: "]") else { return index += 1 }
    var count = 0
    while true {
      path.append(String(count))
      try value()
      path.removeLast()
      count += 1
      if next() == UInt8(ascii: ",") { index += 1 } else { return try expect("]", or: "a comma or ]") }
    }
  }

  /// Escapes are not decoded, because no key of the format needs them.
  private mutating func string() throws(Problem) -> String {
    let start = index + 1
    index = start
    while index < bytes.count, bytes[index] >= 0x20 {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: bytes[start..<index - 1], as: UTF8.self)
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    index = min(index, bytes.count)
    throw fault("a quotation mark")
  }

  private mutating func word() throws(Problem) {
    let start = index
    while index < bytes.count, Self.isWordByte(bytes[index]) { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    guard ["true", "false", "null"].contains(word) || Double(word) != nil else {
      index = start
      throw fault("a value")
    }
  }

  private mutating func expect(_ character: Unicode.Scalar, or expected: String) throws(Problem) {
    guard next() == UInt8(ascii: character) else { throw fault(expected) }
    index += 1
  }

  /// The next byte that is not white space.
  private mutating func next() -> UInt8? {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    return index < bytes.count ? bytes[index] : nil
  }

  private func fault(_ expected: String) -> Problem {
    Problem(offset: index, expected: expected)
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }
}
