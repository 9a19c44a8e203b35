import NcursesKit
import TerminalKit
import Testing

@MainActor @Suite(.serialized) struct PictureDrawingTests {
  private static let size = Size(width: 80, height: 24)

  @Test("Pictures are drawn with the nearest of 256 colours")
  func colors() throws {
    let screen = try OffscreenTerminal(size: Self.size)
    defer { screen.close() }
    var canvas = Canvas(size: Self.size)
    canvas.draw("text", row: 0, column: 0, style: .accent)
    canvas.set(Canvas.Cell(picture: "▀", foreground: RGB(0xFF0000), background: RGB(0x0000FF)), row: 1, column: 2)
    canvas.set(Canvas.Cell(picture: "x", foreground: RGB(0xFE0101), background: nil), row: 1, column: 3)
    let shown = screen.show(canvas)
    #expect(shown[1, 2].text == "▀" && shown[1, 3].text == "x")
    #expect(
      shown[1, 2].pictureColors == Canvas.PictureColors(foreground: RGB(0xFF0000), background: RGB(0x0000FF)))
    #expect(shown[1, 3].pictureColors?.background == nil)
    #expect(shown[0, 0].style == .accent && shown[0, 0].pictureColors == nil)
    // The next frame replaces it.
    let empty = screen.show(Canvas(size: Self.size))
    #expect(empty.cells.allSatisfy { $0.pictureColors == nil && $0.text == " " })
  }

  @Test("Pictures with more colours than pairs are drawn successively")
  func manyPairs() throws {
    let screen = try OffscreenTerminal(size: Self.size)
    defer { screen.close() }
    // 30 pictures with 1,920 pairs each exceed the limit of curses.
    for number in 0..<30 {
      var canvas = Canvas(size: Self.size)
      for row in 0..<24 {
        for column in 0..<80 {
          let index = number * 1_920 + row * 80 + column
          let colors = [index % 240, index / 240 % 240].map { RGB(xterm256: 16 + $0) }
          canvas.set(
            Canvas.Cell(picture: "▄", foreground: colors[0], background: colors[1]), row: row, column: column)
        }
      }
      let shown = screen.show(canvas)
      #expect(shown.cells.map(\.pictureColors) == canvas.cells.map(\.pictureColors), "\(number)")
    }
  }
}
