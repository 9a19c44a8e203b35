/// Collects pasted bytes up to `ESC [ 201 ~`: xterm's Control Sequences, “Bracketed Paste Mode”.
struct PasteBuffer {
  /// Maximum bytes; more are dropped, because the end marker may never arrive.
  static let maxLength = 1_000_000

  private static let end = Array("\u{1B}[201~".utf8)

  private(set) var bytes: [UInt8] = []
  /// Number of matched bytes of the end marker.
  private var matched = 0

  /// - Returns: Whether the byte completes the paste.
  mutating func feed(_ byte: UInt8) -> Bool {
    if continuesEnd(byte) {
      matched += 1
      return matched == Self.end.count
    }
    for byte in Self.end[..<matched] { append(byte) }
    matched = byte == Self.end[0] ? 1 : 0
    if matched == 0 { append(byte) }
    return false
  }

  /// Whether the byte continues a partially matched end marker.
  func continuesBegunEnd(_ byte: UInt8) -> Bool { matched > 0 && continuesEnd(byte) }

  private func continuesEnd(_ byte: UInt8) -> Bool { byte == Self.end[matched] }

  private mutating func append(_ byte: UInt8) {
    if bytes.count < Self.maxLength { bytes.append(byte) }
  }
}
