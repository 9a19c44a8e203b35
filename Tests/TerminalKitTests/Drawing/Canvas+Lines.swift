import TerminalKit

extension Canvas {
  /// What stands on each row.
  var lines: [String] {
    (0..<max(0, size.height)).map { row in
      (0..<max(0, size.width)).map { self[row, $0].text }.joined()
    }
  }
}
