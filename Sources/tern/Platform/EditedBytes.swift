import FoundationEssentials

/// What an editor has left, as text: nothing is refused because of how it is encoded.
enum EditedBytes {
  /// - Parameter before: the text that the editor was given, for the line end that editors add.
  static func text(of bytes: [UInt8], before: String) -> String {
    let text = decoded(bytes)
    // Editors end the last line; the person may not have.
    return text.hasSuffix("\n") && !before.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// By its byte order mark; without one UTF-8, else UTF-16 where every second byte is 0, else Latin-1 as Windows has it.
  private static func decoded(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return decoded(Array(bytes.dropFirst(3))) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isLittleEndian: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isLittleEndian: false) }
    let zeros = bytes.indices.filter { bytes[$0] == 0 }
    if bytes.count > 1, zeros.count * 3 > bytes.count, Set(zeros.map { $0 % 2 }).count == 1, let first = zeros.first {
      return utf16(bytes[...], isLittleEndian: first % 2 == 1)
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map(windowsLatin1)))
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> String {
    let bytes = Array(bytes)
    let units = stride(from: 0, to: bytes.count - bytes.count % 2, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// 0x80 to 0x9F of Windows-1252; what has no sign there stays the control character that it is in Latin-1.
  private static let windowsSigns: [Unicode.Scalar?] = [
    "\u{20AC}", nil, "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", nil, "\u{17D}", nil,
    nil, "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", nil, "\u{17E}", "\u{178}",
  ]

  private static func windowsLatin1(_ byte: UInt8) -> Unicode.Scalar {
    0x80..<0xA0 ~= byte ? windowsSigns[Int(byte) - 0x80] ?? Unicode.Scalar(byte) : Unicode.Scalar(byte)
  }
}
