/// The rows of a CSV text (RFC 4180). Each row is one line: no cell of the files that Tern reads has a line break.
struct CSVRows: Sequence, IteratorProtocol {
  struct Row {
    /// From 1.
    let line: Int
    let cells: [String]
  }

  private var lines: ArraySlice<Substring>
  private var line = 0

  init(_ text: String) {
    let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
  }

  /// The next row that is not blank.
  mutating func next() -> Row? {
    while let text = lines.popFirst() {
      line += 1
      if !text.allSatisfy(\.isWhitespace) { return Row(line: line, cells: Self.cells(of: text)) }
    }
    return nil
  }

  /// A line of a row. Cells with commas or quotes are quoted.
  static func text(of cells: [String]) -> String {
    cells.map { cell in
      cell.contains { $0 == "," || $0 == "\"" } ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
    }.joined(separator: ",") + "\n"
  }

  private static func cells(of line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    var rest = line
    while let character = rest.popFirst() {
      switch (character, isQuoted) {
      case ("\"", true) where rest.first == "\"":
        rest.removeFirst()
        cells[cells.count - 1].append("\"")
      case ("\"", _): isQuoted.toggle()
      case (",", false): cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    return cells.map { $0.trimmed }
  }
}
