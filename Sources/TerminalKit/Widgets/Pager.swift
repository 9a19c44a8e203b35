/// Lines of text that may be more than the screen holds, and the keys that move them.
@MainActor
public final class Pager {
  /// Lines above the first one shown.
  private var top = 0
  private var lineCount = 0
  /// Lines that the screen held when it was drawn last; nil before it first was.
  private var height: Int?

  public init() {}

  /// None while everything is on the screen: a key that does nothing is not offered.
  public var keyBindings: [KeyBinding] {
    if let height, lineCount <= height { return [] }
    return [
      KeyBinding(.character("j"), .down, title: "down", hint: "down") { self.top += 1 },
      KeyBinding(.character("k"), .up, title: "up", hint: "up") { self.top -= 1 },
      KeyBinding(.control("d"), title: "half a page down") { self.top += max(1, self.page / 2) },
      KeyBinding(.control("u"), title: "half a page up") { self.top -= max(1, self.page / 2) },
      KeyBinding(.character(" "), .pageDown, .control("f"), title: "page down") { self.top += self.page },
      KeyBinding(.pageUp, .control("b"), title: "page up") { self.top -= self.page },
      KeyBinding(.home, title: "to the top") { self.top = 0 },
      KeyBinding(.character("G"), .end, title: "to the end") { self.top = self.lineCount },
    ]
  }

  /// Draws the lines that are on the screen now; each is cut where it is too wide.
  public func draw(_ lines: [StyledText], on canvas: inout Canvas, in area: Rect) {
    (lineCount, height) = (lines.count, area.height)
    top = min(max(0, top), max(0, lines.count - area.height))
    for (offset, line) in lines.dropFirst(top).prefix(area.height).enumerated() {
      canvas.draw(line, row: area.row + offset, column: area.column, width: area.width)
    }
  }

  /// One line stays from page to page.
  private var page: Int { max(1, (height ?? 1) - 1) }
}
