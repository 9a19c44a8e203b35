import TerminalKit

extension Canvas {
  /// The canvas with what the locale can show alone; the rest is turned to ASCII.
  func inLocale(shows: (Unicode.Scalar, Int) -> Bool = Locale.shows) -> Canvas {
    withASCII { cell in
      guard cell.text.unicodeScalars.count == 1, let scalar = cell.text.unicodeScalars.first else { return true }
      return !shows(scalar, Int(cell.width))
    }
  }

  /// The canvas with some of its cells in ASCII.
  /// - Parameter isMeant: asked of those that are not ASCII.
  func withASCII(where isMeant: (Cell) -> Bool) -> Canvas {
    var shown = self
    for index in cells.indices where cells[index].width > 0 && cells[index].ascii == nil && isMeant(cells[index]) {
      let (row, column) = index.quotientAndRemainder(dividingBy: size.width)
      let cell = cells[index]
      for (offset, character) in ascii(for: cell, at: Point(row: row, column: column)).enumerated() {
        shown.set(Cell(text: String(character), width: 1, style: cell.style), row: row, column: column + offset)
      }
    }
    return shown
  }

  /// The cell in ASCII: as many characters as it is wide, or more where there is room.
  private func ascii(for cell: Cell, at place: Point) -> String {
    let width = Int(cell.width)
    guard let scalar = cell.text.unicodeScalars.first else { return " " }
    if scalar == "…" {
      let dots = AsciiFallback.text(for: scalar)
      if hasRoom(for: dots, at: place) { return dots }
      // A full stop would say that the text ends here; before a word, more than that was left out.
      return place.column > 0 && self[place.row, place.column - 1].text != " " ? "~" : "*"
    }
    let text = AsciiFallback.text(for: scalar, width: width)
    return text + String(repeating: " ", count: width - text.utf8.count)
  }

  /// Whether all that stands behind the text's first character would be blank.
  private func hasRoom(for text: String, at place: Point) -> Bool {
    let end = place.column + text.utf8.count
    return end <= size.width && (place.column + 1..<end).allSatisfy { self[place.row, $0] == .blank }
  }
}
