/// A screenful of cells to draw on. Nothing outside is ever drawn, and every text goes through `TextLayout`, which
/// makes it harmless. Two of them are equal where they look the same.
public struct Canvas: Sendable {
  public let size: Size
  /// Row after row.
  public private(set) var cells: [Cell]
  /// Where the terminal's cursor stands; nil hides it.
  public var cursor: Point?
  /// Whether keys go to what is drawn: what is selected elsewhere stands back.
  public var hasFocus = true
  /// What the mouse does where; later ones are in front.
  public private(set) var regions: [MouseRegion] = []
  /// The pictures that are there in pixels; what is drawn over them later stands in front.
  public private(set) var pictures: [PlacedPicture] = []

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
    // What is not plain is put into its form for the screen once: to be measured, and to be drawn.
    var shaped: [[Glyph]] = []
    var whole = 0
    for span in text.spans {
      if SanitizedText.isPlain(span.text) {
        whole += span.text.utf8.count
      } else {
        shaped.append(TextLayout.glyphs(of: span.text))
        for glyph in shaped[shaped.count - 1] { whole += glyph.width }
      }
    }
    let limit = whole > end - column ? end - 1 : end
    var nextShaped = 0
    var cursor = column
    for span in text.spans {
      let start = cursor
      defer { note(span.target, row: row, from: start, to: cursor) }
      if SanitizedText.isPlain(span.text) {
        for byte in span.text.utf8 {
          guard cursor < limit else { return drawEllipsis(span.style, row, cursor, end) }
          put(Cell(ascii: byte, style: span.style), row, cursor)
          cursor += 1
        }
        continue
      }
      let glyphs = shaped[nextShaped]
      nextShaped += 1
      for glyph in glyphs {
        guard cursor + glyph.width <= limit else { return drawEllipsis(span.style, row, cursor, end) }
        for piece in glyph.pieces {
          put(Cell(text: piece.text, width: Int8(piece.width), style: span.style), row, cursor)
          cursor += piece.width
        }
      }
    }
    return cursor
  }

  /// Fills a rectangle with one character of width 1.
  public mutating func fill(_ rect: Rect, with text: String = " ", style: Style = .plain) {
    let cell = Cell(text: text, width: 1, style: style)
    let columns = Self.cells(from: rect.column, rect.width, of: size.width)
    guard let first = columns.first, let last = columns.last else { return }
    for row in Self.cells(from: rect.row, rect.height, of: size.height) {
      // Half of a wide character does not stay at either end; between them nothing does.
      put(cell, row, last)
      put(cell, row, first)
      for index in row * size.width + first..<row * size.width + last { cells[index] = cell }
    }
  }

  /// Has all that is drawn in a rectangle stand on a ground, blanks too.
  public mutating func lay(_ ground: Style.Background, under rect: Rect) {
    for row in Self.cells(from: rect.row, rect.height, of: size.height) {
      for column in Self.cells(from: rect.column, rect.width, of: size.width) {
        let index = row * size.width + column
        cells[index] = cells[index].on(ground)
      }
    }
  }

  /// Sets the cells as they are read back from elsewhere; a cell that does not fit is left out.
  public mutating func set(_ cell: Cell, row: Int, column: Int) {
    guard row >= 0, row < size.height, column >= 0, column < size.width else { return }
    put(cell, row, column)
  }
}

extension Canvas: Hashable {
  public static func == (one: Canvas, other: Canvas) -> Bool {
    one.size == other.size && one.cursor == other.cursor && one.cells == other.cells
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(cursor)
    hasher.combine(cells)
  }
}

extension Canvas {
  /// Notes what the mouse does in a part of what is drawn, in front of what was noted there before.
  public mutating func addRegion(_ area: Rect, _ answer: MouseRegion.Answer) {
    regions.append(MouseRegion(area, answer))
  }

  /// Takes what was noted off the canvas.
  mutating func takeRegions() -> [MouseRegion] {
    defer { regions = [] }
    return regions
  }

  /// Draws another canvas on this one, with its cursor, and with what the mouse does there.
  /// - Parameter map: what the mouse is to do instead.
  mutating func draw(_ image: Canvas, at place: Point, map: (MouseRegion.Answer) -> MouseRegion.Answer) {
    let width = min(image.size.width, size.width - place.column)
    guard place.row >= 0, place.column >= 0, width > 0 else { return }
    let (start, stride) = (place.row * size.width + place.column, size.width)
    let height = max(0, min(image.size.height, size.height - place.row))
    // At each key, as memory.
    cells.withUnsafeMutableBufferPointer { cells in
      image.cells.withUnsafeBufferPointer { drawn in
        for row in 0..<height {
          let source = UnsafeBufferPointer(rebasing: drawn[row * image.size.width..<row * image.size.width + width])
          let target = start + row * stride
          _ = UnsafeMutableBufferPointer(rebasing: cells[target..<target + width]).update(fromContentsOf: source)
        }
      }
    }
    if let inner = image.cursor {
      cursor = Point(row: place.row + inner.row, column: place.column + inner.column)
    }
    pictures += image.pictures.map { picture in
      PlacedPicture(
        picture.image, at: Point(row: picture.place.row + place.row, column: picture.place.column + place.column))
    }
    regions += image.regions.map { region in
      var area = region.area
      (area.row, area.column) = (area.row + place.row, area.column + place.column)
      return MouseRegion(area, map(region.answer))
    }
  }

  /// Notes that a picture stands there, where it is in pixels.
  mutating func note(_ image: CellImage, row: Int, column: Int) {
    if image.pixels != nil { pictures.append(PlacedPicture(image, at: Point(row: row, column: column))) }
  }

  private mutating func note(_ target: MouseTarget?, row: Int, from start: Int, to end: Int) {
    guard let target, end > start else { return }
    addRegion(Rect(row: row, column: start, width: end - start, height: 1), .target(target))
  }
}

extension Canvas {
  /// The part of a stretch that is on the canvas.
  private static func cells(from start: Int, _ length: Int, of size: Int) -> Range<Int> {
    let first = max(0, start)
    return first..<max(first, start + min(length, max(0, size - start)))
  }

  /// - Returns: the column after it.
  private mutating func drawEllipsis(_ style: Style, _ row: Int, _ column: Int, _ end: Int) -> Int {
    if column < end { put(Cell(text: "…", width: 1, style: style), row, column) }
    return min(column + 1, end)
  }

  private mutating func put(_ cell: Cell, _ row: Int, _ column: Int) {
    let index = row * size.width + column
    let width = Int(cell.width)
    // Half of a wide character that is drawn over does not stay.
    if cells[index].width == 0, column > 0 { cells[index - 1] = .blank }
    let end = index + width
    if column + width < size.width, cells[end].width == 0 { cells[end] = .blank }
    guard column + width <= size.width else { return cells[index] = .blank }
    cells[index] = cell
    if width == 2 { cells[index + 1] = Cell(text: "", width: 0, style: cell.style) }
  }
}

extension Canvas {
  /// A line of text that has been put into cells: made once, drawn as often as it is on the screen.
  public struct Strip: Hashable, Sendable {
    /// A part of the line that leads to an address.
    struct Link: Hashable, Sendable {
      let columns: Range<Int>
      let address: String
    }

    fileprivate let cells: ArraySlice<Cell>
    let links: [Link]
    /// The picture in pixels of which this is the first row.
    fileprivate let image: CellImage?

    /// Cells as they are.
    init(_ cells: ArraySlice<Cell>, image: CellImage? = nil) {
      self.cells = cells
      self.image = image
      links = []
    }

    /// - Parameter width: a text that is wider is cut with `…`.
    public init(_ text: StyledText, width: Int) {
      var canvas = Canvas(size: Size(width: width, height: 1))
      let end = canvas.draw(text, row: 0, column: 0)
      cells = canvas.cells.prefix(end)
      image = nil
      links = canvas.regions.compactMap { region in
        guard case .target(.link(let address)) = region.answer else { return nil }
        return Link(columns: region.area.column..<region.area.column + region.area.width, address: address)
      }
    }
  }

  /// Draws what of a strip the canvas has room for.
  public mutating func draw(_ strip: Strip, row: Int, column: Int) {
    guard row >= 0, row < size.height, column >= 0, column < size.width else { return }
    let shown = strip.cells.prefix(size.width - column)
    guard !shown.isEmpty else { return }
    let start = row * size.width + column
    let end = start + shown.count
    // Half of a wide character that is drawn over does not stay, nor does one whose other half has no room.
    if cells[start].width == 0, column > 0 { cells[start - 1] = .blank }
    if column + shown.count < size.width, cells[end].width == 0 { cells[end] = .blank }
    cells.replaceSubrange(start..<end, with: shown)
    if cells[end - 1].width == 2 { cells[end - 1] = .blank }
    if let image = strip.image { note(image, row: row, column: column) }
  }
}
