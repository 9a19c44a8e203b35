import Domain

/// Character references: `&amp;`, `&#8217;`, `&#x2019;`.
enum HTMLEntities {
  /// Decodes character references. Invalid ones stay as they are. A bare `&amp` is valid in text, but not in
  /// attributes, where it is a parameter of an address. Terminal control characters become stand-ins, since a reference
  /// can name any character.
  static func decode(_ bytes: ArraySlice<UInt8>, isAttribute: Bool = false) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self).escapingControls }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "&"), let (text, end) = reference(in: bytes, at: index, isAttribute) {
        result.append(contentsOf: text.utf8)
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self).escapingControls
  }
}

extension HTMLEntities {
  private static func reference(
    in bytes: ArraySlice<UInt8>, at start: Int, _ isAttribute: Bool
  ) -> (text: String, end: Int)? {
    var end = start + 1
    while end < bytes.endIndex, end - start <= 32, isNameByte(bytes[end]) { end += 1 }
    let name = bytes[start + 1..<end]
    let isClosed = end < bytes.endIndex && bytes[end] == UInt8(ascii: ";")
    if name.first == UInt8(ascii: "#") {
      return character(number: String(decoding: name.dropFirst(), as: UTF8.self)[...])
        .map { ($0, isClosed ? end + 1 : end) }
    }
    if isClosed, let text = HTMLEntityTable.text(for: name) { return (text, end + 1) }
    return bareReference(in: bytes, name, isAttribute)
  }

  /// The longest prefix that is a name without a semicolon (“named character reference state”): `&notit;` is `¬it;`. In
  /// an attribute it is not a reference if a letter, a digit or `=` follows: it is a parameter of an address.
  private static func bareReference(
    in bytes: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>, _ isAttribute: Bool
  ) -> (text: String, end: Int)? {
    for length in stride(from: min(name.count, HTMLEntityTable.maxBareLength), to: 1, by: -1) {
      guard let text = HTMLEntityTable.text(for: name.prefix(length), isBare: true) else { continue }
      let end = name.startIndex + length
      let next = end < bytes.endIndex ? bytes[end] : 0
      return isAttribute && (next == UInt8(ascii: "=") || isNameByte(next)) ? nil : (text, end)
    }
    return nil
  }

  private static func character(number: Substring) -> String? {
    let isHex = number.first == "x" || number.first == "X"
    let digits = isHex ? number.dropFirst() : number
    guard !digits.isEmpty, digits.allSatisfy({ isHex ? $0.isHexDigit : $0.isNumber }) else { return nil }
    guard let value = UInt32(digits, radix: isHex ? 16 : 10), value != 0 else { return "\u{FFFD}" }
    // A line end, as in the surrounding text.
    if value == 0x0D { return "\n" }
    if 0x80...0x9F ~= value, let scalar = Unicode.Scalar(windows1252[Int(value - 0x80)]) { return String(scalar) }
    return String(Unicode.Scalar(value) ?? "\u{FFFD}")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "#"): true
    default: false
    }
  }

  /// The characters of the numbers 128 to 159 (HTML, “numeric character reference end state”).
  private static let windows1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
    0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
