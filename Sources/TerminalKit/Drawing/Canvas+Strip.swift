extension Canvas {
  /// A line of text that has been put into cells: made once, drawn as often as it is on the screen.
  public struct Strip: Hashable, Sendable {
    fileprivate let cells: ArraySlice<Cell>

    /// - Parameter width: a text that is wider is cut with `…`.
    public init(_ text: StyledText, width: Int) {
      var canvas = Canvas(size: Size(width: width, height: 1))
      let end = canvas.draw(text, row: 0, column: 0)
      cells = canvas.cells.prefix(end)
    }
  }

  /// Draws what of a strip the canvas has room for.
  public mutating func draw(_ strip: Strip, row: Int, column: Int) {
    guard row >= 0, row < size.height, column >= 0 else { return }
    for (offset, cell) in strip.cells.enumerated() where cell.width > 0 {
      guard column + offset < size.width else { return }
      set(cell, row: row, column: column + offset)
    }
  }
}
