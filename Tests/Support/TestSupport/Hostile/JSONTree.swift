import Foundation

/// A JSON value that can be changed at any path.
public indirect enum JSONTree: Hashable, Sendable {
  case object([String: JSONTree])
  case array([JSONTree])
  case string(String)
  case other(String)

  /// A step of a path in a tree.
  public enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  /// The paths to all leaves.
  public var leaves: [[Step]] {
    switch self {
    case .object(let members):
      members.sorted { $0.key < $1.key }.flatMap { key, value in value.leaves.map { [.key(key)] + $0 } }
    case .array(let elements):
      elements.enumerated().flatMap { index, value in value.leaves.map { [.index(index)] + $0 } }
    case .string, .other: [[]]
    }
  }

  /// The same, but for elements of an array only the first with that path.
  public var differentLeaves: [[Step]] {
    var seen: Set<[Step]> = []
    return leaves.filter { path in
      seen.insert(path.map { if case .index = $0 { .index(0) } else { $0 } }).inserted
    }
  }

  /// The tree with the value at a path changed.
  public func changing(_ path: ArraySlice<Step>, _ change: (JSONTree) -> JSONTree) -> JSONTree {
    guard let step = path.first else { return change(self) }
    switch (self, step) {
    case (.object(var members), .key(let key)):
      members[key] = members[key]?.changing(path.dropFirst(), change)
      return .object(members)
    case (.array(var elements), .index(let index)):
      elements[index] = elements[index].changing(path.dropFirst(), change)
      return .array(elements)
    default: return self
    }
  }
}

extension JSONTree: Decodable {
  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      var members: [String: JSONTree] = [:]
      for key in container.allKeys { members[key.stringValue] = try container.decode(JSONTree.self, forKey: key) }
      self = .object(members)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONTree] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONTree.self)) }
      self = .array(elements)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .other("null")
      } else if let bool = try? container.decode(Bool.self) {
        self = .other(bool ? "true" : "false")
      } else if let int = try? container.decode(Int.self) {
        self = .other(String(int))
      } else if let double = try? container.decode(Double.self) {
        self = .other(String(double))
      } else {
        self = .string(try container.decode(String.self))
      }
    }
  }
}

extension JSONTree {
  public enum Spelling: Hashable, Sendable, CaseIterable {
    /// Everything except printable ASCII as `\u`.
    case escaped
    /// No unnecessary escapes, and an invalid UTF-8 byte after each ESC.
    case raw
  }

  public func bytes(_ spelling: Spelling) -> [UInt8] {
    var bytes: [UInt8] = []
    write(spelling, to: &bytes)
    return bytes
  }

  /// Uses plain loops: tests write thousands of files, and lazy joins are ten times slower in debug builds.
  private func write(_ spelling: Spelling, to bytes: inout [UInt8]) {
    switch self {
    case .object(let members):
      bytes.append(0x7B)
      var isFirst = true
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        if !isFirst { bytes.append(0x2C) }
        isFirst = false
        JSONTree.string(key).write(spelling, to: &bytes)
        bytes.append(0x3A)
        value.write(spelling, to: &bytes)
      }
      bytes.append(0x7D)
    case .array(let elements):
      bytes.append(0x5B)
      var isFirst = true
      for element in elements {
        if !isFirst { bytes.append(0x2C) }
        isFirst = false
        element.write(spelling, to: &bytes)
      }
      bytes.append(0x5D)
    case .other(let word): bytes += Array(word.utf8)
    case .string(let text):
      bytes.append(0x22)
      for scalar in text.unicodeScalars {
        switch spelling {
        case .raw: Self.writeRaw(scalar, to: &bytes)
        case .escaped: Self.writeEscaped(scalar, to: &bytes)
        }
      }
      bytes.append(0x22)
    }
  }

  private static func writeRaw(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"", "\\":
      bytes.append(0x5C)
      bytes.append(UInt8(scalar.value))
    case "\u{1B}":
      bytes.append(0x1B)
      bytes.append(0x9B)
    default:
      for byte in String(scalar).utf8 { bytes.append(byte) }
    }
  }

  private static func writeEscaped(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    if 0x20..<0x7F ~= scalar.value, scalar != "\"", scalar != "\\" { return bytes.append(UInt8(scalar.value)) }
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      for byte in ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8 { bytes.append(byte) }
    }
  }
}
