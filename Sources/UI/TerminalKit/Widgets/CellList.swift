/// A list of rows that take several lines each, one of them selected. Its width is limited for readability.
@MainActor
public struct CellList<Row: CellRow> {
  /// The lines of the canvas around the list: the header and two rules.
  private static var frameHeight: Int { 3 }

  private let showsCountAbove: Bool
  private var rows: [Row] = []
  /// The cached drawing of each row, by index.
  private var cells: [ListCell] = []
  /// A line below the last row.
  public var footer = ""
  private var spacing = 1
  private var layout = ListLayout()
  /// Maximum width of a row; a typical value until the first draw, because keys may arrive earlier.
  private var space = RowSpace(width: 80)
  /// A typical value until the first draw.
  private var height = 20
  /// Whether the selected row has been positioned; initially it goes to the top of the screen.
  private var isPositioned = false

  /// - Parameters:
  ///   - showsCountAbove: whether the first line shows the number of rows above the screen.
  public init(showsCountAbove: Bool = false) {
    self.showsCountAbove = showsCountAbove
  }

  public var selection: Int { layout.selection }

  public var selectedRow: Row? { row(at: selection) }

  /// Replaces the rows. A selected row that is still present, under any index, keeps its position on the screen.
  /// - Parameters:
  ///   - footer: a line below the last row.
  ///   - spacing: empty lines between two rows.
  public mutating func show(_ rows: [Row], selection: Int, footer: String = "", spacing: Int = 1) {
    let before = selectedRow?.id
    cells = cells(of: rows)
    self.rows = rows
    self.footer = footer
    self.spacing = spacing
    if before == row(at: selection)?.id { layout.updateSelectionIndex(selection) } else { select(selection) }
  }

  /// Updates rows in place; their ids must not change.
  public mutating func change(_ indices: [Int], _ change: (inout Row) -> Void) {
    for index in indices where rows.indices.contains(index) {
      change(&rows[index])
      cells[index] = ListCell(rows[index])
    }
  }

  /// - Parameter part: the part to show of a row taller than the screen; nil scrolls as little as possible.
  public mutating func select(_ index: Int, showing part: ListLayout.RowPart? = nil) {
    withRows { layout, rows in
      if let part { layout.select(index, showing: part, in: rows) } else { layout.select(index, in: rows) }
    }
  }

  /// Selects the row with this id, if present.
  mutating func select(id: String) {
    if let index = rows.firstIndex(where: { $0.id == id }) { select(index) }
  }

  public mutating func selectFirst() { select(0, showing: .beginning) }
  /// Whether the last row is selected.
  public var isLastSelected: Bool { selection == cells.count - 1 }

  public mutating func selectLast() { select(max(0, cells.count - 1), showing: .end) }

  public mutating func move(by step: Int) { withUpdatedLayout { $0.move(by: step, in: $1) } }

  public mutating func scroll(pages: Double) {
    let lines = Int((Double(max(1, height - 1)) * pages).rounded(.awayFromZero))
    withUpdatedLayout { $0.scroll(by: lines, in: $1) }
  }

  /// Scrolls like a mouse wheel; positive values move towards the end of the list.
  mutating func wheelScroll(notches: Int) {
    withUpdatedLayout { $0.wheelScroll(by: notches * MouseRegion.linesPerNotch, in: $1) }
  }

  public mutating func selectOnScreen(_ position: ListLayout.ScreenPosition) {
    withUpdatedLayout { $0.selectOnScreen(position, in: $1) }
  }

  /// Caches the layout of two rows above and below the screen.
  public mutating func prefetchLayout() {
    let visible = visibleRows()
    guard let first = visible.first?.index, let last = visible.last?.index else { return }
    for index in [last + 1, last + 2, first - 1, first - 2] where cells.indices.contains(index) {
      _ = cells[index].lines(in: space)
    }
  }

  /// The status with the last visible line of the selected row if it is taller than the screen: "2 of 5 · 6/16".
  public func status(_ status: String) -> String {
    guard cells.indices.contains(selection), height > 0 else { return status }
    let lineCount = cells[selection].height(in: space, spacing: spacing)
    guard lineCount > height else { return status }
    let part = "\(min(lineCount, max(1, height - layout.top)))/\(lineCount)"
    return status.isEmpty ? part : "\(status) · \(part)"
  }

  /// - Parameters:
  ///   - mouse: handles clicks and the wheel in the list.
  ///   - pictures: the pictures of the rows; nil for none. They take at most half of the height.
  ///   - field: the field in the selected row; nil if nothing is typed.
  public mutating func draw(
    on canvas: inout Canvas, in area: Rect, mouse: ListMouse<Row>, pictures: ListPictures? = nil,
    field: TextField? = nil
  ) {
    let text = area.textColumn
    // A notice changes the height of the area, but not that of the canvas, which also has header and rules.
    let pictureHeight = pictures == nil ? 0 : (canvas.size.height - Self.frameHeight) / 2
    space = RowSpace(width: text.width, pictureHeight: max(0, pictureHeight))
    let column = text.column
    height = area.height
    relayout()
    mouse.addList(area, to: &canvas)
    let visible = visibleRows()
    for row in visible { draw(row, on: &canvas, in: area, column: column, mouse, field) }
    if let pictures { draw(pictures, of: visible, on: &canvas, in: area, column: column) }
    if let first = visible.first { drawCountAbove(first, on: &canvas, row: area.row, column: column) }
    if let last = visible.last { drawFooter(below: last, on: &canvas, in: area, column: column) }
  }
}

extension CellList {
  private var width: Int { space.width }

  private func draw(
    _ visible: ListLayout.VisibleRow, on canvas: inout Canvas, in area: Rect, column: Int, _ mouse: ListMouse<Row>,
    _ field: TextField?
  ) {
    let cell = cells[visible.index]
    let isSelected = visible.index == selection
    let first = visible.top + cell.headingHeight(spacing: spacing)
    let indent = cell.indent(width: width)
    let lines = cell.lines(in: space)
    let shown = max(0, first)..<max(0, first, min(first + lines.count, area.height))
    let rowArea = Rect(row: area.row + shown.lowerBound, column: column - 2, width: width + 3, height: shown.count)
    mouse.addRow(rows[visible.index].id, rowArea, to: &canvas)
    canvas.addAgeChange(at: cell.nextAgeChange)
    if (0..<area.height).contains(visible.top), let heading = cell.renderedHeading(width: width) {
      canvas.draw(heading, row: area.row + visible.top, column: column)
    }
    drawBranch(of: visible, on: &canvas, in: area, column: column)
    let bar = Rect(row: rowArea.row, column: rowArea.column, width: 1, height: rowArea.height)
    if isSelected {
      canvas.fill(bar, with: "▌", style: canvas.hasFocus ? .accent : .muted)
    } else if cell.isSubject {
      canvas.fill(bar, with: "│", style: .accent)
    } else if cell.isMarked, shown.contains(first) {
      canvas.fill(Rect(row: area.row + first, column: bar.column, width: 1, height: 1), with: "•", style: .unread)
    }
    let hasLinks = isSelected || cell.opensLinksUnselected
    for line in shown {
      let (renderedLine, row) = (lines[line - first], area.row + line)
      canvas.draw(renderedLine, row: row, column: column + indent)
      if hasLinks { mouse.addLinks(of: renderedLine, row: row, column: column + indent, to: &canvas) }
    }
    if isSelected, canvas.hasFocus, shown.contains(first), let field,
      let start = rows[visible.index].fieldColumn(width: width)
    {
      let place = Rect(row: area.row + first, column: column + start, width: width - start, height: 1)
      canvas.fill(place)
      field.draw(on: &canvas, row: place.row, column: place.column, width: place.width, isFocused: true)
    }
    // Only the first line gets the background: terminals send it with every cell, and the bar marks the other lines.
    if isSelected, canvas.hasFocus, shown.contains(first) {
      let line = Rect(row: area.row + first, column: rowArea.column, width: rowArea.width, height: 1)
      canvas.setBackground(.selection, in: line)
    }
  }

  private func draw(
    _ pictures: ListPictures, of visible: [ListLayout.VisibleRow], on canvas: inout Canvas, in area: Rect, column: Int
  ) {
    var drawn: [ListedPicture] = []
    for row in visible {
      let cell = cells[row.index]
      let (first, column) = (row.top + cell.headingHeight(spacing: spacing), column + cell.indent(width: width))
      for picture in cell.pictures(in: space) {
        let line = first + picture.line
        guard line < area.height, line + picture.size.height > 0 else { continue }
        let listed = ListedPicture(row: row.index, number: picture.number, size: picture.size)
        canvas.draw(
          pictures.content(listed), row: area.row + line, column: column + picture.column, size: picture.size, in: area)
        drawn.append(listed)
      }
    }
    pictures.didDraw(DrawnPictures(rows: visible.map(\.index), pictures: drawn))
  }

  private func drawBranch(of visible: ListLayout.VisibleRow, on canvas: inout Canvas, in area: Rect, column: Int) {
    let cell = cells[visible.index]
    guard let branch = cell.branch else { return }
    for offset in -spacing..<cell.lines(in: space).count where (0..<area.height).contains(visible.top + offset) {
      let kind: Branch.LineKind = offset < 0 ? .above : offset == 0 ? .first : .further
      let lines = branch.lines(at: kind, width: cell.indent(width: width))
      canvas.draw(lines, row: area.row + visible.top + offset, column: column, style: .rule)
    }
  }

  private func row(at index: Int) -> Row? {
    rows.indices.contains(index) ? rows[index] : nil
  }

  /// Reuses the cached cells of unchanged rows.
  private func cells(of new: [Row]) -> [ListCell] {
    var cachedIndices: [String: Int]?
    return new.enumerated().map { index, row in
      if rows.indices.contains(index), rows[index] == row { return cells[index] }
      let indices =
        cachedIndices ?? Dictionary(rows.indices.map { (rows[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
      cachedIndices = indices
      if let index = indices[row.id], rows[index] == row { return cells[index] }
      return ListCell(row)
    }
  }

  private mutating func relayout() {
    // Reserves a line for the count of rows above if the list is tall enough.
    let line = showsCountAbove && selection > 0 && height >= 6 ? 1 : 0
    let isPositioned = isPositioned
    withRows { layout, rows in
      if isPositioned { layout.relayout(in: rows) } else { layout.moveSelection(toLine: line, in: rows) }
    }
    self.isPositioned = true
  }

  /// Changes the layout after the selected row has been positioned.
  private mutating func withUpdatedLayout(_ change: (inout ListLayout, ListLayout.Rows) -> Void) {
    if !isPositioned { relayout() }
    withRows(change)
  }

  private func drawCountAbove(_ first: ListLayout.VisibleRow, on canvas: inout Canvas, row: Int, column: Int) {
    guard showsCountAbove, first.top + cells[first.index].height(in: space, spacing: spacing) <= 0 else { return }
    canvas.draw("↑ \(first.index + 1) above", row: row, column: column, width: width, style: .muted)
  }

  private func drawFooter(below last: ListLayout.VisibleRow, on canvas: inout Canvas, in area: Rect, column: Int) {
    guard last.index == cells.count - 1 else { return }
    let line = last.top + cells[last.index].height(in: space, spacing: spacing) + 1
    guard line < area.height else { return }
    canvas.draw(footer, row: area.row + line, column: column, width: width, style: .muted)
  }

  private mutating func visibleRows() -> [ListLayout.VisibleRow] {
    var visible: [ListLayout.VisibleRow] = []
    withRows { visible = $0.visibleRows(in: $1) }
    return visible
  }

  private mutating func withRows(_ body: (inout ListLayout, ListLayout.Rows) -> Void) {
    let (cells, space) = (cells, space)
    // The footer takes one line after an empty line.
    let footerHeight = footer.isEmpty ? 0 : 2
    let spacing = spacing
    let list = ListLayout.Rows(count: cells.count, screenHeight: height, spacing: spacing) { index in
      cells[index].height(in: space, spacing: spacing) + spacing + (index == cells.count - 1 ? footerHeight : 0)
    }
    body(&layout, list)
  }
}
