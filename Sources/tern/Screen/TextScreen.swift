import TerminalKit

/// A screen as plain text, line by line, without the spaces at the ends.
enum TextScreen {
  static func render(_ canvas: Canvas) -> String {
    (0..<canvas.size.height).map { row in
      let line = (0..<canvas.size.width).map { canvas[row, $0].text }.joined()
      return line.trimmedEnd + "\n"
    }.joined()
  }
}
