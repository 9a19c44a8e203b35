import TerminalKit

extension Canvas {
  /// The canvas with all characters that the locale cannot show replaced by ASCII.
  func inLocale(canShow: (Unicode.Scalar, Int) -> Bool = Locale.canShow) -> Canvas {
    withASCII { cell in
      guard cell.text.unicodeScalars.count == 1, let scalar = cell.text.unicodeScalars.first else { return true }
      return !canShow(scalar, Int(cell.width))
    }
  }

  /// The canvas with some cells replaced by ASCII.
  /// - Parameter shouldReplace: Selects the cells to replace; called for non-ASCII cells only.
  func withASCII(where shouldReplace: (Cell) -> Bool) -> Canvas {
    var shown = self
    for index in cells.indices where cells[index].width > 0 && cells[index].ascii == nil && shouldReplace(cells[index])
    {
      let (row, column) = index.quotientAndRemainder(dividingBy: size.width)
      let cell = cells[index]
      for (offset, character) in ascii(for: cell, at: Point(row: row, column: column)).enumerated() {
        shown.set(Cell(text: String(character), width: 1, style: cell.style), row: row, column: column + offset)
      }
    }
    return shown
  }

  /// The replacement, padded to the width of the cell, or longer if blank cells follow.
  private func ascii(for cell: Cell, at position: Point) -> String {
    let width = Int(cell.width)
    guard let scalar = cell.text.unicodeScalars.first else { return " " }
    if scalar == "…" {
      let dots = AsciiFallback.text(for: scalar)
      if isSpaceBlank(for: dots, at: position) { return dots }
      // "~" and "*" because a full stop would look like the end of the sentence.
      return position.column > 0 && self[position.row, position.column - 1].text != " " ? "~" : "*"
    }
    let text = AsciiFallback.text(for: scalar, width: width)
    return text + String(repeating: " ", count: width - text.utf8.count)
  }

  /// Whether all cells after the first character of the text are blank.
  private func isSpaceBlank(for text: String, at position: Point) -> Bool {
    let end = position.column + text.utf8.count
    return end <= size.width && (position.column + 1..<end).allSatisfy { self[position.row, $0] == .blank }
  }
}
