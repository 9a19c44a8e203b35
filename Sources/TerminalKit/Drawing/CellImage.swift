/// A picture in cells, ready to be drawn.
public struct CellImage: Hashable, Sendable {
  public let size: Size
  /// Row after row, `size.width` times `size.height` of them, each one column wide.
  private let cells: [Canvas.Cell]
  /// The same in pixels, for terminals that show them.
  public let pixels: PixelImage?

  /// nil where there are not as many cells as that.
  /// - Parameter pixels: no more of them than the cells have room for; else there are none.
  public init?(size: Size, cells: [Canvas.Cell], pixels: PixelImage? = nil) {
    guard size.width > 0, size.height > 0, cells.count == size.width * size.height,
      cells.allSatisfy({ $0.width == 1 })
    else { return nil }
    self.size = size
    self.cells = cells
    self.pixels = pixels.flatMap { pixels in
      let hasRoom =
        pixels.size.width <= size.width * pixels.cell.width && pixels.size.height <= size.height * pixels.cell.height
      return hasRoom ? pixels : nil
    }
  }

  /// Its rows, one after another.
  var strips: [Canvas.Strip] {
    (0..<size.height).map { Canvas.Strip(row($0), image: $0 == 0 && pixels != nil ? self : nil) }
  }

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
    note(image, row: row, column: column)
  }
}

/// A picture in pixels, and where its upper left cell stands.
public struct PlacedPicture: Hashable, Sendable {
  public let image: CellImage
  public let place: Point

  public init(_ image: CellImage, at place: Point) {
    self.image = image
    self.place = place
  }
}

extension Canvas {
  /// Those of its pictures that are there in pixels, and that nothing is drawn over.
  public var wholePictures: [PlacedPicture] { pictures.filter(isWhole) }

  private func isWhole(_ picture: PlacedPicture) -> Bool {
    let (image, place) = (picture.image, picture.place)
    guard place.row >= 0, place.column >= 0, place.row + image.size.height <= size.height,
      place.column + image.size.width <= size.width
    else { return false }
    return (0..<image.size.height).allSatisfy { row in
      let start = (place.row + row) * size.width + place.column
      // On which ground it stands is no matter.
      return cells[start..<start + image.size.width].elementsEqual(image.row(row)) { $0.on(.plain) == $1 }
    }
  }

  /// Has cells of a picture be blank: pixels stand there.
  /// - Parameters:
  ///   - rows: those from the first on.
  ///   - mark: a colour that shows nowhere. It tells these blanks from others: whoever draws them draws them anew when
  ///     they become others, and leaves them alone as long as they are these.
  public mutating func clear(_ picture: PlacedPicture, rows: Int, mark: RGB) {
    let blank = Cell(picture: " ", foreground: mark, background: nil)
    for row in 0..<min(rows, picture.image.size.height) {
      for column in 0..<picture.image.size.width {
        set(blank, row: picture.place.row + row, column: picture.place.column + column)
      }
    }
  }
}
