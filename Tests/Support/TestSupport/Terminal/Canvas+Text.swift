import TerminalKit

extension Canvas {
  /// The text of each row.
  public var rows: [String] {
    (0..<max(0, size.height)).map { row in
      (0..<max(0, size.width)).map { self[row, $0].text }.joined()
    }
  }

  /// The text of each row without trailing spaces.
  public var lines: [String] {
    rows.map { row in
      var line = row
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// All lines.
  public var text: String { lines.joined(separator: "\n") }
}
