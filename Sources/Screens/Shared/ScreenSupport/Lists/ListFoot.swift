import TerminalKit

/// The lines below a list about its selected row, under a rule if there is space.
@MainActor
struct ListFoot {
  private static let maxLines = 3
  /// The height from which a rule separates it.
  private static let minHeightWithRule = 10

  let listArea: Rect
  private let text: StyledText
  private let area: Rect
  private let hasRule: Bool

  init(_ text: StyledText, in area: Rect) {
    self.text = text
    hasRule = area.height >= Self.minHeightWithRule
    let lineCount = max(0, min(Self.maxLines, area.height / 2 - 1))
    listArea = area.inset(bottom: lineCount + (hasRule ? 1 : 0))
    let top = area.height - lineCount
    self.area = Rect(row: area.row + top, column: area.column, width: area.width, height: lineCount)
  }

  func draw(on canvas: inout Canvas) {
    if hasRule {
      let rule = Rect(row: area.row - 1, column: area.column, width: area.width, height: 1)
      canvas.fill(rule, with: "─", style: .rule)
    }
    let column = area.textColumn
    let lines = TextLayout.wrap(text, width: column.width)
    for (index, line) in lines.prefix(area.height).enumerated() {
      let isCut = index == area.height - 1 && lines.count > area.height
      let shown = isCut ? TextLayout.truncate(line + StyledText(" …", .muted), to: column.width) : line
      canvas.draw(shown, row: area.row + index, column: column.column, width: column.width)
    }
  }
}
