import TerminalKit

/// Draws the name of the program, the tabs, and whose timelines they are.
@MainActor
struct TimelineHeaderDrawing {
  private let header: TimelineHeader

  init(_ header: TimelineHeader) {
    self.header = header
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    var column = area.column + 1
    if area.width >= 40 { column = canvas.draw("Tern", row: area.row, column: column, style: .bold) + 3 }
    let account = TextLayout.harmless(header.account)
    let tabs = shownTabs(room: area.width - column - 2)
    for (index, tab) in tabs {
      let isSelected = index == header.selectedTab
      column = canvas.draw(
        tab.name, row: area.row, column: column, style: isSelected ? Style(.accent, [.bold, .underline]) : .muted)
      if tab.newCount > 0 {
        column = canvas.draw(" \(tab.newCount)", row: area.row, column: column, style: .notice)
      }
      column += 3
    }
    let room = area.width - column - 1
    let width = min(room, TextLayout.width(of: account))
    guard width >= 6 else { return }
    canvas.draw(account, row: area.row, column: area.width - width - 1, width: width, style: .muted)
  }

  /// All tabs where there is room for them; else those from the selected one on.
  private func shownTabs(room: Int) -> [(Int, TimelineHeader.Tab)] {
    let tabs = Array(header.tabs.enumerated()).map { ($0.offset, $0.element) }
    let width = tabs.reduce(0) { $0 + TextLayout.width(of: $1.1.name) + ($1.1.newCount > 0 ? 4 : 0) + 3 }
    return width <= room ? tabs : Array(tabs.dropFirst(header.selectedTab))
  }
}
