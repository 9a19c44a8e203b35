/// Folds single code points for the search.
enum SearchFolding {
  enum Fold: Hashable {
    /// Part of a word, as this code point.
    case letter(UInt32)
    /// A word of one character.
    case part(UInt32)
    /// An accent, which is ignored.
    case mark
    /// Separates words.
    case gap
  }

  /// The lower-case letter or the digit; 0 for separators.
  static func ascii(_ byte: UInt8) -> UInt8 {
    let small = byte | 0x20
    if small &- UInt8(ascii: "a") < 26 { return small }
    return byte &- UInt8(ascii: "0") < 10 ? byte : 0
  }

  static func fold(_ scalar: UInt32) -> Fold {
    switch scalar {
    case ..<0x80: ofASCII(UInt8(scalar))
    case 0x80..<0x800: table[Int(scalar)]
    case 0x0E00..<0x0F00, 0x1000..<0x10A0, 0x1780..<0x1800: unspaced(scalar)
    case 0x1100..<0x1200, 0x3041..<0x3097, 0x309D..<0x30A0, 0x30A1..<0x30FB, 0x30FC..<0x3100, 0x3105..<0x3130,
      0x3131..<0x318F, 0x31F0..<0x3200, 0x3400..<0x4DC0, 0x4E00..<0xA000, 0xAC00..<0xD7A4, 0xF900..<0xFB00,
      0x20000..<0x40000, 0x3005..<0x3008:
      .part(scalar)
    case 0x1E00..<0x2000: tableOfExtensions[Int(scalar) - 0x1E00]
    // The full-width forms of ASCII.
    case 0xFF01..<0xFF5F: ofASCII(UInt8(scalar - 0xFEE0))
    // The half-width forms of katakana and hangul.
    case 0xFF66..<0xFF9E: .part(wideKatakana[Int(scalar) - 0xFF66])
    case 0xFF9E, 0xFF9F: .mark
    case 0xFFA1..<0xFFDD: wideHangul(scalar).map(Fold.part) ?? .gap
    default: computed(scalar)
    }
  }

  private static func ofASCII(_ byte: UInt8) -> Fold {
    ascii(byte) == 0 ? .gap : .letter(UInt32(ascii(byte)))
  }

  /// In Thai and related scripts vowel signs count as letters.
  private static func unspaced(_ scalar: UInt32) -> Fold {
    switch Unicode.Scalar(scalar)?.properties.generalCategory {
    case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: .part(scalar)
    default: .gap
    }
  }
}

extension SearchFolding {
  /// Whether the next code point may combine with this one: see `joined`.
  static func mayBeJoined(_ part: UInt32) -> Bool {
    switch part {
    case 0x3046..<0x30FE, 0x1100..<0x1113: true
    case 0xAC00..<0xD7A4: (part - 0xAC00) % 28 == 0
    default: false
    }
  }

  /// The composition of two code points: kana with a sound mark, also a half-width one, and the letters of a hangul
  /// syllable. nil if they do not combine. The result is that of normalization (The Unicode Standard, 3.11 and 3.12).
  static func joined(_ part: UInt32, _ next: UInt32) -> UInt32? {
    switch next {
    case 0x3099, 0xFF9E: voiced[part]
    case 0x309A, 0xFF9F: halfVoiced[part]
    case 0x1161..<0x1176 where 0x1100..<0x1113 ~= part:
      0xAC00 + ((part - 0x1100) * 21 + (next - 0x1161)) * 28
    case 0x11A8..<0x11C3 where 0xAC00..<0xD7A4 ~= part && (part - 0xAC00) % 28 == 0:
      part + (next - 0x11A7)
    default: nil
    }
  }

  private static let voiced = pairs(
    "うかきくけこさしすせそたちつてとはひふへほゝウカキクケコサシスセソタチツテトハヒフヘホワヰヱヲヽ",
    "ゔがぎぐげござじずぜぞだぢづでどばびぶべぼゞヴガギグゲゴザジズゼゾダヂヅデドバビブベボヷヸヹヺヾ")
  private static let halfVoiced = pairs("はひふへほハヒフヘホ", "ぱぴぷぺぽパピプペポ")

  private static func pairs(_ plain: String, _ marked: String) -> [UInt32: UInt32] {
    Dictionary(uniqueKeysWithValues: zip(plain.unicodeScalars.map(\.value), marked.unicodeScalars.map(\.value)))
  }

  /// The full-width forms of U+FF66 to U+FF9D.
  private static let wideKatakana =
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars
    .map(\.value)

  /// Consonants are consecutive; vowels are in groups of six with two unused code points between them.
  private static func wideHangul(_ scalar: UInt32) -> UInt32? {
    if scalar < 0xFFBF { return scalar - 0xFFA1 + 0x3131 }
    guard scalar >= 0xFFC2 else { return nil }
    let (group, place) = (scalar - 0xFFC2).quotientAndRemainder(dividingBy: 8)
    return place < 6 ? 0x314F + group * 6 + place : nil
  }
}

extension SearchFolding {
  /// All code points of two bytes: Latin, Greek, Cyrillic and others.
  private static let table = (0..<0x800).map { computed(UInt32($0)) }
  /// Letters with several accents.
  private static let tableOfExtensions = (0x1E00..<0x2000).map { computed(UInt32($0)) }

  private static func computed(_ value: UInt32) -> Fold {
    guard let scalar = Unicode.Scalar(value) else { return .gap }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter, .lowercaseLetter, .modifierLetter, .otherLetter, .letterNumber:
      return .letter(withoutMarks(lowercased(scalar)).value)
    case .decimalNumber, .otherNumber: return .letter(value)
    // Emoji and similar symbols. Modifiers of the preceding one count as accents.
    case .otherSymbol: return .part(value)
    case .modifierSymbol where value > 0xFFFF: return .mark
    case .nonspacingMark, .enclosingMark, .format: return .mark
    // In Indic scripts a vowel sign belongs to its word.
    case .spacingMark: return .letter(value)
    default: return .gap
    }
  }

  private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
  }

  /// The letter without its accent, by its name in The Unicode Standard: LATIN SMALL LETTER E WITH ACUTE.
  private static func withoutMarks(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if let other = unnamed[scalar] { return other }
    guard let words = scalar.properties.name?.split(separator: " "), let with = words.firstIndex(of: "WITH") else {
      return scalar
    }
    return letters[words[..<with].joined(separator: " ")] ?? scalar
  }

  private static let letters: [String: Unicode.Scalar] = {
    let ranges: [ClosedRange<UInt32>] = [0x61...0x7A, 0xE6...0xE6, 0x3B1...0x3C9, 0x430...0x45F]
    let scalars = ranges.joined().compactMap(Unicode.Scalar.init)
    return Dictionary(scalars.map { ($0.properties.name ?? "", $0) }) { first, _ in first }
  }()

  /// Letters with an accent whose names do not tell.
  private static let unnamed: [Unicode.Scalar: Unicode.Scalar] = [
    "ς": "σ", "ё": "е", "й": "и", "ї": "і", "ў": "у", "ı": "i",
  ]
}
