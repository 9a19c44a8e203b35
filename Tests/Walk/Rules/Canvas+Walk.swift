import TerminalKit

extension Canvas {
  /// Whether the rows contain a letter or digit.
  func hasWords(in rows: Range<Int>) -> Bool {
    cells[rows.lowerBound * size.width..<rows.upperBound * size.width].contains { cell in
      cell.text.first.map { $0.isLetter || $0.isNumber } == true
    }
  }

  func contains(_ text: String, style: Style) -> Bool {
    cells.contains { $0.style == style && $0.text == text }
  }
}
