/// A value that has been read, laid out flat: each container is followed by what it holds. Nothing is decoded before
/// someone asks for it, so that the many fields nobody looks at cost nothing.
final class JSONTape: Sendable {
  struct Node: Sendable {
    enum Kind: UInt8, Sendable {
      case object, array, string, escapedString, number, yes, no, null
    }

    var kind: Kind
    /// In bytes; a string's quotes are outside.
    var start: Int
    var end: Int
    /// Index of the node after this one and all it holds.
    var next: Int
  }

  let bytes: [UInt8]
  let nodes: [Node]

  init(bytes: [UInt8], nodes: [Node]) {
    self.bytes = bytes
    self.nodes = nodes
  }

  func string(_ node: Node) -> String {
    node.kind == .escapedString
      ? JSONEscapes.decode(bytes[node.start..<node.end])
      : String(decoding: bytes[node.start..<node.end], as: UTF8.self)
  }

  func string(_ node: Node, equals text: String) -> Bool {
    if node.kind == .escapedString { return string(node) == text }
    let utf8 = text.utf8
    guard utf8.count == node.end - node.start else { return false }
    var index = node.start
    for byte in utf8 {
      guard bytes[index] == byte else { return false }
      index += 1
    }
    return true
  }
}
