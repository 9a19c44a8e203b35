import TerminalKit

extension Canvas {
  /// Row after row, without the spaces at their ends.
  var text: String {
    (0..<size.height).map { row in
      var line = (0..<size.width).map { self[row, $0].text }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}
