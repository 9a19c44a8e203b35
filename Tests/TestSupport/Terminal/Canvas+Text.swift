import TerminalKit

extension Canvas {
  /// What stands on each row, from edge to edge.
  public var rows: [String] {
    (0..<max(0, size.height)).map { row in
      (0..<max(0, size.width)).map { self[row, $0].text }.joined()
    }
  }

  /// What stands on each row, without the spaces at its end.
  public var lines: [String] {
    rows.map { row in
      var line = row
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Line after line.
  public var text: String { lines.joined(separator: "\n") }
}
