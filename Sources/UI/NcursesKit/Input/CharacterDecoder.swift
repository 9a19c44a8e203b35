import CNcurses
import Glibc

/// Decodes characters in the encoding of the locale. Curses would drop all following input after an invalid byte.
///
/// In the C locale, whose encoding is ASCII, non-ASCII input is decoded as UTF-8, which terminals send.
struct CharacterDecoder {
  private let isASCII = Locale.isASCII
  private var state = mbstate_t()
  /// In the C locale: the bytes of an incomplete character.
  private var pendingBytes: [UInt8] = []
  private(set) var isIncomplete = false
  /// Whether invalid bytes were dropped.
  private var hasFailed = false

  /// - Returns: The character completed by the byte, if any. Invalid bytes are dropped.
  mutating func feed(_ byte: UInt8) -> wint_t? {
    isASCII ? feedUTF8(byte) : feedInLocale(byte)
  }

  /// Returns and resets whether bytes were dropped.
  mutating func takeFailure() -> Bool {
    defer { hasFailed = false }
    return hasFailed
  }

  /// Drops an incomplete character.
  mutating func end() {
    if isIncomplete { fail() }
  }

  private mutating func feedInLocale(_ byte: UInt8) -> wint_t? {
    let wasInside = isIncomplete
    var character = wchar_t()
    var unit = CChar(bitPattern: byte)
    switch mbrtowc(&character, &unit, 1, &state) {
    case Self.incompleteSequence:
      isIncomplete = true
      return nil
    case Self.invalidSequence:
      fail()
      // The byte may start another character.
      return wasInside ? feedInLocale(byte) : nil
    default:
      isIncomplete = false
      return wint_t(bitPattern: character)
    }
  }

  private mutating func feedUTF8(_ byte: UInt8) -> wint_t? {
    let isContinuation = 0x80...0xBF ~= byte
    if isIncomplete, !isContinuation {
      fail()
      return feedUTF8(byte)
    }
    guard isIncomplete || byte >= 0x80 else { return wint_t(byte) }
    pendingBytes.append(byte)
    let length = Self.utf8Length(of: pendingBytes[0])
    guard length > 0 else {
      fail()
      return nil
    }
    isIncomplete = pendingBytes.count < length
    if isIncomplete { return nil }
    guard let scalar = String(validating: pendingBytes, as: UTF8.self)?.unicodeScalars.first else {
      fail()
      return nil
    }
    pendingBytes = []
    return scalar.value
  }

  private mutating func fail() {
    self = Self()
    hasFailed = true
  }

  /// The length of a character with this first byte; 0 if invalid.
  private static func utf8Length(of first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  private static let invalidSequence = -1
  private static let incompleteSequence = -2
}
