/// Lines of text that scroll by keys and the wheel.
@MainActor
public final class ScrollableText {
  /// Number of lines above the screen.
  private var top = 0
  private var lineCount = 0
  /// Height of the last draw in lines; nil before the first one.
  private var height: Int?

  public init() {}

  /// Only commands that have an effect: none up at the top, none down at the end.
  public var availableCommands: [AvailableCommand] { (canGoDown ? down : []) + (canGoUp ? up : []) }

  /// Draws the visible lines, each truncated to the width.
  public func draw(_ lines: [StyledText], on canvas: inout Canvas, in area: Rect) {
    (lineCount, height) = (lines.count, area.height)
    go(to: top)
    canvas.addRegion(area, .scroll { [weak self] notches in self?.go(by: notches * MouseRegion.linesPerNotch) })
    for (offset, line) in lines.dropFirst(top).prefix(area.height).enumerated() {
      canvas.draw(line, row: area.row + offset, column: area.column, width: area.width)
    }
  }
}

extension ScrollableText {
  private var down: [AvailableCommand] {
    [
      AvailableCommand(ListCommands.next, title: "down", hint: "down") { self.go(by: 1) },
      AvailableCommand(ListCommands.halfPageDown) { self.go(by: max(1, self.page / 2)) },
      AvailableCommand(ListCommands.pageDown) { self.go(by: self.page) },
      AvailableCommand(ListCommands.last, title: "to the end") { self.go(to: self.lineCount) },
    ]
  }

  private var up: [AvailableCommand] {
    [
      AvailableCommand(ListCommands.previous, title: "up", hint: "up") { self.go(by: -1) },
      AvailableCommand(ListCommands.halfPageUp) { self.go(by: -max(1, self.page / 2)) },
      AvailableCommand(ListCommands.pageUp) { self.go(by: -self.page) },
      AvailableCommand(ListCommands.first, title: "to the top") { self.go(to: 0) },
    ]
  }

  /// Before the first draw both directions are offered.
  private var canGoDown: Bool { height.map { top < lineCount - $0 } ?? true }
  private var canGoUp: Bool { height == nil || top > 0 }

  /// Pages overlap by one line.
  private var page: Int { max(1, (height ?? 1) - 1) }

  private func go(by lines: Int) { go(to: top + lines) }

  private func go(to line: Int) {
    top = min(max(0, line), max(0, lineCount - (height ?? 0)))
  }
}
