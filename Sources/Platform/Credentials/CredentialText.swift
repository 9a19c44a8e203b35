/// A value in credentials.json with its line. Unknown values are preserved.
struct CredentialValue: Hashable, Sendable {
  indirect enum Content: Hashable, Sendable {
    case object([Member])
    case array([CredentialValue])
    case string(String)
    /// A number, `true`, `false` or `null` as written.
    case word(String)
  }

  struct Member: Hashable, Sendable {
    var key: String
    var value: CredentialValue
  }

  var content: Content
  var line = 0

  static func string(_ text: String) -> Self { Self(content: .string(text)) }
  static let emptyObject = Self(content: .object([]))

  var members: [Member]? {
    if case .object(let members) = content { members } else { nil }
  }

  var text: String? {
    if case .string(let text) = content { text } else { nil }
  }

  var elements: [CredentialValue]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// A member of an object. Setting nil removes it. A value that is not an object has no members and ignores changes.
  subscript(key: String) -> CredentialValue? {
    get { members?.last { $0.key == key }?.value }
    set {
      guard var members else { return }
      if let newValue, let index = members.lastIndex(where: { $0.key == key }) {
        members[index].value = newValue
      } else {
        members.removeAll { $0.key == key }
        if let newValue { members.append(Member(key: key, value: newValue)) }
      }
      content = .object(members)
    }
  }
}

/// A syntax or format error: its line and what was expected. It contains nothing of the text.
struct CredentialDamage: Error, Hashable {
  var line: Int
  var expected: String
}

/// Parses JSON (RFC 8259) with the lines of its values, for error messages after manual edits.
struct CredentialTextReader {
  /// The format is far less deep.
  private static let maxDepth = 32

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static func read(_ bytes: [UInt8]) throws(CredentialDamage) -> CredentialValue {
    var reader = CredentialTextReader(bytes)
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    guard reader.next == nil else { throw reader.damage("the end of the file") }
    return value
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func damage(_ expected: String) -> CredentialDamage { CredentialDamage(line: line, expected: expected) }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
      if byte == 0x0A { line += 1 }
      position += 1
    }
  }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(CredentialDamage) -> CredentialValue {
    guard depth < Self.maxDepth else { throw damage("at most \(Self.maxDepth) nested brackets") }
    skipBlanks()
    let line = line
    let content: CredentialValue.Content
    switch next {
    case UInt8(ascii: "{"): content = .object(try members(depth: depth))
    case UInt8(ascii: "["): content = .array(try elements(depth: depth))
    case UInt8(ascii: "\""): content = .string(try string())
    default: content = .word(try word())
    }
    return CredentialValue(content: content, line: line)
  }

  private mutating func members(depth: Int) throws(CredentialDamage) -> [CredentialValue.Member] {
    position += 1
    var members: [CredentialValue.Member] = []
    guard !consume("}") else { return [] }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw damage("a name in quotation marks") }
      let key = try string()
      guard consume(":") else { throw damage("a colon") }
      members.append(.init(key: key, value: try value(depth: depth + 1)))
    } while consume(",")
    guard consume("}") else { throw damage("a comma or }") }
    return members
  }

  private mutating func elements(depth: Int) throws(CredentialDamage) -> [CredentialValue] {
    position += 1
    var elements: [CredentialValue] = []
    guard !consume("]") else { return [] }
    repeat { elements.append(try value(depth: depth + 1)) } while consume(",")
    guard consume("]") else { throw damage("a comma or ]") }
    return elements
  }

  private mutating func string() throws(CredentialDamage) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw damage("a quotation mark at the end of a text") }
      position += 1
      if byte == UInt8(ascii: "\\") { text += Array(String(try escape()).utf8) } else { text.append(byte) }
    }
    guard next != nil else { throw damage("a quotation mark at the end of a text") }
    position += 1
    guard let text = String(validating: text, as: UTF8.self) else { throw damage("a text in UTF-8") }
    return text
  }

  private mutating func escape() throws(CredentialDamage) -> Unicode.Scalar {
    let byte = next
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try escapedScalar()
    default: throw damage("a character that can be written with a backslash")
    }
  }

  private mutating func escapedScalar() throws(CredentialDamage) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard next == UInt8(ascii: "\\") else { throw damage("the second half of a character") }
    position += 1
    guard next == UInt8(ascii: "u") else { throw damage("the second half of a character") }
    position += 1
    let second = try codeUnit()
    guard 0xD800...0xDBFF ~= unit, 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (second - 0xDC00))
    else { throw damage("the second half of a character") }
    return scalar
  }

  private mutating func codeUnit() throws(CredentialDamage) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw damage("four hexadecimal digits") }
    position += 4
    return unit
  }

  private mutating func word() throws(CredentialDamage) -> String {
    let word = bytes[position...].prefix {
      let scalar = Unicode.Scalar($0)
      return scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains(scalar))
    }
    let text = String(decoding: word, as: UTF8.self)
    guard ["true", "false", "null"].contains(text) || text.wholeMatch(of: Self.number) != nil else {
      throw damage("a value")
    }
    position += word.count
    return text
  }

  private static var number: Regex<Substring> { /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+\-]?[0-9]+)?/ }
}

/// Writes human-readable JSON.
enum CredentialTextWriter {
  static func bytes(of value: CredentialValue) -> [UInt8] { Array((text(of: value, indent: "") + "\n").utf8) }

  private static func text(of value: CredentialValue, indent: String) -> String {
    let inner = indent + "  "
    switch value.content {
    case .string(let text): return quoted(text)
    case .word(let word): return word
    case .array(let elements):
      return list(elements.map { inner + text(of: $0, indent: inner) }, "[", "]", indent)
    case .object(let members):
      return list(members.map { "\(inner)\(quoted($0.key)): \(text(of: $0.value, indent: inner))" }, "{", "}", indent)
    }
  }

  private static func list(_ parts: [String], _ open: String, _ close: String, _ indent: String) -> String {
    parts.isEmpty ? open + close : "\(open)\n\(parts.joined(separator: ",\n"))\n\(indent)\(close)"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
