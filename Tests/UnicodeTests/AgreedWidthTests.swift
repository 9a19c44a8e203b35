import TerminalKit
import TestSupport
import Testing
import UnicodeSupport

/// What terminals other than curses go by: the general category and the East Asian Width of a character.
@Suite struct AgreedWidthTests {
  init() { UTF8Locale.set() }

  @Test func `A character that is drawn as itself is as wide as Unicode says`() throws {
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

  /// What terminals may make of it, where layout has to go by one of them.
  fileprivate func widths(cells: Int) -> ClosedRange<Int> {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: 0...0
    // Unicode itself moves signs from one kind of mark to the other; what they write cannot be written without them.
    case .spacingMark: 0...cells
    default: cells...cells
    }
  }
}
