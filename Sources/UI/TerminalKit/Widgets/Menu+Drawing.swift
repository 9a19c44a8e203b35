extension Menu {
  private static let maxPaletteRows = 12
  /// Maximum width, so that keys stay close to their titles on wide screens.
  private static let maxPaletteWidth = 76
  /// Minimum width for two columns.
  private static let minWidthForColumns = 100
  /// A menu with more entries has two columns.
  static let maxEntriesInOneColumn = 6
  /// Cells on the left of an entry, for the mark of the selected one.
  private static let margin = 3
  /// Cells on the right of an entry.
  private static let padding = 1

  /// The arrangement of the entries in rows and columns, column by column.
  struct Layout {
    /// The width of the keys before the titles; nil in the palette, where they follow.
    var keyWidth: Int?
    /// The width of an entry with its keys.
    let width: Int
    var columnCount = 1
    /// The visible rows.
    var height = 0
    var usesShortTitles = false
    /// The number of rows of each entry. More than one only in a single column.
    var heights: [Int]

    var titleWidth: Int { width - (keyWidth.map { $0 + 2 } ?? 0) }

    func rowCount(of entries: some Sequence<Int>) -> Int {
      (entries.reduce(0) { $0 + heights[$1] } + columnCount - 1) / columnCount
    }
  }

  /// - Parameter size: the size of the terminal.
  func layout(in size: Size) -> Layout {
    let maxHeight = size.height - 2
    guard !isPalette else {
      var layout = Layout(
        width: min(size.width - Self.margin - Self.padding, Self.maxPaletteWidth),
        heights: Array(repeating: 1, count: entries.count))
      layout.height = min(max(3, maxHeight - 1), maxHeight, Self.maxPaletteRows)
      return layout
    }
    let keyWidth = entries.map { TextLayout.width(of: $0.keysLabel) }.max() ?? 0
    let needed = keyWidth + 2 + (entries.map(\.menuWidth).max() ?? 0)
    let free = { size.width / $0 - Self.margin - Self.padding }
    let hasColumns =
      size.width >= Self.minWidthForColumns && entries.count > Self.maxEntriesInOneColumn && needed <= free(2)
    let columnCount = hasColumns ? 2 : 1
    // Synonyms may follow the titles while the user types.
    let width = min(field == nil ? needed : max(needed, Self.maxPaletteWidth), free(columnCount))
    var layout = Layout(keyWidth: keyWidth, width: width, columnCount: columnCount, heights: [])
    layout.heights = heights(in: layout, maxHeight)
    if layout.rowCount(of: entries.indices) > maxHeight {
      layout.usesShortTitles = true
      layout.heights = heights(in: layout, maxHeight)
    }
    // Unavailable commands do not cover what the menu is about.
    let available = layout.rowCount(of: entries.indices.filter { entries[$0].unavailableReason == nil })
    layout.height = min(max(available, min(layout.rowCount(of: entries.indices), size.height / 2)), maxHeight)
    return layout
  }

  private func heights(in layout: Layout, _ maxHeight: Int) -> [Int] {
    entries.map { entry in
      min(
        entry.menuLines(nil, width: layout.titleWidth, usesShortTitle: layout.usesShortTitles).count, maxHeight)
    }
  }

  private func lines(of match: MenuMatch, in layout: Layout) -> [StyledText] {
    let entry = entries[match.index]
    guard layout.keyWidth != nil else { return [entry.paletteLine(match, width: layout.width)] }
    return entry.menuLines(match, width: layout.titleWidth, usesShortTitle: layout.usesShortTitles)
  }

  /// Moves to the other column, if there is one.
  func moveColumn(by step: Int, in layout: Layout) {
    let rowCount = layout.rowCount(of: matches.map(\.index))
    guard rowCount > 0, (0..<layout.columnCount).contains(cursor / rowCount + step) else { return }
    move(by: step * rowCount)
  }

  /// Draws a rule and the entries below it. The height is constant while the user types.
  func draw(on canvas: inout Canvas, choose: @escaping @MainActor (MenuEntry) -> Void) {
    let (layout, size) = (layout(in: canvas.size), canvas.size)
    let area = Rect(row: size.height - layout.height - 2, column: 0, width: size.width, height: layout.height + 1)
    canvas.fill(area)
    canvas.fill(Rect(row: area.row, column: 0, width: size.width, height: 1), with: "─", style: .rule)
    canvas.addRegion(area, .click {})
    canvas.addRegion(area, .scroll { [weak self] notches in self?.move(by: notches) })
    guard !matches.isEmpty else { return drawNoMatches(on: &canvas, in: area.inset(top: 1, left: 1, right: 1)) }
    let rowCount = layout.rowCount(of: matches.map(\.index))
    if rowCount > layout.height { drawPosition(on: &canvas, row: area.row) }
    let starts = matches.reduce(into: [0]) { $0.append(($0.last ?? 0) + layout.heights[$1.index]) }
    let selectedRow = starts[cursor] % rowCount
    let selectedEnd = selectedRow + layout.heights[matches[cursor].index]
    top = min(max(top, selectedEnd - layout.height), selectedRow, max(0, rowCount - layout.height))
    for (index, match) in matches.enumerated() {
      let (column, row) = (starts[index] / rowCount, starts[index] % rowCount - top)
      let lines = lines(of: match, in: layout, isVisible: row < layout.height && row + layout.heights[match.index] > 0)
      for (offset, line) in lines.enumerated() where 0..<layout.height ~= row + offset {
        let place = Rect(
          row: area.row + 1 + row + offset, column: column * size.width / layout.columnCount,
          width: size.width / layout.columnCount, height: 1)
        draw(line, offset == 0 ? match : nil, isSelected: index == cursor, on: &canvas, in: place, layout)
        canvas.addRegion(
          place,
          .click { [weak self] in
            self?.select(index)
            if let entry = self?.selected { choose(entry) }
          })
      }
    }
  }

  /// The visible lines, the last one truncated.
  private func lines(of match: MenuMatch, in layout: Layout, isVisible: Bool) -> [StyledText] {
    guard isVisible else { return [] }
    let (lines, height) = (lines(of: match, in: layout), layout.heights[match.index])
    guard lines.count > height else { return lines }
    let rest = lines[(height - 1)...].reduce(StyledText()) { $0 + $1 }
    return lines.prefix(height - 1) + [TextLayout.truncate(rest, to: layout.titleWidth)]
  }

  /// - Parameter match: the match whose keys precede the line; nil for further lines of an entry.
  private func draw(
    _ line: StyledText, _ match: MenuMatch?, isSelected: Bool, on canvas: inout Canvas, in place: Rect, _ layout: Layout
  ) {
    let column = place.column + Self.margin
    if let keyWidth = layout.keyWidth, let entry = match.map({ entries[$0.index] }) {
      let style: Style = entry.unavailableReason == nil ? .accentBold : .muted
      canvas.draw(entry.keysLabel, row: place.row, column: column, width: keyWidth, style: style)
    }
    canvas.draw(line, row: place.row, column: column + layout.width - layout.titleWidth, width: layout.titleWidth)
    guard isSelected else { return }
    canvas.draw("▌", row: place.row, column: place.column + 1, style: .accent)
    let width = min(layout.width + Self.margin, place.width - 1)
    canvas.setBackground(.selection, in: Rect(row: place.row, column: place.column + 1, width: width, height: 1))
  }

  /// Draws into the rule which of the entries is selected.
  private func drawPosition(on canvas: inout Canvas, row: Int) {
    let text = " \(cursor + 1) of \(matches.count) "
    canvas.draw(text, row: row, column: canvas.size.width - TextLayout.width(of: text) - 1, style: .muted)
  }

  private func drawNoMatches(on canvas: inout Canvas, in area: Rect) {
    let sentence = "No matches for “\(TextLayout.sanitized(field?.text ?? ""))”."
    for (index, line) in TextLayout.wrap(StyledText(sentence, .muted), width: area.width).prefix(area.height)
      .enumerated()
    {
      canvas.draw(line, row: area.row + index, column: area.column, width: area.width)
    }
  }
}
