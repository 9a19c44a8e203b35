/// Writes one cluster in a form on whose width terminals agree.
///
/// Joiners, variation selectors, tags and skin tones go, so that what is joined is drawn side by side; flags and keycaps
/// become letters and digits; Hangul letters become a syllable. A cell holds a base and four marks (ncurses'
/// CCHARW_MAX is 5); further marks are cut.
struct ClusterWriter {
  private static let maxMarks = 4

  /// What the last piece shows; nil before the first.
  private var base: Unicode.Scalar?
  private var marks = 0
  /// That of the first piece, and with it that of the glyph.
  private var kind: BreakClass?
  /// The first letter of a flag, while it is the last piece.
  private var flag: Unicode.Scalar?

  mutating func write(_ scalar: Unicode.Scalar, to text: inout SanitizedText) {
    if let letter = scalar.regionalLetter {
      writeRegional(letter, to: &text)
      return
    }
    let width = text.cellWidth(scalar)
    if scalar.steers(width: width) { return }
    if let base, marks == 0, let syllable = base.composed(with: scalar) {
      text.replaceLast(with: syllable, width: max(1, text.cellWidth(syllable)))
      self.base = syllable
    } else if scalar.isSkinTone {
      // Without an emoji to colour it is a swatch, which some terminals would still join to what stands before it.
      if base?.isPicture != true { place("■", width: 1, to: &text) }
    } else if scalar == "\u{20E3}", base?.isKeycapBase == true {
      return
    } else if width == 0 {
      writeMark(scalar, to: &text)
    } else {
      place(width < 0 ? .replacement : scalar, width: max(1, width), to: &text)
    }
  }
}

extension ClusterWriter {
  private mutating func place(_ scalar: Unicode.Scalar, width: Int, to text: inout SanitizedText) {
    if kind == .space {
      text.keepSpace()
      kind = .word
    }
    let kind = self.kind ?? BreakClass(scalar, width: width)
    let isItself = text.place(scalar, width: width, kind: kind, joins: base != nil)
    self.kind = kind
    base = scalar
    // What stands for a base that is too wide bears none of its marks.
    marks = isItself ? 0 : Self.maxMarks
  }

  private mutating func writeMark(_ mark: Unicode.Scalar, to text: inout SanitizedText) {
    // Hangul vowels and finals take no cell either, and join to nothing but Hangul.
    if mark.properties.generalCategory == .otherLetter, base?.isHangul != true {
      place(.replacement, width: 1, to: &text)
      return
    }
    if base == nil { place(.dottedCircle, width: 1, to: &text) }
    if marks < Self.maxMarks {
      text.keepSpace()
      text.mark(mark)
    }
    marks += 1
  }

  /// A regional indicator: two make a flag, one by itself is a letter.
  private mutating func writeRegional(_ letter: Unicode.Scalar, to text: inout SanitizedText) {
    guard let first = flag else {
      kind = kind ?? .ideograph
      flag = letter
      place(letter, width: 1, to: &text)
      return
    }
    flag = nil
    text.replaceLast(with: "[", width: 1)
    for scalar in [first, letter, "]"] {
      place(scalar, width: 1, to: &text)
    }
  }
}
