import Testing

@testable import TerminalKit

@MainActor @Suite struct CellImageTests {
  private static let red = RGB(0xFF0000)

  private func image(_ width: Int, _ height: Int, _ character: Unicode.Scalar = "▀") throws -> CellImage {
    let cell = Canvas.Cell(picture: character, foreground: Self.red, background: nil)
    return try #require(
      CellImage(size: Size(width: width, height: height), cells: Array(repeating: cell, count: width * height)))
  }

  @Test func `A picture cell has its own colours and differs from text`() {
    let cell = Canvas.Cell(picture: "A", foreground: Self.red, background: RGB(0x000001))
    #expect(cell.text == "A")
    #expect(cell.scalars == [65])
    #expect(cell.pictureColors == Canvas.PictureColors(foreground: Self.red, background: RGB(1)))
    // Unlike text, it does not use the theme's colours.
    #expect(cell.ascii == nil)
    #expect(cell != Canvas.Cell(text: "A", width: 1, style: .plain))
    #expect(Canvas.Cell(text: "A", width: 1, style: .plain).pictureColors == nil)
    #expect(Canvas.Cell(picture: " ", foreground: nil, background: nil).pictureColors?.background == nil)
  }

  @Test func `Drawing is clipped to the area`() throws {
    var canvas = Canvas(size: Size(width: 10, height: 5))
    let area = Rect(row: 1, column: 2, width: 4, height: 2)
    canvas.draw(try image(9, 9), row: 0, column: 0, in: area)
    for row in 0..<5 {
      for column in 0..<10 {
        #expect(
          (canvas[row, column].pictureColors != nil) == area.contains(Point(row: row, column: column)),
          "\(row) \(column)")
      }
    }
    canvas.draw(try image(3, 3), row: -2, column: -2, in: canvas.bounds)
    #expect(canvas[0, 0].pictureColors != nil && canvas[0, 1].pictureColors == nil)
    canvas.draw(try image(2, 2), row: 9, column: 9, in: canvas.bounds)
  }

  @Test func `Invalid numbers or widths of cells are rejected`() {
    let cell = Canvas.Cell(picture: "█", foreground: nil, background: nil)
    #expect(CellImage(size: Size(width: 2, height: 2), cells: [cell]) == nil)
    #expect(CellImage(size: Size(width: 0, height: 0), cells: []) == nil)
    let wide = Canvas.Cell(text: "日", width: 2, style: .plain)
    #expect(CellImage(size: Size(width: 1, height: 1), cells: [wide]) == nil)
  }

  /// With pixels, two by two per cell.
  private func pixelImage(_ width: Int, _ height: Int) throws -> CellImage {
    let cell = Canvas.Cell(picture: "▀", foreground: Self.red, background: nil)
    let pixels = PixelImage(
      size: Size(width: 2 * width, height: 2 * height), cell: Size(width: 2, height: 2), palette: nil,
      bytes: Array(repeating: 7, count: 12 * width * height))
    return try #require(
      CellImage(
        size: Size(width: width, height: height), cells: Array(repeating: cell, count: width * height), pixels: pixels))
  }

  @Test func `Pictures in pixels are listed while fully visible`() throws {
    let image = try pixelImage(4, 3)
    var canvas = Canvas(size: Size(width: 10, height: 6))
    canvas.draw(image, row: 1, column: 2, in: canvas.bounds)
    #expect(canvas.fullyVisiblePictures == [PlacedPicture(image, at: Point(row: 1, column: 2))])
    // The background is irrelevant.
    canvas.setBackground(.selection, in: canvas.bounds)
    #expect(canvas.fullyVisiblePictures.count == 1)
    var whole = Canvas(size: Size(width: 20, height: 10))
    whole.draw(canvas, at: Point(row: 3, column: 5)) { $0 }
    #expect(whole.fullyVisiblePictures == [PlacedPicture(image, at: Point(row: 4, column: 7))])
    whole.draw("x", row: 5, column: 8)
    #expect(whole.fullyVisiblePictures.isEmpty && whole.pictures.count == 1)
    var small = Canvas(size: Size(width: 10, height: 6))
    small.draw(image, row: 1, column: 2, in: Rect(row: 0, column: 0, width: 10, height: 3))
    #expect(small.fullyVisiblePictures.isEmpty)
    small.draw(image, row: 4, column: 8, in: small.bounds)
    small.draw(image, row: -1, column: -1, in: small.bounds)
    #expect(small.fullyVisiblePictures.isEmpty)
    // Pictures without pixels are not listed.
    small.draw(try self.image(2, 2), row: 0, column: 0, in: small.bounds)
    #expect(small.fullyVisiblePictures.isEmpty)
  }

  @Test func `Cells with pixels become marked blanks`() throws {
    let image = try pixelImage(4, 3)
    var canvas = Canvas(size: Size(width: 10, height: 6))
    canvas.draw(image, row: 1, column: 2, in: canvas.bounds)
    canvas.clear(PlacedPicture(image, at: Point(row: 1, column: 2)), rows: 2, mark: RGB(0x00FF00))
    #expect(canvas[1, 2].text == " " && canvas[2, 5].text == " " && canvas[3, 2].text == "▀")
    #expect(canvas[1, 2] != .blank && canvas[1, 2].pictureColors?.background == nil)
    #expect(canvas[1, 1] == .blank && canvas[1, 6] == .blank)
  }

  @Test func `Invalid pixels are rejected`() throws {
    let (cell, size) = (Size(width: 2, height: 2), Size(width: 1, height: 1))
    let blank = Canvas.Cell(picture: " ", foreground: nil, background: nil)
    let large = try #require(
      PixelImage(size: Size(width: 3, height: 2), cell: cell, palette: nil, bytes: Array(repeating: 0, count: 18)))
    #expect(CellImage(size: size, cells: [blank], pixels: large)?.pixels == nil)
    #expect(PixelImage(size: cell, cell: cell, palette: nil, bytes: [1, 2, 3]) == nil)
    #expect(PixelImage(size: Size(width: 0, height: 4), cell: cell, palette: nil, bytes: []) == nil)
    #expect(PixelImage(size: Size(width: .max, height: .max), cell: cell, palette: nil, bytes: []) == nil)
    #expect(PixelImage(size: size, cell: cell, palette: [RGB(0)], bytes: [1]) == nil)
    #expect(PixelImage(size: size, cell: cell, palette: [RGB(0), RGB(1)], bytes: [1]) != nil)
  }

  private struct Row: CellRow {
    let id: String

    func lines(width: Int) -> [StyledText] { [StyledText("text")] }

    func layout(width: Int, pictureHeight: Int) -> RowLayout {
      guard pictureHeight > 0 else { return RowLayout(lines: lines(width: width)) }
      return RowLayout(
        lines: [StyledText("above"), StyledText(), StyledText(), StyledText(), StyledText("below")],
        pictures: [PictureSpace(number: 2, line: 1, column: 4, size: Size(width: 30, height: 3))])
    }
  }

  /// A list of two rows with a picture each, and the pictures that were drawn.
  private func draw(
    _ content: PictureContent?, height: Int, select row: Int = 0
  ) -> (canvas: Canvas, drawn: [ListedPicture]) {
    var list = CellList<Row>()
    list.show([Row(id: "1"), Row(id: "2")], selection: row)
    var canvas = Canvas(size: Size(width: 40, height: height))
    var drawn: [ListedPicture] = []
    let pictures = content.map { content in ListPictures(content: { _ in content }, didDraw: { drawn = $0.pictures }) }
    list.draw(
      on: &canvas, in: canvas.bounds, mouse: ListMouse(move: { _ in }, open: {}, openLink: { _ in }),
      pictures: pictures)
    return (canvas, drawn)
  }

  @Test func `A list draws pictures in the spaces of its rows`() throws {
    let (canvas, drawn) = draw(.image(try image(30, 3)), height: 20)
    #expect(canvas.cells.filter { $0.pictureColors != nil }.count == 180)
    #expect(canvas[1, 7].pictureColors != nil && canvas[0, 7].pictureColors == nil)
    let size = Size(width: 30, height: 3)
    #expect(drawn == (0...1).map { ListedPicture(row: $0, number: 2, size: size) })
    #expect(canvas.lines[4].contains("below"))
  }

  @Test func `A row keeps its height before its picture arrives and if it fails`() {
    let waiting = draw(.waiting(""), height: 20).canvas.lines
    let failed = draw(.failure("This picture is damaged."), height: 20).canvas.lines
    #expect(waiting[4] == failed[4] && waiting[4].contains("below") && waiting[1].trimming(" ▌").isEmpty)
    #expect(failed[1].contains("This picture is damaged."))
  }

  @Test func `Only pictures on the screen are reported`() {
    #expect(draw(.waiting(""), height: 6).drawn.map(\.row) == [0])
    #expect(draw(.waiting(""), height: 6, select: 1).drawn.map(\.row) == [1])
  }

  @Test func `A list without pictures has no spaces for them`() {
    let (canvas, drawn) = draw(nil, height: 20)
    #expect(drawn.isEmpty && canvas.lines[0].contains("text"))
  }

  @Test func `A picture in pixels is shown if it is fully visible`() throws {
    #expect(draw(.image(try pixelImage(30, 3)), height: 20).canvas.fullyVisiblePictures.count == 2)
    #expect(draw(.image(try pixelImage(30, 3)), height: 9).canvas.fullyVisiblePictures.count == 1)
  }
}

extension String {
  fileprivate func trimming(_ characters: String) -> String { String(filter { !characters.contains($0) }) }
}
