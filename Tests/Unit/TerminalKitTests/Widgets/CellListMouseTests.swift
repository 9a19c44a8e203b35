import TestSupport
import Testing

@testable import TerminalKit

@MainActor @Suite final class CellListMouseTests {
  private struct Row: CellRow {
    let id: String
    var opensLinksUnselected = false

    func lines(width: Int) -> [StyledText] {
      [StyledText("row \(id)"), StyledText("see ") + StyledText("here", .link, target: .link("https://\(id).example"))]
    }
  }

  private let size = Size(width: 50, height: 9)
  private var list = CellList<Row>()
  private var done: [String] = []
  private lazy var mouse = ListMouse<Row>(
    move: { [weak self] change in if let self { change(&list) } },
    open: { [weak self] in self?.done.append("open \(self?.list.selectedRow?.id ?? "")") },
    openLink: { [weak self] in self?.done.append($0) })

  init() {
    UTF8Locale.set()
    list.show((0..<20).map { Row(id: "\($0)") }, selection: 0)
  }

  @Test func `A click selects a row, and opens the selected one`() {
    click(row: 3)
    #expect(list.selection == 1)
    #expect(done.isEmpty)
    click(row: 4)
    #expect(done == ["open 1"])
  }

  @Test func `Clicks outside of rows are ignored`() {
    list.show([Row(id: "a"), Row(id: "b")], selection: 0)
    click(row: 2)
    click(row: 3, column: 0)
    click(row: 7)
    #expect(list.selection == 0)
    #expect(done.isEmpty)
  }

  @Test func `A click finds its row after the list has changed`() {
    let regions = draw().regions
    list.show([Row(id: "new")] + (0..<20).map { Row(id: "\($0)") }, selection: 1)
    click(row: 3, in: regions)
    #expect(list.selectedRow?.id == "1")
    list.show([Row(id: "new")], selection: 0)
    click(row: 3, in: regions)
    #expect(list.selectedRow?.id == "new")
    #expect(done.isEmpty)
  }

  @Test func `Links open in the selected row only`() {
    click(row: 1, column: linkColumn)
    click(row: 4, column: linkColumn)
    #expect(done == ["https://0.example"])
    #expect(list.selection == 1)
    click(row: 4, column: linkColumn + 3)
    click(row: 4, column: linkColumn + 4)
    #expect(done == ["https://0.example", "https://1.example", "open 1"])
  }

  @Test func `Links of a row may open without a selection`() {
    list.show([Row(id: "a"), Row(id: "b", opensLinksUnselected: true)], selection: 0)
    click(row: 4, column: linkColumn)
    #expect(done == ["https://b.example"])
    #expect(list.selection == 0)
  }

  @Test func `The wheel scrolls by three lines, and the selected row stays fully visible`() throws {
    let first = draw().rows
    turn(1)
    #expect(draw().rows.prefix(6).map { $0.dropFirst(5) } == first.dropFirst(3).map { $0.dropFirst(5) })
    #expect(list.selection == 1)
    turn(3)
    #expect(list.selection == 4)
    turn(-4)
    #expect(draw().rows[0].contains("row 0"))
  }

  @Test func `The wheel stops at the first and the last row`() {
    for _ in 0..<40 { turn(1) }
    #expect(list.selection == 19)
    for _ in 0..<40 { turn(-1) }
    #expect(list.selection == 0)
    list.show([], selection: 0)
    turn(1)
    #expect(list.selection == 0)
  }

  private var linkColumn: Int { draw().rows[1].prefix { $0 != "h" }.count }

  private func draw() -> Canvas {
    var canvas = Canvas(size: size)
    list.draw(on: &canvas, in: canvas.bounds, mouse: mouse)
    return canvas
  }

  private func click(row: Int, column: Int = 6, in regions: [MouseRegion]? = nil) {
    let region = (regions ?? draw().regions).front(at: Point(row: row, column: column), where: \.handlesClicks)
    if case .click(let action)? = region?.action { action() }
  }

  private func turn(_ notches: Int) {
    let region = draw().regions.front(at: Point(row: 0, column: 0), where: \.handlesWheel)
    if case .scroll(let move)? = region?.action { move(notches) }
  }
}
