import Domain

/// A value that has been read, laid out flat: each container is followed by what it holds. Nothing is decoded before
/// someone asks for it, so that the many fields nobody looks at cost nothing.
final class JSONTape: Sendable {
  struct Node: Sendable {
    enum Kind: UInt8, Sendable {
      case object, array, string, escapedString, number, yes, no, null
    }

    // No text is so long, and no value has so many parts (`JSONReader.maxAtHand`, `maxParts`); half of the memory is
    // looked through faster.
    private var places: (start: UInt32, end: UInt32, next: UInt32)
    let kind: Kind

    init(kind: Kind, start: Int, end: Int, next: Int) {
      self.kind = kind
      places = (UInt32(start), UInt32(end), UInt32(next))
    }

    /// In `bytes`; a string's quotes are outside.
    var start: Int { Int(places.start) }
    var end: Int {
      get { Int(places.end) }
      set { places.end = UInt32(newValue) }
    }
    /// Index of the node after this one and all it holds.
    var next: Int {
      get { Int(places.next) }
      set { places.next = UInt32(newValue) }
    }
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
    return text.escapingControls
  }

  /// A number that is nothing but some digits, as almost all are.
  func digits(_ node: Node) -> Int? {
    guard 1...18 ~= node.end - node.start, node.kind == .string || node.kind == .number else { return nil }
    var number = 0
    for index in node.start..<node.end {
      guard 0x30...0x39 ~= bytes[index] else { return nil }
      number = number * 10 + Int(bytes[index] - 0x30)
    }
    return number
  }

  /// Index of an object's member; where a key stands twice, of the last one.
  func member(_ key: String, ofObjectAt index: Int) -> Int? {
    let (allNodes, allBytes) = (nodes, bytes)
    let nodes = allNodes.span
    let bytes = allBytes.span
    guard nodes[index].kind == .object else { return nil }
    let wanted = key.utf8Span.span
    let end = nodes[index].next
    var found: Int?
    var keyIndex = index + 1
    while keyIndex < end {
      let node = nodes[keyIndex]
      if node.kind == .escapedString ? string(node) == key : Self.holds(bytes, from: node.start, to: node.end, wanted) {
        found = keyIndex + 1
      }
      keyIndex = nodes[keyIndex + 1].next
    }
    return found
  }

  private static func holds(_ bytes: Span<UInt8>, from start: Int, to end: Int, _ wanted: Span<UInt8>) -> Bool {
    guard end - start == wanted.count else { return false }
    // Keys begin alike more often than they end alike.
    for index in wanted.indices.reversed() where bytes[start + index] != wanted[index] { return false }
    return true
  }
}
