import NcursesKit
import TerminalKit
import Testing
import UnicodeSupport

@MainActor @Suite(.serialized) struct DrawnTextTests {
  private static let size = Size(width: 80, height: 50)

  @Test(arguments: UnicodeFile.drawn)
  func `Every cell of every line of Unicode's files stands where layout says`(file: UnicodeFile) throws {
    let texts = try file.texts()
    try #require(texts.count > 500)
    let screen = try OffscreenTerminal(size: Self.size)
    defer { screen.close() }
    var canvas = Canvas(size: Self.size)
    var sources: [UnicodeText] = []
    for text in texts {
      for line in text.lines(width: Self.size.width) {
        canvas.draw(line, row: sources.count, column: 0)
        sources.append(text)
        if sources.count == Self.size.height {
          expectEqual(screen.show(canvas), canvas, sources)
          canvas = Canvas(size: Self.size)
          sources = []
        }
      }
    }
    expectEqual(screen.show(canvas), canvas, sources)
  }

  private func expectEqual(_ shown: Canvas, _ drawn: Canvas, _ sources: [UnicodeText]) {
    guard shown != drawn else { return }
    for (row, source) in sources.enumerated() {
      let cells = (0..<Self.size.width).map { (shown[row, $0], drawn[row, $0]) }
      guard let column = cells.firstIndex(where: { $0 != $1 }) else { continue }
      Issue.record("\(source), column \(column): \(cells[column].0) for \(cells[column].1)")
    }
  }
}
