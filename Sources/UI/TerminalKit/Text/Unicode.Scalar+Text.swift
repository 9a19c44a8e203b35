/// Properties of scalars for the layout.
extension Unicode.Scalar {
  static let replacement: Unicode.Scalar = "\u{FFFD}"
  /// The base for marks without base character.
  static let dottedCircle: Unicode.Scalar = "◌"

  /// Whether the scalar forms a cluster on its own if its neighbours do, too. A fast path for most text; other scalars
  /// are left to the standard library.
  var isStandalone: Bool {
    switch value {
    case 0..<0x300: value != 0xAD
    // Greek, Cyrillic, Hebrew and Arabic letters.
    case 0x370..<0x483, 0x48A..<0x530, 0x5D0..<0x5EB, 0x620..<0x64B, 0x671..<0x6D6: true
    // Punctuation, line and paragraph separators; currency; arrows to dingbats.
    case 0x2010..<0x202A, 0x2030..<0x2060, 0x20A0..<0x20C1, 0x2190..<0x2C00: true
    // Kana, ideographs, Hangul syllables, fullwidth and halfwidth forms, without their marks.
    case 0x3001..<0x302A, 0x3030..<0x3099, 0x309B..<0x3100, 0x3400..<0xA000, 0xAC00..<0xD7A4: true
    case 0xFF01..<0xFF9E: true
    default: false
    }
  }

  var isControl: Bool { value < 0x20 || 0x7F..<0xA0 ~= value || 0x2028...0x2029 ~= value }

  var endsLine: Bool {
    switch value {
    case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// The control or bidi character c that U+100000 + c replaces; nil for other scalars. Readers of untrusted text
  /// replace such characters, and the layout shows the replacement like c itself.
  var unescapedControl: Unicode.Scalar? {
    guard 0x10_0000..<0x10_3000 ~= value, let scalar = Unicode.Scalar(value - 0x10_0000) else { return nil }
    return scalar.isControl && scalar != "\n" && scalar != "\t" || scalar.properties.isBidiControl ? scalar : nil
  }

  var isSkinTone: Bool { 0x1F3FB...0x1F3FF ~= value }

  /// Whether terminals may draw it as a picture. Excludes digits, `#` and `*`, which are emoji in Unicode.
  var isPicture: Bool { value > 0xA8 && properties.isEmoji }

  var isKeycapBase: Bool { 0x30...0x39 ~= value || self == "#" || self == "*" }

  /// The letter of a regional indicator; nil for other scalars.
  var regionalLetter: Unicode.Scalar? {
    guard 0x1F1E6...0x1F1FF ~= value else { return nil }
    return Unicode.Scalar(value - 0x1F1E6 + 0x41)
  }

  /// Whether it is an invisible control: joiners, variation selectors, tags, bidi controls, annotations. Terminals
  /// differ in how they show them.
  /// - Parameter width: the width of the scalar, in cells.
  func isInvisibleControl(width: Int) -> Bool {
    properties.isDefaultIgnorableCodePoint || width == 0 && properties.generalCategory == .format
  }

  /// Whether it is a Hangul leading consonant or syllable.
  var isHangul: Bool {
    switch value {
    case 0x1100..<0x1160, 0xA960..<0xA980, 0xAC00..<0xD7A4: true
    default: false
    }
  }

  /// The Hangul syllable composed of two scalars (Unicode 3.12, "Hangul Syllable Composition"); nil if they do not
  /// compose.
  func composed(with next: Unicode.Scalar) -> Unicode.Scalar? {
    switch (value, next.value) {
    case (0x1100...0x1112, 0x1161...0x1175):
      Unicode.Scalar(0xAC00 + ((value - 0x1100) * 21 + next.value - 0x1161) * 28)
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (value - 0xAC00) % 28 == 0:
      Unicode.Scalar(value + next.value - 0x11A7)
    default:
      nil
    }
  }
}
