import CNcurses

/// Puts characters together from bytes, in the encoding of the locale. Curses could do so, too, but loses with a byte
/// that means nothing all that has come behind it.
struct CharacterDecoder {
  private var state = mbstate_t()
  /// Whether a character has begun and not ended.
  private(set) var isInside = false

  /// - Returns: the character that ends with the byte, if one does; a byte that means nothing is left out.
  mutating func take(_ byte: UInt8) -> wint_t? {
    let wasInside = isInside
    var character = wchar_t()
    var unit = CChar(bitPattern: byte)
    switch mbrtowc(&character, &unit, 1, &state) {
    case Self.isUnfinished:
      isInside = true
      return nil
    case Self.isWrong:
      self = Self()
      // It may be that something else has begun where the rest was to come.
      return wasInside ? take(byte) : nil
    default:
      isInside = false
      return wint_t(bitPattern: character)
    }
  }

  private static let isWrong = -1
  private static let isUnfinished = -2
}
