import NcursesKit
import Testing

@testable import TerminalKit

/// Each rule detects its violation.
@MainActor @Suite struct CanvasRulesTests {
  private static let size = Size(width: 20, height: 5)

  init() { Locale.useUTF8() }

  private func canvas(_ cell: Canvas.Cell, column: Int = 3) -> Canvas {
    var canvas = Canvas(size: Self.size)
    canvas.set(cell, row: 1, column: column)
    return canvas
  }

  @Test func `Drawing text gives a valid canvas`() {
    var canvas = Canvas(size: Self.size)
    canvas.draw("軌道 e\u{301} ▌ │ été 👩‍👩‍👧", row: 0, column: 0)
    canvas.cursor = Point(row: 4, column: 19)
    #expect(CanvasRules.incoherence(of: canvas) == nil)
  }

  @Test(arguments: [
    ("\u{1B}", 1), ("\u{7}", 1), ("\u{202E}", 1), ("軌", 1), ("a", 2), ("ab", 1), ("", 1),
  ]) func `Cells that terminals show differently are found`(text: String, width: Int8) {
    #expect(CanvasRules.incoherence(of: canvas(.init(text: text, width: width, style: .plain))) != nil)
  }

  @Test func `Half of a wide character is found`() {
    #expect(CanvasRules.incoherence(of: canvas(.init(text: "", width: 0, style: .plain))) != nil)
  }

  @Test func `A cursor outside is found`() {
    var canvas = Canvas(size: Self.size)
    canvas.cursor = Point(row: 0, column: 20)
    #expect(CanvasRules.incoherence(of: canvas) != nil)
  }

  @Test func `Differences to curses are found`() {
    let drawn = canvas(.init(text: "a", width: 1, style: .plain))
    #expect(CanvasRules.difference(between: drawn, and: drawn) == nil)
    #expect(CanvasRules.difference(between: drawn, and: Canvas(size: Self.size)) != nil)
    #expect(CanvasRules.difference(between: drawn, and: canvas(.init(text: "a", width: 1, style: .bold))) != nil)
    #expect(CanvasRules.difference(between: drawn, and: Canvas(size: Size(width: 2, height: 2))) != nil)
  }
}
