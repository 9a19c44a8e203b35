import TerminalKit
import TestSupport
import Testing
import UnicodeSupport

/// Widths according to Unicode: the general category and East Asian Width.
@Suite struct AgreedWidthTests {
  init() { UTF8Locale.set() }

  @Test func `Drawn characters have the width defined by Unicode`() throws {
    var checked = 0
    for text in try UnicodeFile.eastAsianWidth.texts() {
      let cells = text.isWide ? 2 : 1
      for part in text.parts {
        guard let scalar = part.unicodeScalars.dropFirst().first, !scalar.isControl else { continue }
        let pieces = TextLayout.glyphs(of: part).flatMap(\.pieces)
        guard pieces.contains(where: { $0.text.unicodeScalars.contains(scalar) }) else { continue }
        checked += 1
        let width = pieces.reduce(-1) { $0 + $1.width }
        #expect(
          scalar.widths(cells: cells).contains(width),
          "\(text.file.rawValue):\(text.line): U+\(String(scalar.value, radix: 16))")
      }
    }
    #expect(checked > 200_000)
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }

  /// The possible widths. Layout assumes one of them.
  fileprivate func widths(cells: Int) -> ClosedRange<Int> {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: 0...0
    // Unicode has changed the category of some signs, which scripts cannot do without.
    case .spacingMark: 0...cells
    default: cells...cells
    }
  }
}
