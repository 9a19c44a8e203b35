/// Decoding of escapes in JSON strings (RFC 8259, section 7).
enum JSONEscapes {
  /// Decodes a string. Lone surrogates, broken escapes and invalid UTF-8 become U+FFFD.
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < bytes.endIndex else {
        result.append(byte)
        continue
      }
      let escape = bytes[index]
      index += 1
      switch escape {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"): result.append(contentsOf: UTF8.encode(scalar(in: bytes, at: &index)) ?? replacement)
      default: result.append(escape)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let replacement = UTF8.encodedReplacementCharacter

  /// The character of an escape, after its `\u`.
  private static func scalar(in bytes: ArraySlice<UInt8>, at index: inout Int) -> Unicode.Scalar {
    guard let first = unit(in: bytes, at: index) else { return "\u{FFFD}" }
    index += 4
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), index + 1 < bytes.endIndex,
      bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u"),
      let second = unit(in: bytes, at: index + 2), UTF16.isTrailSurrogate(second)
    else { return "\u{FFFD}" }
    index += 6
    return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)) ?? "\u{FFFD}"
  }

  private static func unit(in bytes: ArraySlice<UInt8>, at index: Int) -> UInt16? {
    guard index + 4 <= bytes.endIndex else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[index..<index + 4] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt16(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        unit = unit << 4 | UInt16(byte & 0xF + 9)
      default: return nil
      }
    }
    return unit
  }
}
