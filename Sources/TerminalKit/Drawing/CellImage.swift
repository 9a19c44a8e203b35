/// A picture in cells, ready to be drawn.
public struct CellImage: Hashable, Sendable {
  public let size: Size
  /// Row after row, `size.width` times `size.height` of them, each one column wide.
  private let cells: [Canvas.Cell]

  /// nil where there are not as many cells as that.
  public init?(size: Size, cells: [Canvas.Cell]) {
    guard size.width > 0, size.height > 0, cells.count == size.width * size.height,
      cells.allSatisfy({ $0.width == 1 })
    else { return nil }
    self.size = size
    self.cells = cells
  }

  /// Its rows, one after another.
  var strips: [Canvas.Strip] { (0..<size.height).map { Canvas.Strip(row($0)) } }

  fileprivate func row(_ row: Int) -> ArraySlice<Canvas.Cell> {
    cells[row * size.width..<(row + 1) * size.width]
  }
}

extension Canvas {
  /// Draws what of a picture an area has room for.
  public mutating func draw(_ image: CellImage, row: Int, column: Int, in area: Rect) {
    let rows = max(row, area.row)..<max(row, area.row, min(row + image.size.height, area.row + area.height))
    let end = min(column + image.size.width, area.column + area.width)
    for line in rows {
      for (offset, cell) in image.row(line - row).enumerated()
      where area.column..<max(area.column, end) ~= column + offset {
        set(cell, row: line, column: column + offset)
      }
    }
  }
}
