import TerminalKit
import TestSupport

extension Canvas {
  /// Whether somebody who looks at these rows reads a word.
  func hasWords(in rows: Range<Int>) -> Bool {
    self.rows[rows].contains { row in row.contains { $0.isLetter || $0.isNumber } }
  }

  func contains(_ text: String, style: Style) -> Bool {
    cells.contains { $0.text == text && $0.style == style }
  }
}
