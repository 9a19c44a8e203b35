import TerminalKit

/// The accounts as cells of two lines.
@MainActor
struct LoginList {
  private static let spacing = 1
  private static let widest = 80

  private var viewModel = LoginViewModel(rows: [], selection: 0)
  private var layout = ListLayout()
  private var size = Size(width: 76, height: 1)

  var selection: Int { layout.selection }
  var count: Int { viewModel.rows.count }

  mutating func show(_ viewModel: LoginViewModel) {
    self.viewModel = viewModel
    select(viewModel.selection)
  }

  mutating func select(_ index: Int) { layout.select(index, in: rows) }
  mutating func move(by step: Int) { layout.move(by: step, in: rows) }
  mutating func scroll(pages: Double) { layout.scroll(by: Int(Double(max(1, size.height - 1)) * pages), in: rows) }

  mutating func draw(on canvas: inout Canvas, in area: Rect) {
    let margin = area.width >= LoginCell.narrow ? 3 : 2
    size = Size(width: min(area.width - margin - 1, Self.widest), height: area.height)
    let column = area.column + max(margin, (area.width - size.width) / 2)
    layout.settle(in: rows)
    for row in layout.visibleRows(in: rows) {
      let cell = cell(row.index)
      for offset in 0..<cell.height where (0..<area.height).contains(row.top + offset) {
        let line = area.row + row.top + offset
        if row.index == selection { canvas.draw("▌", row: line, column: column - 2, style: .accent) }
        cell.draw(line: offset, on: &canvas, row: line, column: column)
      }
    }
  }

  private var rows: ListLayout.Rows {
    ListLayout.Rows(count: count, screenHeight: size.height, spacing: Self.spacing) { index in
      cell(index).height + Self.spacing
    }
  }

  private func cell(_ index: Int) -> LoginCell {
    LoginCell(row: viewModel.rows[index], index: index, width: size.width)
  }
}
