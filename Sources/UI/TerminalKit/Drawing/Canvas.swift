/// A grid of cells to draw on. Drawing is clipped to the canvas, and all text is sanitized by `TextLayout`. Canvases
/// are equal if they look the same.
public struct Canvas: Sendable {
  public let size: Size
  /// In row-major order.
  public private(set) var cells: [Cell]
  /// The position of the terminal's cursor; nil hides it.
  public var cursor: Point?
  /// Whether the drawn pane has the keyboard focus; selections elsewhere are drawn muted.
  public var hasFocus = true
  /// Areas that handle the mouse; later ones are in front.
  public private(set) var regions: [MouseRegion] = []
  /// The pictures with pixels, each hidden if something is drawn over it later.
  public private(set) var pictures: [PlacedPicture] = []
  /// The date of the first change of a drawn age, as the time since 1970; nil without ages.
  public private(set) var nextAgeChange: Duration?

  public init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: max(0, size.width) * max(0, size.height))
  }

  public var bounds: Rect { Rect(size) }

  /// Records the date at which a drawn age changes.
  mutating func addAgeChange(at date: Duration?) {
    nextAgeChange = [nextAgeChange, date].compactMap(\.self).min()
  }

  public subscript(row: Int, column: Int) -> Cell {
    cells[row * size.width + column]
  }

  /// Draws a line of text, truncated with `…` to `width` and the canvas.
  /// - Returns: the column after the last cell drawn.
  @discardableResult
  public mutating func draw(
    _ text: String, row: Int, column: Int, width: Int = .max, style: Style = .plain
  ) -> Int {
    draw(StyledText(text, style), row: row, column: column, width: width)
  }

  /// Draws a line of styled text, truncated with `…` to `width` and the canvas.
  /// - Returns: the column after the last cell drawn.
  @discardableResult
  public mutating func draw(_ text: StyledText, row: Int, column: Int, width: Int = .max) -> Int {
    guard row >= 0, row < size.height, column >= 0, column < size.width else { return column }
    let end = column + min(max(0, width), size.width - column)
    // Text other than plain ASCII is shaped once, for measuring and drawing.
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
      defer { addRegion(for: span.target, row: row, from: start, to: cursor) }
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
      if let image = span.image, glyphs.count == 1, glyphs[0].width == InlineImage.size.width {
        guard cursor + InlineImage.size.width <= limit else { return drawEllipsis(span.style, row, cursor, end) }
        draw(image, span.style, row: row, column: cursor)
        cursor += InlineImage.size.width
        continue
      }
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

  /// Fills a rectangle with a character of width 1.
  public mutating func fill(_ rect: Rect, with text: String = " ", style: Style = .plain) {
    let cell = Cell(text: text, width: 1, style: style)
    let columns = Self.cells(from: rect.column, rect.width, of: size.width)
    guard let first = columns.first, let last = columns.last else { return }
    for row in Self.cells(from: rect.row, rect.height, of: size.height) {
      // `put` blanks wide characters cut at both ends; cells in between are overwritten.
      put(cell, row, last)
      put(cell, row, first)
      for index in row * size.width + first..<row * size.width + last { cells[index] = cell }
    }
  }

  /// Sets the background of all cells in a rectangle.
  public mutating func setBackground(_ background: Style.Background, in rect: Rect) {
    for row in Self.cells(from: rect.row, rect.height, of: size.height) {
      for column in Self.cells(from: rect.column, rect.width, of: size.width) {
        let index = row * size.width + column
        cells[index] = cells[index].withBackground(background)
      }
    }
  }

  /// Sets a single cell; ignored if it does not fit.
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
  /// Registers an area that handles the mouse, in front of existing ones.
  public mutating func addRegion(_ area: Rect, _ action: MouseRegion.Action) {
    regions.append(MouseRegion(area, action))
  }

  /// Removes and returns all regions.
  mutating func takeRegions() -> [MouseRegion] {
    defer { regions = [] }
    return regions
  }

  /// Draws another canvas at a position, including its cursor, pictures and regions.
  /// - Parameter map: transforms the actions of its regions.
  mutating func draw(_ image: Canvas, at position: Point, map: (MouseRegion.Action) -> MouseRegion.Action) {
    let width = min(image.size.width, size.width - position.column)
    guard position.row >= 0, position.column >= 0, width > 0 else { return }
    let (start, stride) = (position.row * size.width + position.column, size.width)
    let height = max(0, min(image.size.height, size.height - position.row))
    // Copied as raw memory because this runs at each key.
    cells.withUnsafeMutableBufferPointer { cells in
      image.cells.withUnsafeBufferPointer { drawn in
        for row in 0..<height {
          let source = UnsafeBufferPointer(rebasing: drawn[row * image.size.width..<row * image.size.width + width])
          let target = start + row * stride
          _ = UnsafeMutableBufferPointer(rebasing: cells[target..<target + width]).update(fromContentsOf: source)
        }
      }
    }
    addAgeChange(at: image.nextAgeChange)
    if let inner = image.cursor {
      cursor = Point(row: position.row + inner.row, column: position.column + inner.column)
    }
    pictures += image.pictures.map { picture in
      PlacedPicture(
        picture.image,
        at: Point(row: picture.position.row + position.row, column: picture.position.column + position.column))
    }
    regions += image.regions.map { region in
      var area = region.area
      (area.row, area.column) = (area.row + position.row, area.column + position.column)
      return MouseRegion(area, map(region.action))
    }
  }

  /// Registers a picture with pixels.
  mutating func addPicture(_ image: CellImage, row: Int, column: Int) {
    if image.pixels != nil { pictures.append(PlacedPicture(image, at: Point(row: row, column: column))) }
  }

  private mutating func addRegion(for target: MouseTarget?, row: Int, from start: Int, to end: Int) {
    guard let target, end > start else { return }
    addRegion(Rect(row: row, column: start, width: end - start, height: 1), .target(target))
  }
}

extension Canvas {
  private static func cells(from start: Int, _ length: Int, of size: Int) -> Range<Int> {
    let first = max(0, start)
    return first..<max(first, start + min(length, max(0, size - start)))
  }

  /// - Returns: the column after the ellipsis.
  private mutating func drawEllipsis(_ style: Style, _ row: Int, _ column: Int, _ end: Int) -> Int {
    if column < end { put(Cell(text: "…", width: 1, style: style), row, column) }
    return min(column + 1, end)
  }

  private mutating func put(_ cell: Cell, _ row: Int, _ column: Int) {
    let index = row * size.width + column
    let width = Int(cell.width)
    // A partly overwritten wide character becomes blank.
    if cells[index].width == 0, column > 0 { cells[index - 1] = .blank }
    let end = index + width
    if column + width < size.width, cells[end].width == 0 { cells[end] = .blank }
    guard column + width <= size.width else { return cells[index] = .blank }
    cells[index] = cell
    if width == 2 { cells[index + 1] = Cell(text: "", width: 0, style: cell.style) }
  }
}

extension Canvas {
  /// A line of text rendered to cells, cached between draws.
  public struct RenderedLine: Hashable, Sendable {
    /// A range of columns that links to an address.
    struct Link: Hashable, Sendable {
      let columns: Range<Int>
      let address: String
    }

    fileprivate let cells: ArraySlice<Cell>
    /// The pictures among the text, with their columns.
    fileprivate let pictures: [PlacedPicture]
    let links: [Link]

    /// - Parameter width: the maximum width. Wider text is truncated with `…`.
    public init(_ text: StyledText, width: Int) {
      var canvas = Canvas(size: Size(width: width, height: 1))
      let end = canvas.draw(text, row: 0, column: 0)
      cells = canvas.cells.prefix(end)
      pictures = canvas.pictures
      links = canvas.regions.compactMap { region in
        guard case .target(.link(let address)) = region.action else { return nil }
        return Link(columns: region.area.column..<region.area.column + region.area.width, address: address)
      }
    }
  }

  /// Draws a rendered line, clipped to the canvas.
  public mutating func draw(_ renderedLine: RenderedLine, row: Int, column: Int) {
    guard row >= 0, row < size.height, column >= 0, column < size.width else { return }
    let shown = renderedLine.cells.prefix(size.width - column)
    guard !shown.isEmpty else { return }
    let start = row * size.width + column
    let end = start + shown.count
    // Wide characters that are partly overwritten or cut at the edge become blank.
    if cells[start].width == 0, column > 0 { cells[start - 1] = .blank }
    if column + shown.count < size.width, cells[end].width == 0 { cells[end] = .blank }
    cells.replaceSubrange(start..<end, with: shown)
    if cells[end - 1].width == 2 { cells[end - 1] = .blank }
    for picture in renderedLine.pictures {
      addPicture(picture.image, row: row, column: column + picture.position.column)
    }
  }
}
