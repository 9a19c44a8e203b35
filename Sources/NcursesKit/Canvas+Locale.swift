import TerminalKit

extension Canvas {
  /// The canvas with what the locale can show alone; the rest is turned to ASCII.
  func inLocale(shows: (Unicode.Scalar, Int) -> Bool = Locale.shows) -> Canvas {
    var shown = self
    for index in cells.indices where cells[index].width > 0 && cells[index].ascii == nil {
      let (row, column) = index.quotientAndRemainder(dividingBy: size.width)
      let cell = cells[index]
      if cell.text.unicodeScalars.count == 1, let scalar = cell.text.unicodeScalars.first,
        shows(scalar, Int(cell.width))
      {
        continue
      }
      for (offset, character) in ascii(for: cell, row, column).enumerated() {
        shown.set(Cell(text: String(character), width: 1, style: cell.style), row: row, column: column + offset)
      }
    }
    return shown
  }

  /// The cell in ASCII: as many characters as it is wide, or more where there is room.
  private func ascii(for cell: Cell, _ row: Int, _ column: Int) -> String {
    let width = Int(cell.width)
    guard let scalar = cell.text.unicodeScalars.first else { return " " }
    if scalar == "…" {
      if column + 2 < size.width, self[row, column + 1] == .blank, self[row, column + 2] == .blank { return "..." }
      // A full stop would say that the text ends here; before a word, more than that was left out.
      return column > 0 && self[row, column - 1].text != " " ? "~" : "*"
    }
    let text = AsciiFallback.text(for: scalar, width: width)
    return text + String(repeating: " ", count: width - text.utf8.count)
  }
}
