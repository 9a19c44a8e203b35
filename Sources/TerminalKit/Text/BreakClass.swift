/// How a glyph behaves where lines are broken: the part of Unicode's line breaking (UAX #14) that posts need.
enum BreakClass: UInt8 {
  /// Letters and all that stays with them.
  case word
  case digit
  case space
  case lineEnd
  /// Stays with what is before and after it.
  case glue
  /// A line may break before and after it: ideographs, kana, Hangul, emoji.
  case ideograph
  /// No line ends with it.
  case opening
  case wideOpening
  /// As `opening` where it opens something: « stands behind a word in German.
  case openingQuote
  /// No line starts with it.
  case closing
  /// As `closing`, and a line may break after it: an ideographic full stop, a small kana.
  case wideClosing
  /// As `closing`, unless it starts a word: the full stop of .NET, the apostrophe of ’90s.
  case stop
  /// Lets a line break after it within a word.
  case hyphen
  case dash

  var isClosing: Bool { self == .closing || self == .wideClosing || self == .stop }
  var isOpening: Bool { self == .opening || self == .wideOpening || self == .openingQuote }
  var isAlphanumeric: Bool { self == .word || self == .digit }

  /// Whether a line may break at it, though it may be part of an address.
  var dividesAddress: Bool { self == .ideograph || self == .wideOpening || self == .wideClosing || self == .dash }
}

extension BreakClass {
  init(_ scalar: Unicode.Scalar, width: Int) {
    switch scalar.value {
    case ..<0x80:
      self.init(ascii: UInt8(scalar.value))
    // Most of what is written need not be looked for: Latin, Greek and Cyrillic, Hebrew, Arabic, the scripts of India;
    // arrows; kana; ideographs; Hangul; emoji.
    case 0xC0..<0x37E, 0x388..<0x530, 0x5D0..<0x5EB, 0x620..<0x6D4, 0x966..<0xF00, 0x2190..<0x22EF:
      self = .word
    case 0x3041...0x30FA:
      self = scalar.isKanaThatStays ? .wideClosing : .ideograph
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
    // The marks of a tag and a handle stay with its first character, ideographs included.
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "#"), UInt8(ascii: "@"):
      self = .opening
    case UInt8(ascii: "\""), UInt8(ascii: "'"): self = .glue
    case UInt8(ascii: "-"): self = .hyphen
    default: self = .word
    }
  }

  /// Brackets and quotation marks have a category of their own.
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
