/// Takes in what is pasted, up to `ESC [ 201 ~`: xterm's Control Sequences, “Bracketed Paste Mode”.
struct PasteBuffer {
  /// What comes beyond is left out: the end may never come. In bytes.
  static let maxLength = 1_000_000

  private static let end = Array("\u{1B}[201~".utf8)

  private(set) var bytes: [UInt8] = []
  /// So much of the end has come.
  private var matched = 0

  /// - Returns: whether the paste ends with this byte.
  mutating func take(_ byte: UInt8) -> Bool {
    if continuesEnd(byte) {
      matched += 1
      return matched == Self.end.count
    }
    for byte in Self.end[..<matched] { keep(byte) }
    matched = byte == Self.end[0] ? 1 : 0
    if matched == 0 { keep(byte) }
    return false
  }

  /// Whether the end has begun and goes on with this byte.
  func continuesBegunEnd(_ byte: UInt8) -> Bool { matched > 0 && continuesEnd(byte) }

  private func continuesEnd(_ byte: UInt8) -> Bool { byte == Self.end[matched] }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < Self.maxLength { bytes.append(byte) }
  }
}
