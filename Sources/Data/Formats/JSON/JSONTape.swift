import Domain

/// A parsed value in flat form: each container is followed by its content. Values are decoded on access, so that unused
/// fields cost nothing.
final class JSONTape: Sendable {
  struct Node: Sendable {
    enum Kind: UInt8, Sendable {
      case object, array, string, escapedString, number, yes, no, null
    }

    // 32 bits suffice (`JSONReader.maxBytes`, `maxNodes`), and scanning half the memory is faster.
    private var offsets: (start: UInt32, end: UInt32, next: UInt32)
    let kind: Kind

    init(kind: Kind, start: Int, end: Int, next: Int) {
      self.kind = kind
      offsets = (UInt32(start), UInt32(end), UInt32(next))
    }

    /// In `bytes`; without a string's quotes.
    var start: Int { Int(offsets.start) }
    var end: Int {
      get { Int(offsets.end) }
      set { offsets.end = UInt32(newValue) }
    }
    /// The index of the node after this one and its content.
    var next: Int {
      get { Int(offsets.next) }
      set { offsets.next = UInt32(newValue) }
    }
  }

  let bytes: [UInt8]
  let nodes: [Node]
  /// The number of bytes dropped before `bytes`.
  let droppedBytes: Int

  init(bytes: [UInt8], nodes: [Node], droppedBytes: Int = 0) {
    self.bytes = bytes
    self.nodes = nodes
    self.droppedBytes = droppedBytes
  }

  /// Decodes a string, with stand-ins for terminal control characters: this is where foreign text enters.
  func string(_ node: Node) -> String {
    let text =
      node.kind == .escapedString
      ? JSONEscapes.decode(bytes[node.start..<node.end])
      : String(decoding: bytes[node.start..<node.end], as: UTF8.self)
    return text.escapingControls
  }

  /// A number that consists of a few digits, as almost all do.
  func digits(_ node: Node) -> Int? {
    guard 1...18 ~= node.end - node.start, node.kind == .string || node.kind == .number else { return nil }
    var number = 0
    for index in node.start..<node.end {
      guard 0x30...0x39 ~= bytes[index] else { return nil }
      number = number * 10 + Int(bytes[index] - 0x30)
    }
    return number
  }

  /// The index of an object's member; the last one if a key occurs twice.
  func member(_ key: String, ofObjectAt index: Int) -> Int? {
    let (allNodes, allBytes) = (nodes, bytes)
    let nodes = allNodes.span
    let bytes = allBytes.span
    guard nodes[index].kind == .object else { return nil }
    let keySpan = key.utf8Span.span
    let end = nodes[index].next
    var found: Int?
    var keyIndex = index + 1
    while keyIndex < end {
      let node = nodes[keyIndex]
      if node.kind == .escapedString
        ? string(node) == key : Self.matches(bytes, from: node.start, to: node.end, keySpan)
      {
        found = keyIndex + 1
      }
      keyIndex = nodes[keyIndex + 1].next
    }
    return found
  }

  private static func matches(_ bytes: Span<UInt8>, from start: Int, to end: Int, _ keySpan: Span<UInt8>) -> Bool {
    guard end - start == keySpan.count else { return false }
    // Compared from the end: keys share beginnings more often than ends.
    for index in keySpan.indices.reversed() where bytes[start + index] != keySpan[index] { return false }
    return true
  }
}
