import CGlibc

/// The number of cells of a scalar according to the C library, so that layout and ncurses agree.
///
/// The C library depends on the locale. In encodings other than UTF-8 it uses the widths of legacy Asian terminals.
/// There an own approximation is used; such text is converted to ASCII later.
struct CellWidth {
  private let usesLibrary: Bool

  /// Reads the current locale, so create an instance for each operation.
  init() {
    self.init(usesLibrary: wcwidth(0x3042) == 2 && wcwidth(0x1F600) == 2 && wcwidth(0x2500) == 1)
  }

  init(usesLibrary: Bool) {
    self.usesLibrary = usesLibrary
  }

  /// 0 for combining marks, 1 or 2 for visible characters, -1 if unprintable or of disputed width.
  func callAsFunction(_ scalar: Unicode.Scalar) -> Int {
    if scalar.hasDisputedWidth { return -1 }
    return usesLibrary ? Int(wcwidth(wchar_t(scalar.value))) : guess(scalar)
  }
}

extension Unicode.Scalar {
  /// Whether terminals disagree on the width, because the C library differs from Unicode or Unicode has changed it.
  fileprivate var hasDisputedWidth: Bool {
    switch value {
    case ..<0x600: false
    // Signs before numbers (Prepended_Concatenation_Mark): visible format characters.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD: true
    // Trigrams, digrams, hexagrams, Tai Xuan Jing and counting rods: wide since Unicode 16.
    case 0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D356, 0x1D360...0x1D376: true
    // Numbers on black squares: wide in the C library, ambiguous in Unicode.
    case 0x3248...0x324F: true
    default: false
    }
  }
}

extension CellWidth {
  private func guess(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .control, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator:
      return -1
    case .nonspacingMark, .enclosingMark, .format:
      return 0
    default:
      break
    }
    switch scalar.value {
    // Vowels and finals combined with a leading consonant.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF:
      return 0
    // East Asian Width W and F of Unicode, approximately.
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18DFF, 0x1AFF0...0x1B2FF,
      0x20000...0x3FFFD:
      return 2
    default:
      return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
