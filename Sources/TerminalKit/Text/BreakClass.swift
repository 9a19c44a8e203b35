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
  /// No line starts with it.
  case closing
  /// As `closing`, and a line may break after it: an ideographic full stop, a small kana.
  case wideClosing
  /// Lets a line break after it within a word.
  case hyphen
  case dash

  var isClosing: Bool { self == .closing || self == .wideClosing }
  var isOpening: Bool { self == .opening || self == .wideOpening }
  var isAlphanumeric: Bool { self == .word || self == .digit }
}

extension BreakClass {
  init(_ scalar: Unicode.Scalar, width: Int) {
    if scalar.value < 0x80 {
      self.init(ascii: UInt8(scalar.value))
    } else if scalar.value < 0x2000 {
      self.init(alphabetic: scalar)
    } else {
      self.init(general: scalar, width: width)
    }
  }

  init(ascii: UInt8) {
    switch ascii {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .word
    case UInt8(ascii: " "): self = .space
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "."), UInt8(ascii: ","),
      UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: ";"):
      self = .closing
    // The marks of a tag and a handle stay with its first character, ideographs included.
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "#"), UInt8(ascii: "@"):
      self = .opening
    case UInt8(ascii: "\""), UInt8(ascii: "'"): self = .glue
    case UInt8(ascii: "-"): self = .hyphen
    default: self = .word
    }
  }

  private init(alphabetic scalar: Unicode.Scalar) {
    switch scalar {
    case "\u{A0}": self = .glue
    case "¡", "¿", "«": self = .opening
    case "»", "،", "؛", "؟", "۔", "।", "॥": self = .closing
    case "\u{1680}": self = .space
    default: self = .word
    }
  }

  private init(general scalar: Unicode.Scalar, width: Int) {
    switch scalar {
    case "\u{2000}"..."\u{2006}", "\u{2008}"..."\u{200A}", "\u{205F}", "\u{3000}": self = .space
    case "\u{2007}", "\u{202F}": self = .glue
    case "\u{2010}": self = .hyphen
    case "–", "—", "―": self = .dash
    case "‘", "“", "‚", "„", "‹": self = .opening
    case "’", "”", "›", "‥", "…", "‼", "⁇", "⁈", "⁉": self = .closing
    case "（", "「", "『", "【", "〈", "《", "〔", "［", "｛", "〖", "〘", "〝", "｢", "｟", "＃", "＠", "￥", "＄", "￡":
      self = .wideOpening
    case "、", "。", "，", "．", "！", "？", "：", "；", "）", "」", "』", "】", "〉", "》", "〕", "］", "｝", "〗", "〙", "〞", "〟",
      "｡", "､", "｣", "｠", "･", "・", "゠", "〜", "～", "％", "‰", "℃", "￠":
      self = .wideClosing
    case "ー", "々", "〻", "ゝ", "ゞ", "ヽ", "ヾ", "ぁ", "ぃ", "ぅ", "ぇ", "ぉ", "っ", "ゃ", "ゅ", "ょ", "ゎ", "ゕ", "ゖ", "ァ", "ィ",
      "ゥ", "ェ", "ォ", "ッ", "ャ", "ュ", "ョ", "ヮ", "ヵ", "ヶ", "゛", "゜", "\u{31F0}"..."\u{31FF}", "ｧ"..."ｰ", "ﾞ", "ﾟ":
      self = .wideClosing
    case "ｦ", "ｱ"..."ﾝ", "\u{2600}"..."\u{27BF}": self = .ideograph
    default: self = width == 2 ? .ideograph : .word
    }
  }
}
