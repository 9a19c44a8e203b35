import Formats

/// What a server's stream tells: its name and what comes with it.
struct StreamMessage: Hashable, Sendable {
  var name: String
  var data: String

  var json: JSONValue? { try? JSONValue(whole: Array(data.utf8)) }
}

/// Cuts a stream into its messages (server-sent events, HTML 9.2.6), wherever its pieces are cut. Comments, by which a
/// server says that it is there, are none.
struct StreamDecoder {
  /// A message that is longer is passed over.
  private static let maxBytes = 4 << 20

  private var line: [UInt8] = []
  private var name = ""
  private var data = ""
  private var isTooLong = false
  private var endsWithReturn = false

  mutating func messages(in bytes: [UInt8]) -> [StreamMessage] {
    var messages: [StreamMessage] = []
    for byte in bytes {
      let isSecondHalf = byte == 0x0A && endsWithReturn
      endsWithReturn = byte == 0x0D
      if isSecondHalf { continue }
      if byte == 0x0A || byte == 0x0D {
        if let message = endLine() { messages.append(message) }
      } else if line.count + data.utf8.count < Self.maxBytes {
        line.append(byte)
      } else {
        isTooLong = true
      }
    }
    return messages
  }

  private mutating func endLine() -> StreamMessage? {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return dispatch() }
    let text = String(decoding: line, as: UTF8.self)
    let field = text.prefix { $0 != ":" }
    var value = text[field.endIndex...].dropFirst()
    if value.first == " " { value = value.dropFirst() }
    switch field {
    case "event": name = String(value)
    case "data": data += (data.isEmpty ? "" : "\n") + value
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> StreamMessage? {
    defer { (name, data, isTooLong) = ("", "", false) }
    guard !isTooLong, !name.isEmpty || !data.isEmpty else { return nil }
    return StreamMessage(name: name.isEmpty ? "message" : name, data: data)
  }
}
