import Domain

/// A value that has been read, laid out flat: each container is followed by what it holds. Nothing is decoded before
/// someone asks for it, so that the many fields nobody looks at cost nothing.
final class JSONTape: Sendable {
  struct Node: Sendable {
    enum Kind: UInt8, Sendable {
      case object, array, string, escapedString, number, yes, no, null
    }

    var kind: Kind
    /// In `bytes`; a string's quotes are outside.
    var start: Int
    var end: Int
    /// Index of the node after this one and all it holds.
    var next: Int
  }

  let bytes: [UInt8]
  let nodes: [Node]
  /// How much of the text stood before `bytes`.
  let passed: Int

  init(bytes: [UInt8], nodes: [Node], passed: Int = 0) {
    self.bytes = bytes
    self.nodes = nodes
    self.passed = passed
  }

  /// With stand-ins for what would drive a terminal: this is where other people's text comes in.
  func string(_ node: Node) -> String {
    let text =
      node.kind == .escapedString
      ? JSONEscapes.decode(bytes[node.start..<node.end])
      : String(decoding: bytes[node.start..<node.end], as: UTF8.self)
    return text.withStandIns
  }

  /// Index of an object's member; where a key stands twice, of the last one.
  func member(_ key: String, ofObjectAt index: Int) -> Int? {
    guard nodes[index].kind == .object else { return nil }
    let length = key.utf8.count
    let end = nodes[index].next
    var found: Int?
    var keyIndex = index + 1
    while keyIndex < end {
      let node = nodes[keyIndex]
      if node.kind == .escapedString ? string(node) == key : node.end - node.start == length && holds(key, node.start) {
        found = keyIndex + 1
      }
      keyIndex = nodes[keyIndex + 1].next
    }
    return found
  }

  /// Whether the text stands at an offset, behind which there are at least as many bytes.
  private func holds(_ text: String, _ start: Int) -> Bool {
    var index = start
    for byte in text.utf8 {
      guard bytes[index] == byte else { return false }
      index += 1
    }
    return true
  }
}
