/// A JSON value. Its accessors are lenient: a number is accepted as a string and vice versa; missing values, null and
/// mismatched types are nil.
package struct JSONValue: Sendable {
  private let tape: JSONTape
  private let index: Int

  init(tape: JSONTape, index: Int = 0) {
    self.tape = tape
    self.index = index
  }

  /// The position of the value, in bytes from the start of the file.
  var offset: Int {
    let start = node.kind == .string || node.kind == .escapedString ? node.start - 1 : node.start
    return tape.droppedBytes + start
  }

  /// The position of the value at a path of keys and indices, in bytes from the start of the file; nil if it does not
  /// exist.
  package func offset(at path: some Collection<String>) -> Int? {
    guard let key = path.first else { return offset }
    let value =
      if isArray {
        Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      } else {
        tape.member(key, ofObjectAt: index).map { JSONValue(tape: tape, index: $0) }
      }
    return value?.offset(at: path.dropFirst())
  }

  package var isObject: Bool { node.kind == .object }
  package var isArray: Bool { node.kind == .array }

  /// A member of an object; the last one if a key occurs twice. Also nil for null.
  package subscript(key: String) -> JSONValue? {
    guard let found = tape.member(key, ofObjectAt: index), tape.nodes[found].kind != .null else { return nil }
    return JSONValue(tape: tape, index: found)
  }

  /// The elements of an array; empty for other values.
  package var elements: [JSONValue] {
    guard isArray else { return [] }
    var elements: [JSONValue] = []
    var element = index + 1
    while element < node.next {
      elements.append(JSONValue(tape: tape, index: element))
      element = tape.nodes[element].next
    }
    return elements
  }

  /// The members of an object in order, without those that are null; empty for other values.
  package var members: [(key: String, value: JSONValue)] {
    guard isObject else { return [] }
    var members: [(key: String, value: JSONValue)] = []
    var key = index + 1
    while key < node.next {
      let value = JSONValue(tape: tape, index: key + 1)
      if value.node.kind != .null { members.append((tape.string(tape.nodes[key]), value)) }
      key = value.node.next
    }
    return members
  }

  /// A string, or a number as written.
  package var string: String? {
    switch node.kind {
    case .string, .escapedString, .number: tape.string(node)
    default: nil
    }
  }

  /// An integer, or a string with one.
  package var int: Int? {
    if let digits = tape.digits(node) { return digits }
    // Longer numbers are never needed, and a malicious one may have any length.
    guard node.end - node.start <= 40, let text = string else { return nil }
    if let int = Int(text) { return int }
    return Double(text).flatMap { Int(exactly: $0.rounded(.towardZero)) }
  }

  package var bool: Bool? {
    switch node.kind {
    case .yes: true
    case .no: false
    default:
      switch string {
      case "true", "1": true
      case "false", "0": false
      default: nil
      }
    }
  }

  private var node: JSONTape.Node { tape.nodes[index] }
}

extension JSONValue {
  /// A string that is not empty.
  package var text: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

  /// A string that is not blank.
  package var name: String? { string.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }

  /// A number that is not negative.
  package var count: Int? { int.flatMap { $0 < 0 ? nil : $0 } }
}

extension JSONValue {
  /// Text that consists of one value.
  package init(whole text: [UInt8]) throws(JSONFault) {
    var reader = JSONReader(text, from: ByteOrderMark.length(in: text))
    do throws(JSONError) {
      self = try reader.readValue()
      guard reader.isAtEnd else { throw reader.error(expected: "the end") }
    } catch {
      let (line, column) = reader.lineAndColumn(of: error)
      throw JSONFault(expected: error.expected, line: line, column: column)
    }
  }
}

extension JSONValue {
  /// Reads the arrays of an object element by element, so that they may be of any length.
  /// - Parameter read: called with each element and the key of its array, and with nil for an empty array.
  package static func forEachElement(
    ofArraysIn text: [UInt8], _ read: (_ key: String, JSONValue?) -> Void
  ) throws(JSONFault) {
    var reader = JSONReader(text, from: ByteOrderMark.length(in: text))
    do throws(JSONError) {
      if reader.next == UInt8(ascii: "{") {
        try reader.forEachMember { key, reader throws(JSONError) in
          guard reader.next == UInt8(ascii: "[") else { return try reader.skipValue() }
          var isEmpty = true
          try reader.forEachElement { reader throws(JSONError) in
            isEmpty = false
            read(key, try reader.readValue())
          }
          if isEmpty { read(key, nil) }
        }
      } else {
        try reader.skipValue()
      }
      guard reader.isAtEnd else { throw reader.error(expected: "the end") }
    } catch {
      let (line, column) = reader.lineAndColumn(of: error)
      throw JSONFault(expected: error.expected, line: line, column: column)
    }
  }
}

/// A syntax error in JSON, with its line and column.
package struct JSONFault: Error, Hashable, Sendable {
  /// The syntax expected there, as a noun phrase: “a comma or ]”.
  package var expected: String
  /// From 1; the column in bytes.
  package var line: Int
  package var column: Int
}
