/// What takes the place of a character that drives terminals or turns the direction of writing, from the moment a text
/// comes into Tern: U+100000 + c for c, of the last plane, which is for private use and which no font fills. So nothing that Tern holds, says or logs can do what such
/// a character does, and what the source said is not lost. A source that writes a stand-in itself has written the
/// character.
public enum EscapedControl {
  static let base: UInt32 = 0x10_0000

  /// Whether there is a character in UTF-8 bytes that needs a stand-in. Files of any size are looked through by this.
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

  /// Eight bytes at once. Each byte's highest bit tells of it: below 0x20, 0x7F, or set from the start.
  private static func arePrintableASCII(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return ((word &- ones &* 0x20) | (word &+ ones) | word) & (ones &* 0x80) == 0
  }

  /// Whether one begins with a byte that begins others as well.
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
  /// C0 but tab and line feed, DEL, C1; marks, embeddings, overrides and isolates of the direction of writing; line and
  /// paragraph separators.
  public var needsEscaping: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// What this one stands for; nil where it is no stand-in.
  public var unescapedControl: Unicode.Scalar? {
    guard EscapedControl.base..<EscapedControl.base + 0x3000 ~= value else { return nil }
    return Unicode.Scalar(value - EscapedControl.base).flatMap { $0.needsEscaping ? $0 : nil }
  }

  fileprivate var escapingControl: Unicode.Scalar {
    needsEscaping ? Unicode.Scalar(EscapedControl.base + value) ?? "\u{FFFD}" : self
  }
}

extension String {
  /// The text with stand-ins where it needs them.
  public var escapingControls: String {
    // What is not in one piece of memory is not looked through so fast.
    guard utf8.withContiguousStorageIfAvailable(EscapedControl.isNeeded) ?? true else { return self }
    return String(UnicodeScalarView(unicodeScalars.map(\.escapingControl)))
  }

  /// The text as its source has it: for whoever counts its bytes or reads it as a language, never for a screen.
  public var unescapingControls: String {
    // The first byte of all of U+100000 and its neighbours.
    guard holds(0xF4) else { return self }
    return String(UnicodeScalarView(unicodeScalars.map { $0.unescapedControl ?? $0 }))
  }
}
