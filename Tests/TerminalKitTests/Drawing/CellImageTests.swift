import Testing

@testable import TerminalKit

@MainActor @Suite struct CellImageTests {
  private static let red = RGB(0xFF0000)

  private func image(_ width: Int, _ height: Int, _ character: Unicode.Scalar = "▀") throws -> CellImage {
    let cell = Canvas.Cell(picture: character, foreground: Self.red, background: nil)
    return try #require(
      CellImage(size: Size(width: width, height: height), cells: Array(repeating: cell, count: width * height)))
  }

  @Test func `A cell of a picture has colours of its own, and is told from the same character of a text`() {
    let cell = Canvas.Cell(picture: "A", foreground: Self.red, background: RGB(0x000001))
    #expect(cell.text == "A")
    #expect(cell.scalars == [65])
    #expect(cell.pictureColors == Canvas.PictureColors(foreground: Self.red, background: RGB(1)))
    // It is not drawn as text is, which has the theme's colours.
    #expect(cell.ascii == nil)
    #expect(cell != Canvas.Cell(text: "A", width: 1, style: .plain))
    #expect(Canvas.Cell(text: "A", width: 1, style: .plain).pictureColors == nil)
    #expect(Canvas.Cell(picture: " ", foreground: nil, background: nil).pictureColors?.background == nil)
  }

  @Test func `It is drawn where there is room, and nowhere else`() throws {
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

  @Test func `There is none with too few cells, or with wide ones`() {
    let cell = Canvas.Cell(picture: "█", foreground: nil, background: nil)
    #expect(CellImage(size: Size(width: 2, height: 2), cells: [cell]) == nil)
    #expect(CellImage(size: Size(width: 0, height: 0), cells: []) == nil)
    let wide = Canvas.Cell(text: "日", width: 2, style: .plain)
    #expect(CellImage(size: Size(width: 1, height: 1), cells: [wide]) == nil)
  }

  private struct Row: CellRow {
    let id = "1"
    var image: CellImage?

    func lines(width: Int) -> [StyledText] { [StyledText("text")] }
  }

  @Test func `A row's picture stands below its lines where it has room, and is left out where it has none`() throws {
    for (width, isShown) in [(40, true), (20, false)] {
      var list = CellList<Row>(maxWidth: 80)
      list.show([Row(image: try image(30, 3))], selection: 0)
      var canvas = Canvas(size: Size(width: width, height: 10))
      list.draw(on: &canvas, in: canvas.bounds, mouse: ListMouse(move: { _ in }, open: {}, openLink: { _ in }))
      let pictured = canvas.cells.filter { $0.pictureColors != nil }
      #expect(pictured.count == (isShown ? 90 : 0))
    }
  }
}
