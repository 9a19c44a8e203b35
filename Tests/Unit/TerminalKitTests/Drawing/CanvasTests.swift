import TerminalKit
import TestSupport
import Testing

@Suite struct CanvasTests {
  private var canvas = Canvas(size: Size(width: 6, height: 3))

  init() { UTF8Locale.set() }

  @Test func `A new canvas is blank without a cursor`() {
    #expect(canvas.rows == ["      ", "      ", "      "])
    #expect(canvas.cursor == nil)
  }

  @Test mutating func `Drawing returns the next column`() {
    let end = canvas.draw("abc", row: 1, column: 2)
    #expect(end == 5)
    #expect(canvas.rows == ["      ", "  abc ", "      "])
  }

  @Test mutating func `Text is truncated at the edge of the canvas`() {
    let end = canvas.draw("abcdefgh", row: 0, column: 1)
    #expect(end == 6)
    #expect(canvas.rows[0] == " abcd…")
  }

  @Test mutating func `Text that fits exactly is not truncated`() {
    canvas.draw("abcdef", row: 0, column: 0)
    #expect(canvas.rows[0] == "abcdef")
  }

  @Test mutating func `Text is truncated to its width`() {
    let end = canvas.draw("abcdef", row: 0, column: 0, width: 3)
    #expect(end == 3)
    #expect(canvas.rows[0] == "ab…   ")
  }

  @Test(arguments: [0, -1, .min]) mutating func `Without space nothing is drawn`(width: Int) {
    #expect(canvas.draw("abc", row: 0, column: 2, width: width) == 2)
    #expect(canvas.rows[0] == "      ")
  }

  @Test(arguments: [
    Point(row: -1, column: 0), Point(row: 3, column: 0), Point(row: 0, column: -1), Point(row: 0, column: 6),
    Point(row: .min, column: .max),
  ])
  mutating func `Drawing outside has no effect`(place: Point) {
    let before = canvas
    #expect(canvas.draw("abc", row: place.row, column: place.column) == place.column)
    canvas.set(Canvas.Cell(text: "x", width: 1, style: .plain), row: place.row, column: place.column)
    #expect(canvas == before)
  }

  @Test mutating func `A wide character takes two cells`() {
    #expect(canvas.draw("軌", row: 0, column: 1) == 3)
    #expect(canvas[0, 1] == Canvas.Cell(text: "軌", width: 2, style: .plain))
    #expect(canvas[0, 2] == Canvas.Cell(text: "", width: 0, style: .plain))
  }

  @Test mutating func `A wide character that does not fit is replaced by the ellipsis`() {
    let end = canvas.draw("軌道は", row: 0, column: 0, width: 4)
    #expect(end == 3)
    #expect(canvas.rows[0] == "軌…   ")
  }

  @Test mutating func `Wide characters that fit exactly are not truncated`() {
    canvas.draw("軌道は", row: 0, column: 0)
    #expect(canvas.rows[0] == "軌道は")
  }

  @Test mutating func `A wide character does not fit into the last column`() {
    #expect(canvas.draw("軌", row: 0, column: 5) == 6)
    #expect(canvas.rows[0] == "     …")
    canvas.set(Canvas.Cell(text: "軌", width: 2, style: .plain), row: 1, column: 5)
    #expect(canvas.rows[1] == "      ")
  }

  @Test mutating func `Overwriting the left half of a wide character removes it`() {
    canvas.draw("軌", row: 0, column: 1)
    canvas.draw("a", row: 0, column: 1)
    #expect(canvas.rows[0] == " a    ")
  }

  @Test mutating func `Overwriting the right half of a wide character removes it`() {
    canvas.draw("軌", row: 0, column: 1)
    canvas.draw("a", row: 0, column: 2)
    #expect(canvas.rows[0] == "  a   ")
  }

  @Test mutating func `A wide character over two halves removes both characters`() {
    canvas.draw("軌道", row: 0, column: 0)
    canvas.draw("は", row: 0, column: 1)
    #expect(canvas.rows[0] == " は   ")
  }

  @Test(arguments: [
    Rect(row: 4, column: 0, width: 2, height: 2), Rect(row: 0, column: 9, width: 2, height: 2),
    Rect(row: -5, column: 0, width: 2, height: 2), Rect(row: 0, column: -5, width: 2, height: 2),
    Rect(row: 1, column: 1, width: 0, height: 5),
  ])
  mutating func `Filling outside has no effect`(rect: Rect) {
    let before = canvas
    canvas.fill(rect, with: "x")
    #expect(canvas == before)
  }

  @Test mutating func `Filling is clipped to the canvas`() {
    canvas.fill(Rect(row: 1, column: 4, width: .max, height: .max), with: "x")
    canvas.fill(Rect(row: -1, column: -1, width: 2, height: 2), with: "o")
    #expect(canvas.rows == ["o     ", "    xx", "    xx"])
  }

  @Test mutating func `Spans and the ellipsis keep their styles`() {
    canvas.draw(StyledText("ab", .bold) + StyledText("cdefgh", .muted), row: 0, column: 0, width: 4)
    #expect((0..<4).map { canvas[0, $0].style } == [.bold, .bold, .muted, .muted])
  }

  @Test func `Random drawing leaves no half of a wide character`() {
    var generator = SeededGenerator(seed: 7)
    let texts = ["a", "abc", "軌", "軌道は", "a軌", "e\u{301}", "👩‍🚀", "\u{1b}[31m", "…", "한글", "🇫🇷x"]
    for _ in 0..<2_000 {
      var canvas = Canvas(
        size: Size(width: .random(in: 0...7, using: &generator), height: .random(in: 0...3, using: &generator)))
      for _ in 0..<8 {
        let text = texts.randomElement(using: &generator) ?? ""
        let row = Int.random(in: -1...3, using: &generator)
        let column = Int.random(in: -2...8, using: &generator)
        if Bool.random(using: &generator) {
          canvas.draw(text, row: row, column: column, width: .random(in: -1...9, using: &generator))
        } else {
          canvas.fill(Rect(row: row, column: column, width: 2, height: 2), with: "·")
        }
      }
      #expect(canvas.isWhole)
    }
  }

  @Test func `Setting the background keeps text and colours`() {
    var canvas = Canvas(size: Size(width: 6, height: 2))
    canvas.draw("a軌", row: 0, column: 0, style: .link)
    var other = canvas
    other.setBackground(.selection, in: Rect(row: -1, column: -1, width: 5, height: 2))
    #expect(
      other.cells.map(\.text) == canvas.cells.map(\.text) && other.cells.map(\.width) == canvas.cells.map(\.width))
    #expect(other[0, 0].style == Style(.link, .underline, on: .selection))
    #expect((0..<6).map { other[0, $0].style.background == .selection } == [true, true, true, true, false, false])
    #expect(other.cells.dropFirst(6).allSatisfy { $0 == .blank })
    other.setBackground(.plain, in: other.bounds)
    #expect(other == canvas)
  }
}

extension Canvas {
  fileprivate var isWhole: Bool {
    (0..<size.height).allSatisfy { row in
      (0..<size.width).allSatisfy { column in
        let isHalf = self[row, column].width == 0
        let followsWide = column > 0 && self[row, column - 1].width == 2
        return isHalf == followsWide && (self[row, column].width != 2 || column + 1 < size.width)
      }
    }
  }
}
