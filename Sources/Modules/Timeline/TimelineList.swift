import PostCell
import TerminalKit

/// The posts as cells of several lines.
@MainActor
struct TimelineList {
  private static let spacing = 1

  private var viewModel = TimelineViewModel(rows: [], selection: 0, footer: "")
  private var layout = ListLayout()
  private var cells = CellCache()
  private var height = 1

  var selection: Int { layout.selection }
  var isSearching: Bool { viewModel.isSearching }

  var selectedRow: PostCellViewModel? {
    viewModel.rows.indices.contains(selection) ? viewModel.rows[selection] : nil
  }

  mutating func show(_ viewModel: TimelineViewModel) {
    let isSameRow = selectedRow?.id == viewModel.rows[safe: viewModel.selection]?.id
    self.viewModel = viewModel
    if isSameRow { layout.follow(viewModel.selection) } else { select(viewModel.selection) }
  }

  mutating func select(_ index: Int) { withRows { $0.select(index, in: $1) } }
  mutating func move(by step: Int) { withRows { $0.move(by: step, in: $1) } }
  mutating func scroll(pages: Double) {
    let lines = Int((Double(max(1, height - 1)) * pages).rounded(.awayFromZero))
    withRows { $0.scroll(by: lines, in: $1) }
  }
  mutating func selectOnScreen(_ place: ListLayout.ScreenPlace) { withRows { $0.selectOnScreen(place, in: $1) } }

  mutating func draw(on canvas: inout Canvas, in area: Rect) {
    let margin = area.width >= 40 ? 3 : 2
    let width = min(area.width - margin - 1, PostCellLayout.widestText)
    let column = area.column + max(margin, (area.width - width) / 2)
    height = area.height
    cells.setWidth(width)
    withRows { $0.settle(in: $1) }
    for row in visibleRows() {
      let isSelected = row.index == selection
      for (offset, line) in cells.lines(of: viewModel.rows[row.index]).enumerated() {
        let place = row.top + offset
        guard (0..<area.height).contains(place) else { continue }
        if isSelected { canvas.draw("▌", row: area.row + place, column: column - 2, style: .accent) }
        canvas.draw(line, row: area.row + place, column: column, width: width)
      }
    }
    drawFooter(on: &canvas, in: area, column: column, width: width)
  }

  private mutating func drawFooter(on canvas: inout Canvas, in area: Rect, column: Int, width: Int) {
    guard let last = visibleRows().last, last.index == viewModel.rows.count - 1 else { return }
    let place = last.top + cells.height(of: viewModel.rows[last.index]) + Self.spacing
    guard place < area.height else { return }
    canvas.draw(viewModel.footer, row: area.row + place, column: column, width: width, style: .muted)
  }

  private mutating func visibleRows() -> [ListLayout.VisibleRow] {
    var rows: [ListLayout.VisibleRow] = []
    withRows { rows = $0.visibleRows(in: $1) }
    return rows
  }

  private mutating func withRows(_ body: (inout ListLayout, ListLayout.Rows) -> Void) {
    let viewModel = viewModel
    var cells = cells
    let rows = ListLayout.Rows(count: viewModel.rows.count, screenHeight: height, spacing: Self.spacing) { index in
      // The footer stands in a line of its own below the last row and its spacing.
      let footer = index == viewModel.rows.count - 1 && !viewModel.footer.isEmpty ? 1 + Self.spacing : 0
      return cells.height(of: viewModel.rows[index]) + Self.spacing + footer
    }
    body(&layout, rows)
    self.cells = cells
  }
}

/// The lines of the cells that have been drawn lately.
@MainActor
private struct CellCache {
  private static let most = 1_000

  private var width = 80
  private var entries: [String: (row: PostCellViewModel, lines: [StyledText])] = [:]

  mutating func setWidth(_ width: Int) {
    guard width != self.width else { return }
    self.width = width
    entries = [:]
  }

  mutating func height(of row: PostCellViewModel) -> Int {
    lines(of: row).count
  }

  mutating func lines(of row: PostCellViewModel) -> [StyledText] {
    if let entry = entries[row.id], entry.row == row { return entry.lines }
    if entries.count >= Self.most { entries = [:] }
    let lines = PostCellLayout(width: width).lines(of: row)
    entries[row.id] = (row, lines)
    return lines
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
