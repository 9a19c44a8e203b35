@testable import TerminalKit

@MainActor
enum CanvasRules {
  /// The first cell that no terminal could show, or nil.
  static func incoherence(of canvas: Canvas) -> String? {
    let size = canvas.size
    for row in 0..<size.height {
      var isRightHalf = false
      for column in 0..<size.width {
        let cell = canvas[row, column]
        let problem = isRightHalf ? problem(rightHalf: cell) : problem(cell: cell, isLast: column == size.width - 1)
        if let problem { return "row \(row), column \(column): \(problem)" }
        isRightHalf = cell.width == 2
      }
    }
    if let cursor = canvas.cursor,
      !(0..<size.height).contains(cursor.row) || !(0..<size.width).contains(cursor.column)
    {
      return "the cursor is at row \(cursor.row), column \(cursor.column)"
    }
    return nil
  }

  /// The first cell that curses shows differently, or nil.
  static func difference(between canvas: Canvas, and shown: Canvas) -> String? {
    guard canvas.size == shown.size else { return "the sizes differ" }
    for row in 0..<canvas.size.height {
      for column in 0..<canvas.size.width where canvas[row, column] != shown[row, column] {
        return "row \(row), column \(column): drawn \(canvas[row, column]), shown \(shown[row, column])"
      }
    }
    return nil
  }

  private static func problem(rightHalf cell: Canvas.Cell) -> String? {
    cell.width == 0 && cell.text.isEmpty ? nil : "a wide character without its right half"
  }

  private static func problem(cell: Canvas.Cell, isLast: Bool) -> String? {
    if cell.width == 1, let ascii = cell.ascii, (0x20...0x7E) ~= ascii { return nil }
    let scalars = cell.text.unicodeScalars
    guard let base = scalars.first, cell.width > 0 else { return "half of a wide character" }
    if cell.width == 2, isLast { return "a wide character over the edge" }
    let width = CellWidth()
    if width(base) != Int(cell.width) { return "“\(cell.text)” takes \(width(base)) cells and has \(cell.width)" }
    if scalars.dropFirst().contains(where: { width($0) != 0 }) { return "“\(cell.text)” is more than one character" }
    return nil
  }
}
