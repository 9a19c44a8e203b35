/// A picture rendered to cells, optionally with pixels.
public struct CellImage: Hashable, Sendable {
  public let size: Size
  /// In row-major order, `size.width * size.height` cells of width 1.
  private let cells: [Canvas.Cell]
  /// The picture in pixels, for terminals with graphics; nil if there is none.
  public let pixels: PixelImage?

  /// nil if the size is empty, the number of cells does not match it, or a cell is wider than 1.
  /// - Parameter pixels: ignored if larger than the cells.
  public init?(size: Size, cells: [Canvas.Cell], pixels: PixelImage? = nil) {
    guard size.width > 0, size.height > 0, cells.count == size.width * size.height,
      cells.allSatisfy({ $0.width == 1 })
    else { return nil }
    self.size = size
    self.cells = cells
    self.pixels = pixels.flatMap { pixels in
      let fits =
        pixels.size.width <= size.width * pixels.cell.width && pixels.size.height <= size.height * pixels.cell.height
      return fits ? pixels : nil
    }
  }

  /// The memory that it takes, in bytes.
  public var byteCount: Int { cells.count * MemoryLayout<Canvas.Cell>.stride + (pixels?.bytes.count ?? 0) }

  fileprivate func row(_ row: Int) -> ArraySlice<Canvas.Cell> {
    cells[row * size.width..<(row + 1) * size.width]
  }
}

extension Canvas {
  /// Draws a picture, clipped to an area.
  public mutating func draw(_ image: CellImage, row: Int, column: Int, in area: Rect) {
    let rows = max(row, area.row)..<max(row, area.row, min(row + image.size.height, area.row + area.height))
    let end = min(column + image.size.width, area.column + area.width)
    for line in rows {
      for (offset, cell) in image.row(line - row).enumerated()
      where area.column..<max(area.column, end) ~= column + offset {
        set(cell, row: line, column: column + offset)
      }
    }
    addPicture(image, row: row, column: column)
  }
}

/// A picture with pixels and the position of its top left cell.
public struct PlacedPicture: Hashable, Sendable {
  public let image: CellImage
  public let position: Point

  public init(_ image: CellImage, at position: Point) {
    self.image = image
    self.position = position
  }
}

extension Canvas {
  /// The pictures with pixels that are completely visible.
  public var fullyVisiblePictures: [PlacedPicture] { pictures.filter(isFullyVisible) }

  private func isFullyVisible(_ picture: PlacedPicture) -> Bool {
    let (image, position) = (picture.image, picture.position)
    guard position.row >= 0, position.column >= 0, position.row + image.size.height <= size.height,
      position.column + image.size.width <= size.width
    else { return false }
    return (0..<image.size.height).allSatisfy { row in
      let start = (position.row + row) * size.width + position.column
      // The background of the cells is irrelevant.
      return cells[start..<start + image.size.width].elementsEqual(image.row(row)) { $0.withBackground(.plain) == $1 }
    }
  }

  /// Blanks the first rows of a picture that is shown in pixels.
  /// - Parameters:
  ///   - rows: the number of rows to blank.
  ///   - mark: the foreground colour of the blanks, which is invisible and identifies this picture. Painters compare
  ///     cells, so they redraw the blanks only when the mark changes.
  public mutating func clear(_ picture: PlacedPicture, rows: Int, mark: RGB) {
    let blank = Cell(picture: " ", foreground: mark, background: nil)
    for row in 0..<min(rows, picture.image.size.height) {
      for column in 0..<picture.image.size.width {
        set(blank, row: picture.position.row + row, column: picture.position.column + column)
      }
    }
  }
}
