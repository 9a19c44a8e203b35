import TestSupport
import Testing

@testable import TerminalKit

@MainActor @Suite struct CanvasRegionTests {
  private var canvas = Canvas(size: Size(width: 20, height: 3))

  init() { UTF8Locale.set() }

  @Test mutating func `Text with a target registers its cells`() {
    let text = StyledText("to ") + StyledText("軌道", target: .link("https://a.example")) + StyledText(" or")
    canvas.draw(text, row: 1, column: 2)
    #expect(canvas.regions.map(\.area) == [Rect(row: 1, column: 5, width: 4, height: 1)])
  }

  @Test mutating func `Truncated or clipped text has no region`() {
    let target = MouseTarget.link("https://a.example")
    canvas.draw(StyledText("abcdef", target: target), row: 0, column: 16)
    #expect(canvas.regions.map(\.area) == [Rect(row: 0, column: 16, width: 3, height: 1)])
    canvas.draw(StyledText("ab", target: target), row: 3, column: 0)
    canvas.draw(StyledText("0123456789ab") + StyledText("cdef", target: target), row: 1, column: 0, width: 12)
    #expect(canvas.regions.count == 1)
  }

  @Test mutating func `Regions do not affect equality`() {
    let other = canvas
    canvas.addRegion(canvas.bounds, .click {})
    #expect(canvas == other)
    #expect(canvas.hashValue == other.hashValue)
    canvas.draw("a", row: 0, column: 0)
    #expect(canvas != other)
  }

  @Test func `Each line of a wrapped link has a region`() {
    let link = StyledText("alpha beta gamma", .link, target: .link("https://a.example"))
    let lines = TextLayout.wrap(StyledText("see ") + link, width: 11)
    let rendered = lines.map { Canvas.RenderedLine($0, width: 11) }
    #expect(rendered.map(\.links.count) == [1, 1])
    #expect(rendered.flatMap(\.links).map(\.columns) == [4..<9, 0..<10])
    #expect(rendered.flatMap(\.links).allSatisfy { $0.address == "https://a.example" })
  }

  @Test mutating func `Scrollable text scrolls by three lines a notch`() {
    let pager = ScrollableText()
    let lines = (0..<30).map { StyledText("line \($0)") }
    pager.draw(lines, on: &canvas, in: canvas.bounds)
    guard case .scroll(let move)? = canvas.takeRegions().first?.action else {
      Issue.record("no answer to the wheel")
      return
    }
    move(2)
    pager.draw(lines, on: &canvas, in: canvas.bounds)
    #expect(canvas.lines.first == "line 6")
    move(-9)
    pager.draw(lines, on: &canvas, in: canvas.bounds)
    #expect(canvas.lines.first?.hasPrefix("line 0") == true)
  }
}
