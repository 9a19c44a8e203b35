/// Percent-encoding: `%20` (RFC 3986, 2.1).
enum PercentEscapes {
  /// Escapes all but letters, digits and `-._~`: for names and values of a query or a form.
  static func escaping(_ text: String) -> String {
    escaping(text) { isUnreserved($0) }
  }

  /// Escapes a path segment, including slashes.
  static func escapingSegment(_ text: String) -> String {
    // These would be interpreted as dot segments, even if escaped once.
    if text == "." || text == ".." { return text.map { _ in "%252E" }.joined() }
    return escaping(text) { isUnreserved($0) || "!$&'()*+,;=:@".utf8.contains($0) }
  }

  /// Escapes a path. Existing escapes stay.
  static func escapingPath(_ path: String) -> String {
    let bytes = Array(path.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isEscape =
        byte == UInt8(ascii: "%") && index + 2 < bytes.count && hexadecimal(bytes[index + 1]) != nil
        && hexadecimal(bytes[index + 2]) != nil
      if isEscape || isUnreserved(byte) || "/!$&'()*+,;=:@".utf8.contains(byte) {
        result.append(byte)
      } else {
        append(byte, to: &result)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Decodes a form value: a plus is a space. Invalid escapes stay, invalid UTF-8 is replaced.
  static func unescapingForm(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = hexadecimal(bytes[index + 1]),
        let low = hexadecimal(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func escaping(_ text: String, unless isAllowed: (UInt8) -> Bool) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      if isAllowed(byte) { result.append(byte) } else { append(byte, to: &result) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func append(_ byte: UInt8, to result: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    case UInt8(ascii: "~"): true
    default: false
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
