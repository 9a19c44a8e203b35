@testable import TerminalKit
import TestSupport
import Testing

@Suite struct CellWidthTests {
  init() { UTF8Locale.set() }

  static let widths: [(Unicode.Scalar, Int)] = [
    ("a", 1), ("é", 1), ("Я", 1), ("ש", 1), ("…", 1), ("─", 1), ("日", 2), ("あ", 2), ("ｱ", 1), ("Ａ", 2), ("　", 2),
    ("한", 2), ("\u{1100}", 2), ("\u{1161}", 0), ("\u{11A8}", 0), ("\u{301}", 0), ("\u{3099}", 0), ("\u{20E3}", 0),
    ("😀", 2), ("⌚", 2), ("❤", 1), ("𠮷", 2), ("\u{378}", -1), ("\u{9B}", -1), ("\u{2028}", -1),
  ]

  @Test("In UTF-8 locales the C library is used", arguments: widths)
  func library(scalar: Unicode.Scalar, width: Int) {
    #expect(CellWidth()(scalar) == width)
  }

  @Test("In other locales the approximation agrees", arguments: widths)
  func guess(scalar: Unicode.Scalar, width: Int) {
    #expect(CellWidth(usesLibrary: false)(scalar) == width)
  }

  @Test("In other locales text is preserved")
  func otherLocale() {
    var text = SanitizedText(cellWidth: CellWidth(usesLibrary: false))
    text.append("Grüße, 日本 👩‍💻 e\u{301}")
    #expect(text.string(text.units.indices) == "Grüße, 日本 👩💻 e\u{301}")
    #expect(text.cells == 18)
  }
}
