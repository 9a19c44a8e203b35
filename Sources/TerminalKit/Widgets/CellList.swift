/// A list whose rows are cells of several lines, one of them selected; it is as wide as text is good to read.
@MainActor
public struct CellList<Row: CellRow> {
  private let maxWidth: Int
  private let countsAbove: Bool
  private var rows: [Row] = []
  /// What is drawn of each row.
  private var cells: [ListCell] = []
  /// What stands below the last row.
  public var footer = ""
  private var spacing = 1
  private var layout = ListLayout()
  /// How wide a row may be. What is usual, until the list is drawn: keys may come before that.
  private var width = 80
  /// What is usual, until the list is drawn: keys may come before that.
  private var height = 20
  /// Whether the selected row has a place; the first time that is the top of the screen.
  private var isPlaced = false

  /// - Parameters:
  ///   - maxWidth: cells that a row takes at most.
  ///   - countsAbove: whether an empty first line says how many rows stand above it.
  public init(maxWidth: Int, countsAbove: Bool = false) {
    self.maxWidth = maxWidth
    self.countsAbove = countsAbove
  }

  public var selection: Int { layout.selection }

  public var selectedRow: Row? { row(at: selection) }

  /// Shows other rows. Where the selected one is among them, under whatever index, it stays where it is.
  /// - Parameters:
  ///   - footer: what stands below the last row.
  ///   - spacing: empty lines between two rows.
  public mutating func show(_ rows: [Row], selection: Int, footer: String = "", spacing: Int = 1) {
    let before = selectedRow?.id
    cells = cells(of: rows)
    self.rows = rows
    self.footer = footer
    self.spacing = spacing
    if before == row(at: selection)?.id { layout.follow(selection) } else { select(selection) }
  }

  /// Changes rows where they stand; what tells them from others stays as it is.
  public mutating func change(_ indices: [Int], _ change: (inout Row) -> Void) {
    for index in indices where rows.indices.contains(index) {
      change(&rows[index])
      cells[index] = ListCell(rows[index])
    }
  }

  /// - Parameter part: what is shown of a row that is taller than the screen; nil moves it as little as will show it.
  public mutating func select(_ index: Int, showing part: ListLayout.RowPart? = nil) {
    withRows { layout, rows in
      if let part { layout.select(index, showing: part, in: rows) } else { layout.select(index, in: rows) }
    }
  }

  /// Selects the row of that id, where there is one.
  mutating func select(id: String) {
    if let index = rows.firstIndex(where: { $0.id == id }) { select(index) }
  }

  public mutating func selectFirst() { select(0, showing: .beginning) }
  /// Whether the last row is selected.
  public var isLastSelected: Bool { selection == cells.count - 1 }

  public mutating func selectLast() { select(max(0, cells.count - 1), showing: .end) }

  public mutating func move(by step: Int) { settled { $0.move(by: step, in: $1) } }

  public mutating func scroll(pages: Double) {
    let lines = Int((Double(max(1, height - 1)) * pages).rounded(.awayFromZero))
    settled { $0.scroll(by: lines, in: $1) }
  }

  /// Moves the rows as a wheel does, down the list where positive.
  mutating func roll(notches: Int) {
    settled { $0.roll(by: notches * MouseRegion.linesPerNotch, in: $1) }
  }

  public mutating func selectOnScreen(_ place: ListLayout.ScreenPosition) {
    settled { $0.selectOnScreen(place, in: $1) }
  }

  /// Lays out the rows just outside of the screen.
  public mutating func prefetchLayout() {
    let visible = visibleRows()
    guard let first = visible.first?.index, let last = visible.last?.index else { return }
    for index in [last + 1, last + 2, first - 1, first - 2] where cells.indices.contains(index) {
      _ = cells[index].lines(width: width)
    }
  }

  /// What the bottom line says; where the selected row is taller than the screen, also which of its lines is the last one
  /// there: “2 of 5 · 6/16”.
  public func status(_ status: String) -> String {
    guard cells.indices.contains(selection), height > 0 else { return status }
    let lineCount = cells[selection].height(width: width, spacing: spacing)
    guard lineCount > height else { return status }
    let part = "\(min(lineCount, max(1, height - layout.top)))/\(lineCount)"
    return status.isEmpty ? part : "\(status) · \(part)"
  }

  /// - Parameter mouse: what it does in the list.
  public mutating func draw(on canvas: inout Canvas, in area: Rect, mouse: ListMouse<Row>) {
    let margin = area.width >= 40 ? 3 : 2
    width = min(area.width - margin - 1, maxWidth)
    // Its edge is that of the header and the bottom line, however wide the screen is.
    let column = area.column + margin
    height = area.height
    settle()
    mouse.addList(area, to: &canvas)
    let visible = visibleRows()
    for row in visible { draw(row, on: &canvas, in: area, column: column, mouse) }
    if let first = visible.first { drawCountAbove(first, on: &canvas, row: area.row, column: column) }
    if let last = visible.last { drawFooter(below: last, on: &canvas, in: area, column: column) }
  }
}

extension CellList {
  private func draw(
    _ visible: ListLayout.VisibleRow, on canvas: inout Canvas, in area: Rect, column: Int, _ mouse: ListMouse<Row>
  ) {
    let cell = cells[visible.index]
    let isSelected = visible.index == selection
    let first = visible.top + cell.headingHeight(spacing: spacing)
    let indent = cell.indent(width: width)
    let lines = cell.lines(width: width)
    let shown = max(0, first)..<max(0, first, min(first + lines.count, area.height))
    let place = Rect(row: area.row + shown.lowerBound, column: column - 2, width: width + 3, height: shown.count)
    mouse.addRow(rows[visible.index].id, place, to: &canvas)
    if (0..<area.height).contains(visible.top), let heading = cell.headingStrip(width: width) {
      canvas.draw(heading, row: area.row + visible.top, column: column)
    }
    drawBranch(of: visible, on: &canvas, in: area, column: column)
    let bar = Rect(row: place.row, column: place.column, width: 1, height: place.height)
    if isSelected {
      canvas.fill(bar, with: "▌", style: canvas.hasFocus ? .accent : .muted)
    } else if cell.isSubject {
      canvas.fill(bar, with: "│", style: .accent)
    } else if cell.isMarked, shown.contains(first) {
      canvas.fill(Rect(row: area.row + first, column: bar.column, width: 1, height: 1), with: "•", style: .unread)
    }
    let hasLinks = isSelected || cell.opensLinksUnselected
    for line in shown {
      let (strip, row) = (lines[line - first], area.row + line)
      canvas.draw(strip, row: row, column: column + indent)
      if hasLinks { mouse.addLinks(of: strip, row: row, column: column + indent, to: &canvas) }
    }
    // Of its first line alone: a terminal is told the ground of a cell only with the cell, and the bar marks the rest.
    if isSelected, canvas.hasFocus, shown.contains(first) {
      canvas.lay(.selection, under: Rect(row: area.row + first, column: place.column, width: place.width, height: 1))
    }
  }

  private func drawBranch(of visible: ListLayout.VisibleRow, on canvas: inout Canvas, in area: Rect, column: Int) {
    let cell = cells[visible.index]
    guard let branch = cell.branch else { return }
    for offset in -spacing..<cell.lines(width: width).count where (0..<area.height).contains(visible.top + offset) {
      let place: Branch.Place = offset < 0 ? .above : offset == 0 ? .first : .further
      let lines = branch.lines(at: place, width: cell.indent(width: width))
      canvas.draw(lines, row: area.row + visible.top + offset, column: column, style: .rule)
    }
  }

  private func row(at index: Int) -> Row? {
    rows.indices.contains(index) ? rows[index] : nil
  }

  /// Those that say what they said before keep their lines.
  private func cells(of new: [Row]) -> [ListCell] {
    var known: [String: Int]?
    return new.enumerated().map { index, row in
      if rows.indices.contains(index), rows[index] == row { return cells[index] }
      let places =
        known ?? Dictionary(rows.indices.map { (rows[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
      known = places
      if let place = places[row.id], rows[place] == row { return cells[place] }
      return ListCell(row)
    }
  }

  private mutating func settle() {
    // A line for those above, where it takes little of what there is.
    let line = countsAbove && selection > 0 && height >= 6 ? 1 : 0
    let isPlaced = isPlaced
    withRows { layout, rows in
      if isPlaced { layout.settle(in: rows) } else { layout.place(atLine: line, in: rows) }
    }
    self.isPlaced = true
  }

  /// Changes the layout once the selected row has come to its place.
  private mutating func settled(_ change: (inout ListLayout, ListLayout.Rows) -> Void) {
    if !isPlaced { settle() }
    withRows(change)
  }

  private func drawCountAbove(_ first: ListLayout.VisibleRow, on canvas: inout Canvas, row: Int, column: Int) {
    guard countsAbove, first.top + cells[first.index].height(width: width, spacing: spacing) <= 0 else { return }
    canvas.draw("↑ \(first.index + 1) above", row: row, column: column, width: width, style: .muted)
  }

  private func drawFooter(below last: ListLayout.VisibleRow, on canvas: inout Canvas, in area: Rect, column: Int) {
    guard last.index == cells.count - 1 else { return }
    let place = last.top + cells[last.index].height(width: width, spacing: spacing) + 1
    guard place < area.height else { return }
    canvas.draw(footer, row: area.row + place, column: column, width: width, style: .muted)
  }

  private mutating func visibleRows() -> [ListLayout.VisibleRow] {
    var visible: [ListLayout.VisibleRow] = []
    withRows { visible = $0.visibleRows(in: $1) }
    return visible
  }

  private mutating func withRows(_ body: (inout ListLayout, ListLayout.Rows) -> Void) {
    let (cells, width) = (cells, width)
    // The footer stands in a line of its own, with one above it.
    let footerHeight = footer.isEmpty ? 0 : 2
    let spacing = spacing
    let list = ListLayout.Rows(count: cells.count, screenHeight: height, spacing: spacing) { index in
      cells[index].height(width: width, spacing: spacing) + spacing + (index == cells.count - 1 ? footerHeight : 0)
    }
    body(&layout, list)
  }
}
