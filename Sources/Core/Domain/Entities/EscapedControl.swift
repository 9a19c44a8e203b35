/// A harmless placeholder for a character that controls terminals or the direction of text.
/// A character c is replaced by U+100000 + c as soon as text is read. That plane is for private use and has no effect
/// on terminals, and the source text can be restored. A placeholder that is already in the source text cannot be told
/// apart: it is restored as the character.
public enum EscapedControl {
  static let base: UInt32 = 0x10_0000

  /// Whether UTF-8 bytes contain a character that needs a placeholder. Called for whole files, so it has to be fast.
  public static func isNeeded(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index < bytes.count {
      if index + 8 <= raw.count, arePrintableASCII(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
        index += 8
        continue
      }
      let byte = bytes[index]
      index += 1
      if byte >= 0x20, byte < 0x7F { continue }
      switch byte {
      case 0x09, 0x0A: continue
      case ..<0x20, 0x7F: return true
      case 0xC2, 0xD8, 0xE2: if isNeeded(byte, bytes[index...]) { return true }
      default: continue
      }
    }
    return false
  }

  /// Whether all eight bytes of a word are printable ASCII. The expression before `==` has the highest bit of a byte
  /// set if the byte is below 0x20, is 0x7F or is not ASCII.
  private static func arePrintableASCII(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return ((word &- ones &* 0x20) | (word &+ ones) | word) & (ones &* 0x80) == 0
  }

  /// Whether the character that begins with `first` needs a placeholder. For the lead bytes that both such
  /// characters and harmless ones have.
  /// - Parameter rest: the bytes after `first`.
  private static func isNeeded(_ first: UInt8, _ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let second = rest.first else { return false }
    switch (first, second) {
    case (0xC2, 0x80...0x9F), (0xD8, 0x9C): return true
    case (0xE2, 0x80), (0xE2, 0x81):
      guard let third = rest.dropFirst().first, 0x80...0xBF ~= third else { return false }
      return Unicode.Scalar(0x2000 + UInt32(second & 1) << 6 + UInt32(third & 0x3F))?.needsEscaping == true
    default: return false
    }
  }
}

extension Unicode.Scalar {
  /// C0 except tab and line feed, DEL, C1; directional marks, embeddings, overrides and isolates; line and paragraph
  /// separators.
  public var needsEscaping: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The character that this placeholder replaces; nil if it is not a placeholder.
  public var unescapedControl: Unicode.Scalar? {
    guard EscapedControl.base..<EscapedControl.base + 0x3000 ~= value else { return nil }
    return Unicode.Scalar(value - EscapedControl.base).flatMap { $0.needsEscaping ? $0 : nil }
  }

  fileprivate var escapingControl: Unicode.Scalar {
    needsEscaping ? Unicode.Scalar(EscapedControl.base + value) ?? "\u{FFFD}" : self
  }
}

extension String {
  /// The text with placeholders for control characters.
  public var escapingControls: String {
    // Strings without contiguous storage are mapped without the fast check.
    guard utf8.withContiguousStorageIfAvailable(EscapedControl.isNeeded) ?? true else { return self }
    return String(UnicodeScalarView(unicodeScalars.map(\.escapingControl)))
  }

  /// The source text, with placeholders replaced by the original characters. For counting bytes and for parsers; never
  /// draw it on the screen.
  public var unescapingControls: String {
    // 0xF4 is the first UTF-8 byte of all placeholders.
    guard contains(byte: 0xF4) else { return self }
    return String(UnicodeScalarView(unicodeScalars.map { $0.unescapedControl ?? $0 }))
  }
}
