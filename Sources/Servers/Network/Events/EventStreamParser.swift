/// Parses events from chunks of bytes.
package struct EventStreamParser {
  /// The maximum length of a line and of the data of an event, in bytes.
  static let maxBytes = 1 << 20

  private static let (newline, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  private var line: [UInt8] = []
  private var isFirstLine = true
  /// Whether a newline belongs to the preceding carriage return.
  private var skipsNewline = false
  private var name = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var id = ""
  private var nextID: String?

  package init() {}

  /// The elements that the bytes complete; nil if a line or event is too long.
  package mutating func read(_ bytes: [UInt8]) -> [EventStream.Element]? {
    var elements: [EventStream.Element] = []
    var rest = bytes[...]
    if skipsNewline, let first = rest.first {
      skipsNewline = false
      if first == Self.newline { rest = rest.dropFirst() }
    }
    while let end = rest.firstIndex(where: { $0 == Self.newline || $0 == Self.carriage }) {
      line += rest[..<end]
      guard line.count <= Self.maxBytes else { return nil }
      var next = end + 1
      if rest[end] == Self.carriage {
        if next == rest.endIndex { skipsNewline = true } else if rest[next] == Self.newline { next += 1 }
      }
      rest = rest[next...]
      guard parseLine(&elements) else { return nil }
    }
    line += rest
    return line.count <= Self.maxBytes ? elements : nil
  }

  /// - Returns: false if the event is too long.
  private mutating func parseLine(_ elements: inout [EventStream.Element]) -> Bool {
    if isFirstLine {
      isFirstLine = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    defer { line.removeAll(keepingCapacity: line.capacity <= 16 << 10) }
    if line.isEmpty {
      endEvent(&elements)
      return true
    }
    let field = line.prefix { $0 != UInt8(ascii: ":") }
    if field.isEmpty {
      elements.append(.heartbeat)
      return true
    }
    var value = line[field.endIndex...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch String(decoding: field, as: UTF8.self) {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data":
      if hasData { data.append(Self.newline) }
      hasData = true
      data += value
      return data.count <= Self.maxBytes
    case "id":
      if !value.contains(0) { nextID = String(decoding: value, as: UTF8.self) }
    case "retry":
      if let milliseconds = Self.number(value) { elements.append(.retry(after: Double(milliseconds) / 1000)) }
    default: break
    }
    return true
  }

  private mutating func endEvent(_ elements: inout [EventStream.Element]) {
    if let nextID { id = nextID }
    if hasData {
      let text = String(decoding: data, as: UTF8.self)
      elements.append(.event(ServerSentEvent(name: name.isEmpty ? "message" : name, data: text, id: id)))
    }
    nextID = nil
    name = ""
    data = []
    hasData = false
  }

  /// Digits only, at most a day.
  private static func number(_ value: ArraySlice<UInt8>) -> Int? {
    guard (1...8).contains(value.count), value.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let number = value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return number <= 24 * 60 * 60 * 1000 ? number : nil
  }
}
