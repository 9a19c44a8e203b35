/// Writes a grapheme cluster in a form whose width is undisputed among terminals.
///
/// Joiners, variation selectors, tags and skin tones are removed, so joined emoji appear side by side. Flags and
/// keycaps become letters and digits, Hangul letters a syllable. A cell holds a base and four marks, because CCHARW_MAX
/// of ncurses is 5; further marks are dropped.
struct ClusterWriter {
  private static let maxMarks = 4

  /// The base of the last piece; nil before the first.
  private var base: Unicode.Scalar?
  private var marks = 0
  /// The class of the first piece, which applies to the whole glyph.
  private var kind: BreakClass?
  /// The first letter of a flag, while it is the last piece.
  private var flag: Unicode.Scalar?

  mutating func write(_ scalar: Unicode.Scalar, to text: inout SanitizedText) {
    if let letter = scalar.regionalLetter {
      writeRegional(letter, to: &text)
      return
    }
    let width = text.cellWidth(scalar)
    if scalar.isInvisibleControl(width: width) { return }
    if let base, marks == 0, let syllable = base.composed(with: scalar) {
      text.replaceLast(with: syllable, width: max(1, text.cellWidth(syllable)))
      self.base = syllable
    } else if scalar.isSkinTone {
      // A skin tone without emoji is a swatch, which some terminals would join to the preceding character.
      if base?.isPicture != true { appendUnit("■", width: 1, to: &text) }
    } else if scalar == "\u{20E3}", base?.isKeycapBase == true {
      return
    } else if width == 0 {
      writeMark(scalar, to: &text)
    } else {
      appendUnit(width < 0 ? .replacement : scalar, width: max(1, width), to: &text)
    }
  }
}

extension ClusterWriter {
  private mutating func appendUnit(_ scalar: Unicode.Scalar, width: Int, to text: inout SanitizedText) {
    if kind == .space {
      text.preserveTrailingSpace()
      kind = .word
    }
    let kind = self.kind ?? BreakClass(scalar, width: width)
    let fits = text.appendUnit(scalar, width: width, kind: kind, joins: base != nil)
    self.kind = kind
    base = scalar
    // A replacement character gets no marks.
    marks = fits ? 0 : Self.maxMarks
  }

  private mutating func writeMark(_ appendMark: Unicode.Scalar, to text: inout SanitizedText) {
    // Hangul vowels and finals have width 0, too, and combine with Hangul only.
    if appendMark.properties.generalCategory == .otherLetter, base?.isHangul != true {
      appendUnit(.replacement, width: 1, to: &text)
      return
    }
    if base == nil { appendUnit(.dottedCircle, width: 1, to: &text) }
    if marks < Self.maxMarks {
      text.preserveTrailingSpace()
      text.appendMark(appendMark)
    }
    marks += 1
  }

  /// A regional indicator: two form a flag, a single one is a letter.
  private mutating func writeRegional(_ letter: Unicode.Scalar, to text: inout SanitizedText) {
    guard let first = flag else {
      kind = kind ?? .ideograph
      flag = letter
      appendUnit(letter, width: 1, to: &text)
      return
    }
    flag = nil
    text.replaceLast(with: "[", width: 1)
    for scalar in [first, letter, "]"] {
      appendUnit(scalar, width: 1, to: &text)
    }
  }
}
