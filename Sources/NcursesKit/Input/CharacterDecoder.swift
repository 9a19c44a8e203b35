import CNcurses
import Glibc

/// Puts characters together from bytes, in the encoding of the locale. Curses could do so, too, but loses with a byte
/// that means nothing all that has come behind it.
///
/// In the locale C, whose encoding has no characters beyond ASCII, bytes beyond are UTF-8: that is what terminals send.
struct CharacterDecoder {
  private let isASCII = Locale.isASCII
  private var state = mbstate_t()
  /// In the locale C: what has come of a character.
  private var begun: [UInt8] = []
  /// Whether a character has begun and not ended.
  private(set) var isInside = false
  /// Whether bytes were left out that are no character.
  private var hasFailed = false

  /// - Returns: the character that ends with the byte, if one does; a byte that means nothing is left out.
  mutating func take(_ byte: UInt8) -> wint_t? {
    isASCII ? takeUTF8(byte) : takeInLocale(byte)
  }

  /// Whether bytes were left out since the last call.
  mutating func takeFailure() -> Bool {
    defer { hasFailed = false }
    return hasFailed
  }

  /// No more bytes of the character that has begun will come.
  mutating func end() {
    if isInside { fail() }
  }

  private mutating func takeInLocale(_ byte: UInt8) -> wint_t? {
    let wasInside = isInside
    var character = wchar_t()
    var unit = CChar(bitPattern: byte)
    switch mbrtowc(&character, &unit, 1, &state) {
    case Self.isUnfinished:
      isInside = true
      return nil
    case Self.isWrong:
      fail()
      // It may be that something else has begun where the rest was to come.
      return wasInside ? takeInLocale(byte) : nil
    default:
      isInside = false
      return wint_t(bitPattern: character)
    }
  }

  private mutating func takeUTF8(_ byte: UInt8) -> wint_t? {
    let isContinuation = 0x80...0xBF ~= byte
    if isInside, !isContinuation {
      fail()
      return takeUTF8(byte)
    }
    guard isInside || byte >= 0x80 else { return wint_t(byte) }
    begun.append(byte)
    let length = Self.utf8Length(of: begun[0])
    guard length > 0 else {
      fail()
      return nil
    }
    isInside = begun.count < length
    if isInside { return nil }
    guard let scalar = String(validating: begun, as: UTF8.self)?.unicodeScalars.first else {
      fail()
      return nil
    }
    begun = []
    return scalar.value
  }

  private mutating func fail() {
    self = Self()
    hasFailed = true
  }

  /// The bytes of a character that begins with this one; 0 if none does.
  private static func utf8Length(of first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  private static let isWrong = -1
  private static let isUnfinished = -2
}
