/// How a file's text is encoded. JSON is UTF-8, but a shell on Windows writes UTF-16 where it redirects.
enum TextEncoding {
  /// The bytes as UTF-8.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): transcode(bytes.dropFirst(2), isBigEndian: false)
    case (0xFE, 0xFF): transcode(bytes.dropFirst(2), isBigEndian: true)
    case (0, .some(1...0x7F)): transcode(bytes[...], isBigEndian: true)
    case (.some(1...0x7F), 0): transcode(bytes[...], isBigEndian: false)
    default: bytes
    }
  }

  /// The length of the byte order mark that a UTF-8 text may start with.
  static func lengthOfMark(in bytes: [UInt8]) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private static func transcode(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
