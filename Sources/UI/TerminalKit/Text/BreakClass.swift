/// Line breaking classes of glyphs: the subset of Unicode line breaking (UAX #14) that posts need.
enum BreakClass: UInt8 {
  /// Letters and everything without another class.
  case word
  case digit
  case space
  case lineEnd
  /// No break before or after it.
  case glue
  /// Breaks allowed before and after: ideographs, kana, Hangul, emoji.
  case ideograph
  /// No break after it.
  case opening
  case wideOpening
  /// Like `opening` at the start of a word; in German « closes a quotation.
  case openingQuote
  /// No break before it.
  case closing
  /// Like `closing`, with a break allowed after it: an ideographic full stop, a small kana.
  case wideClosing
  /// Like `closing` unless it starts a word: the full stop of .NET, the apostrophe of ’90s.
  case stop
  /// Break allowed after it within a word.
  case hyphen
  case dash

  var isClosing: Bool { self == .closing || self == .wideClosing || self == .stop }
  var isOpening: Bool { self == .opening || self == .wideOpening || self == .openingQuote }
  var isAlphanumeric: Bool { self == .word || self == .digit }

  /// Whether lines break at this class, which must not happen within an address.
  var dividesAddress: Bool { self == .ideograph || self == .wideOpening || self == .wideClosing || self == .dash }
}

extension BreakClass {
  init(_ scalar: Unicode.Scalar, width: Int) {
    switch scalar.value {
    case ..<0x80:
      self.init(ascii: UInt8(scalar.value))
    // Fast path for common text: Latin, Greek and Cyrillic, Hebrew, Arabic, Indic scripts; arrows; kana; ideographs;
    // Hangul; emoji.
    case 0xC0..<0x37E, 0x388..<0x530, 0x5D0..<0x5EB, 0x620..<0x6D4, 0x966..<0xF00, 0x2190..<0x22EF:
      self = .word
    case 0x3041...0x30FA:
      self = scalar.isNonStarterKana ? .wideClosing : .ideograph
    case 0x3400..<0xA000, 0xAC00..<0xD7A4:
      self = .ideograph
    case 0x1F000..<0x1F676, 0x1F680..<0x20000:
      self = width == 2 ? .ideograph : .word
    default:
      self = BreakClass(listed: scalar) ?? BreakClass(general: scalar, width: width)
    }
  }

  init(ascii: UInt8) {
    switch ascii {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .word
    case UInt8(ascii: " "): self = .space
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"): self = .stop
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "!"), UInt8(ascii: "?"):
      self = .closing
    // The signs of a hashtag and a handle stay with the following character, ideographs included.
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "#"), UInt8(ascii: "@"):
      self = .opening
    case UInt8(ascii: "\""), UInt8(ascii: "'"): self = .glue
    case UInt8(ascii: "-"): self = .hyphen
    default: self = .word
    }
  }

  /// Brackets and quotation marks have their own general categories.
  private init(general scalar: Unicode.Scalar, width: Int) {
    let isWide = width == 2 || 0xFF61..<0xFFA0 ~= scalar.value
    switch scalar.properties.generalCategory {
    case .spaceSeparator: self = .space
    case .openPunctuation: self = isWide ? .wideOpening : .opening
    case .closePunctuation: self = isWide ? .wideClosing : .closing
    case .initialPunctuation: self = .openingQuote
    case .finalPunctuation: self = .stop
    default: self = isWide || 0x2600..<0x27C0 ~= scalar.value ? .ideograph : .word
    }
  }
}
