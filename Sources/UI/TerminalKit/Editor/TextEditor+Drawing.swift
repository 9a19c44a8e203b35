extension TextEditor {
  /// Draws the visible lines, and the cursor if focused.
  public func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
    cursorPosition = nil
    guard area.width > 0, area.height > 0 else { return }
    let layout = layout(width: area.width)
    height = area.height
    let line = layout.line(of: caretPosition)
    if followsCursor { top = min(max(top, line - height + 1), line) }
    top = min(max(0, top), max(0, layout.lines.count - height))
    if content.isEmpty { drawPlaceholder(on: &canvas, in: area) }
    let selection = content.selection
    for row in 0..<min(height, layout.lines.count - top) {
      draw(layout.lines[top + row], of: layout, selection, on: &canvas, in: area, row: area.row + row)
    }
    if top..<top + height ~= line {
      let column = min(layout.column(of: caretPosition, in: line), area.width - 1)
      cursorPosition = Point(row: area.row + line - top, column: area.column + column)
      if isFocused { canvas.cursor = cursorPosition }
    }
    canvas.addRegion(area, .scroll { [weak self] notches in self?.wheelScroll(notches: notches) })
    canvas.addRegion(area, .position { [weak self] position, extends in self?.click(position, extends: extends) })
  }

  private func drawPlaceholder(on canvas: inout Canvas, in area: Rect) {
    let lines = TextLayout.wrap(StyledText(placeholder, .muted), width: Self.lineWidth(in: area.width))
    for (row, line) in lines.prefix(area.height).enumerated() {
      canvas.draw(line, row: area.row + row, column: area.column, width: area.width)
    }
  }

  private func draw(
    _ line: EditorLayout.Line, of layout: EditorLayout, _ selection: Range<Int>?, on canvas: inout Canvas,
    in area: Rect, row: Int
  ) {
    // Starts at the cluster that may begin on the previous line.
    let first = max(0, layout.position(atUnit: line.start + 1) - 1)
    let (end, right) = (layout.content.units.count, area.column + area.width)
    let marks = marks.filter {
      $0.range.upperBound > first && layout.unit(at: min($0.range.lowerBound, content.end)) < line.drawn.upperBound
    }
    var (unit, column, cluster) = (line.drawn.lowerBound, area.column, first)
    while unit < end, column < right {
      let isDrawn = unit < line.drawn.upperBound
      while layout.unit(at: cluster + 1) <= unit { cluster += 1 }
      let isSelected = selection?.contains(cluster) == true
      let piece = layout.content.units[unit]
      // Undrawn spaces and line ends show their selection only.
      guard isDrawn || isSelected && (piece.kind == .space || piece.kind == .lineEnd) else { break }
      var style = marks.last { $0.range.contains(cluster) }?.style ?? .plain
      if isSelected { style.attributes.insert(.reverse) }
      let (text, width) = isDrawn ? (layout.content.string(unit..<unit + 1), piece.width) : (" ", 1)
      canvas.set(Canvas.Cell(text: text, width: Int8(width), style: style), row: row, column: column)
      column += width
      if piece.kind == .lineEnd { break }
      unit += 1
    }
  }
}

// MARK: - Mouse

extension TextEditor {
  /// Scrolls without moving the cursor.
  func wheelScroll(notches: Int) {
    let lines = layout().lines.count
    top = min(max(0, top + notches * MouseRegion.linesPerNotch), max(0, lines - height))
    followsCursor = false
  }

  /// - Parameter position: Relative to the top left cell of the drawn area; may be outside of it.
  private func click(_ position: Point, extends: Bool) {
    let layout = layout()
    let line = min(max(0, top + position.row), layout.lines.count - 1)
    if !extends { edit { $0.deselect() } }
    move(to: layout.caretPosition(in: line, column: position.column), selects: extends)
  }
}
