/// A screenful of cells to draw on. Nothing outside is ever drawn, and every text goes through `TextLayout`, which
/// makes it harmless.
public struct Canvas: Hashable, Sendable {
  public struct Cell: Hashable, Sendable {
    /// A base character and its marks; empty in the right half of a wide character.
    public var text: String
    /// 1 or 2; 0 in the right half of a wide character.
    public var width: Int8
    public var style: Style

    public init(text: String, width: Int8, style: Style) {
      self.text = text
      self.width = width
      self.style = style
    }

    public static let blank = Cell(text: " ", width: 1, style: .plain)
  }

  public let size: Size
  /// Row after row.
  public private(set) var cells: [Cell]
  /// Where the terminal's cursor stands; nil hides it.
  public var cursor: Point?

  public init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: max(0, size.width) * max(0, size.height))
  }

  public var bounds: Rect { Rect(size) }

  public subscript(row: Int, column: Int) -> Cell {
    cells[row * size.width + column]
  }

  /// Draws one line of text, cut with `…` where it would be wider than `width` or leave the canvas.
  /// - Returns: the column after the last cell drawn.
  @discardableResult
  public mutating func draw(
    _ text: String, row: Int, column: Int, width: Int = .max, style: Style = .plain
  ) -> Int {
    draw(StyledText(text, style), row: row, column: column, width: width)
  }

  /// Draws one line of styled text, cut with `…` where it would be wider than `width` or leave the canvas.
  /// - Returns: the column after the last cell drawn.
  @discardableResult
  public mutating func draw(_ text: StyledText, row: Int, column: Int, width: Int = .max) -> Int {
    guard row >= 0, row < size.height, column >= 0, column < size.width else { return column }
    let end = column + min(max(0, width), size.width - column)
    let isTooWide = text.spans.reduce(0) { $0 + TextLayout.width(of: $1.text) } > end - column
    let limit = isTooWide ? end - 1 : end
    var cursor = column
    for span in text.spans {
      for glyph in TextLayout.glyphs(of: span.text) {
        guard cursor + glyph.width <= limit else {
          if cursor < end { put("…", 1, span.style, row, cursor) }
          return min(cursor + 1, end)
        }
        for piece in glyph.pieces {
          put(piece.text, piece.width, span.style, row, cursor)
          cursor += piece.width
        }
      }
    }
    return cursor
  }

  /// Fills a rectangle with one character of width 1.
  public mutating func fill(_ rect: Rect, with text: String = " ", style: Style = .plain) {
    for row in Self.cells(from: rect.row, rect.height, of: size.height) {
      for column in Self.cells(from: rect.column, rect.width, of: size.width) {
        put(text, 1, style, row, column)
      }
    }
  }

  /// Sets the cells as they are read back from elsewhere; a cell that does not fit is left out.
  public mutating func set(_ cell: Cell, row: Int, column: Int) {
    guard row >= 0, row < size.height, column >= 0, column < size.width else { return }
    put(cell.text, Int(cell.width), cell.style, row, column)
  }
}

extension Canvas {
  /// The part of a stretch that is on the canvas.
  private static func cells(from start: Int, _ length: Int, of size: Int) -> Range<Int> {
    let first = max(0, start)
    return first..<max(first, start + min(length, max(0, size - start)))
  }

  private mutating func put(_ text: String, _ width: Int, _ style: Style, _ row: Int, _ column: Int) {
    let index = row * size.width + column
    // Half of a wide character that is drawn over does not stay.
    if cells[index].width == 0, column > 0 { cells[index - 1] = .blank }
    let end = index + width
    if column + width < size.width, cells[end].width == 0 { cells[end] = .blank }
    guard column + width <= size.width else { return cells[index] = .blank }
    cells[index] = Cell(text: text, width: Int8(width), style: style)
    if width == 2 { cells[index + 1] = Cell(text: "", width: 0, style: style) }
  }
}
