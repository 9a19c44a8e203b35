import CWidth

/// How many cells a scalar takes: what the C library says, so that layout and ncurses never disagree.
///
/// The C library answers for the locale of the process. Outside UTF-8 it knows less, and gives lines and signs the width
/// that old Asian terminals did; there the answer is a guess of our own, because the text is turned to ASCII further on
/// and should not be lost before that.
struct CellWidth {
  private let asksLibrary: Bool

  /// Make one for each piece of work: the locale may have been set since the last.
  init() {
    self.init(asksLibrary: wcwidth(0x3042) == 2 && wcwidth(0x1F600) == 2 && wcwidth(0x2500) == 1)
  }

  init(asksLibrary: Bool) {
    self.asksLibrary = asksLibrary
  }

  /// 0 for a mark, 1 or 2 for what stands in cells, -1 for what cannot be printed or has another width elsewhere.
  func callAsFunction(_ scalar: Unicode.Scalar) -> Int {
    if scalar.hasDisputedWidth { return -1 }
    return asksLibrary ? Int(wcwidth(wchar_t(scalar.value))) : guess(scalar)
  }
}

extension Unicode.Scalar {
  /// Whether terminals disagree on the width of the character by itself: because the C library says something else
  /// than Unicode does, or because Unicode has changed its mind.
  fileprivate var hasDisputedWidth: Bool {
    switch value {
    case ..<0x600: false
    // Signs in front of a number (Prepended_Concatenation_Mark), which are format characters and yet seen.
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
    // The vowels and finals that stand on a leading consonant.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF:
      return 0
    // Unicode's East Asian Width, W and F, in broad strokes.
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18DFF, 0x1AFF0...0x1B2FF,
      0x20000...0x3FFFD:
      return 2
    default:
      return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
