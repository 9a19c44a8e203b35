import FoundationEssentials

/// Decodes the file that an editor has saved. Accepts any encoding.
enum EditedBytes {
  /// - Parameter before: the text given to the editor. If it had no final line end, one added by the editor is removed.
  static func text(of bytes: [UInt8], before: String) -> String {
    let text = decoded(bytes)
    // Editors add a final line end that the user may not want.
    return text.hasSuffix("\n") && !before.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Decodes by the byte order mark. Without one: UTF-8 if valid, UTF-16 if every second byte is 0, otherwise
  /// Windows-1252.
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

  /// The characters 0x80 to 0x9F of Windows-1252. Undefined ones are the control characters of Latin-1.
  private static let windows1252: [Unicode.Scalar?] = [
    "\u{20AC}", nil, "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", nil, "\u{17D}", nil,
    nil, "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", nil, "\u{17E}", "\u{178}",
  ]

  private static func windowsLatin1(_ byte: UInt8) -> Unicode.Scalar {
    0x80..<0xA0 ~= byte ? windows1252[Int(byte) - 0x80] ?? Unicode.Scalar(byte) : Unicode.Scalar(byte)
  }
}
