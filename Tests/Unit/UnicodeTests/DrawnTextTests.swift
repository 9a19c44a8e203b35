import NcursesKit
import TerminalKit
import Testing
import UnicodeSupport

@MainActor @Suite(.serialized) struct DrawnTextTests {
  private static let size = Size(width: 80, height: 50)

  private static let texts = Dictionary(
    uniqueKeysWithValues: UnicodeFile.drawn.map { file in (file, Result { try file.texts() }) })
  /// Split because tests share the main actor.
  private nonisolated static let parts = 12

  @Test(arguments: UnicodeFile.drawn, 0..<parts)
  func `Each cell of Unicode's files is drawn as laid out`(file: UnicodeFile, part: Int) throws {
    let texts = try #require(Self.texts[file]).get()
    let some = texts[(texts.count * part / Self.parts)..<(texts.count * (part + 1) / Self.parts)]
    try #require(some.count >= 50)
    let screen = try OffscreenTerminal(size: Self.size)
    defer { screen.close() }
    var canvas = Canvas(size: Self.size)
    var sources: [UnicodeText] = []
    for (text, line) in some.lazy.flatMap({ text in text.lines(width: Self.size.width).map { (text, $0) } }) {
      canvas.draw(line, row: sources.count, column: 0)
      sources.append(text)
      if sources.count == Self.size.height {
        expectEqual(screen.show(canvas), canvas, sources)
        canvas = Canvas(size: Self.size)
        sources = []
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
