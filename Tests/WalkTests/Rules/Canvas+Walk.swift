import TerminalKit

extension Canvas {
  func text(row: Int) -> String {
    (0..<size.width).map { self[row, $0].text }.joined()
  }

  var text: String {
    (0..<size.height).map(text(row:)).joined(separator: "\n")
  }

  /// Whether somebody who looks at these rows reads a word.
  func hasWords(in rows: Range<Int>) -> Bool {
    rows.contains { row in text(row: row).contains { $0.isLetter || $0.isNumber } }
  }

  func contains(_ text: String, style: Style) -> Bool {
    cells.contains { $0.text == text && $0.style == style }
  }
}
