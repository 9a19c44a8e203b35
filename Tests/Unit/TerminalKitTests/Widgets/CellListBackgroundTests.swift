import TestSupport
import Testing

@testable import TerminalKit

@MainActor @Suite final class CellListBackgroundTests {
  private struct Row: CellRow {
    let id: String
    let count: Int

    func lines(width: Int) -> [StyledText] { (0..<count).map { StyledText("row \(id), line \($0)") } }
  }

  private var list = CellList<Row>()
  private let mouse = ListMouse<Row>(move: { _ in }, open: {})

  init() {
    UTF8Locale.set()
  }

  @Test func `The first line of the selected row has a background, all lines have a bar`() {
    list.show((0..<4).map { Row(id: "\($0)", count: 3) }, selection: 0)
    // Rows are positioned by the first draw.
    _ = draw()
    list.select(1)
    let canvas = draw()
    #expect(rows(of: canvas) { $0.contains { $0.style.background == .selection } } == [4])
    #expect(rows(of: canvas) { $0.contains { $0.text == "▌" } } == [4, 5, 6])
    #expect(canvas[4, 3].style.background == .selection)
    #expect(canvas[4, 0].style.background == .plain)
  }

  @Test func `Without focus there is no background`() {
    list.show([Row(id: "a", count: 3)], selection: 0)
    let canvas = draw(hasFocus: false)
    #expect(rows(of: canvas) { $0.contains { $0.style.background == .selection } }.isEmpty)
    #expect(rows(of: canvas) { $0.contains { $0.text == "▌" } } == [0, 1, 2])
  }

  @Test func `A row that begins above the screen has a bar only`() {
    list.show([Row(id: "a", count: 20)], selection: 0)
    _ = draw()
    list.move(by: 1)
    let canvas = draw()
    #expect(canvas.rows[0].contains("line 1"))
    #expect(rows(of: canvas) { $0.contains { $0.style.background == .selection } }.isEmpty)
    #expect(rows(of: canvas) { $0.contains { $0.text == "▌" } }.count == 9)
  }

  private func rows(of canvas: Canvas, where isMeant: ([Canvas.Cell]) -> Bool) -> [Int] {
    (0..<canvas.size.height).filter { row in isMeant((0..<canvas.size.width).map { canvas[row, $0] }) }
  }

  private func draw(hasFocus: Bool = true) -> Canvas {
    var canvas = Canvas(size: Size(width: 50, height: 9))
    canvas.hasFocus = hasFocus
    list.draw(on: &canvas, in: canvas.bounds, mouse: mouse)
    return canvas
  }
}
