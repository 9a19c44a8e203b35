/// Which rows of a list are on the screen. Rows may have any height; only those near the screen are ever measured, so
/// that a list of a million costs what one of ten does. The selected row is the anchor: whatever comes or goes around
/// it, it stays where it is.
public struct ListLayout: Hashable, Sendable {
  public struct VisibleRow: Hashable, Sendable {
    public let index: Int
    /// The row's first line, counted from the first line of the screen; negative where it begins above.
    public let top: Int
  }

  /// Always a row of the list, where there is one.
  public private(set) var selection = 0
  /// The line of the screen on which the selected row begins.
  public private(set) var top = 0

  public init() {}

  /// Selects a row; it is moved as little as will show it.
  public mutating func select(_ index: Int, in list: Rows) {
    let index = min(max(index, 0), max(0, list.count - 1))
    guard index != selection else { return settle(in: list) }
    let distance = index - selection
    // The list may have become shorter than the row that was selected in it.
    if abs(distance) <= list.screenHeight, selection < list.count {
      top += distance > 0 ? list.height(of: selection..<index) : -list.height(of: index..<selection)
    } else {
      top = distance > 0 ? list.screenHeight : 0
    }
    selection = index
    settle(in: list)
  }

  /// Selects a row; of one that is taller than the screen this part is shown, also where it is selected already.
  public mutating func select(_ index: Int, showing part: RowPart, in list: Rows) {
    select(index, in: list)
    guard list.count > 0 else { return }
    let lowest = list.screenHeight - (list.height(selection) - list.spacing)
    guard lowest < 0 else { return }
    top = part == .beginning ? 0 : lowest
  }

  public enum RowPart: Sendable {
    case beginning, end
  }

  /// The same row under another index, at the same place: the list around it has changed.
  public mutating func follow(_ index: Int) {
    selection = index
  }

  /// Moves the rows so that the selected one begins on a line of the screen, as far as it then is on the screen and no
  /// space is lost.
  public mutating func place(atLine line: Int, in list: Rows) {
    top = line
    settle(in: list)
  }

  /// Selects the next or the previous row. A row that is taller than the screen is read to its end first, line by line.
  public mutating func move(by step: Int, in list: Rows) {
    guard list.count > 0 else { return }
    settle(in: list)
    let height = list.height(selection) - list.spacing
    if step > 0, top + height > list.screenHeight, height > list.screenHeight {
      top = max(top - 1, list.screenHeight - height)
    } else if step < 0, top < 0 {
      top = min(top + 1, 0)
    } else {
      select(min(max(selection + step, 0), list.count - 1), in: list)
    }
  }

  /// Moves the rows by so many lines, down the list where positive, and selects the row that is then at the place
  /// where the selected one was.
  public mutating func scroll(by lines: Int, in list: Rows) {
    guard list.count > 0, lines != 0 else { return }
    settle(in: list)
    let place = min(max(top, 0), list.screenHeight - 1)
    let before = (selection, top)
    top -= lines
    settle(in: list, keepsSelectionVisible: false)
    // At an end of the list there is nothing to scroll; the selection goes there instead.
    guard before != (selection, top) else { return select(lines > 0 ? list.count - 1 : 0, in: list) }
    let visible = visibleRows(in: list)
    if let row = visible.last(where: { $0.top <= place }) ?? visible.first {
      (selection, top) = (row.index, row.top)
      settle(in: list)
    }
    // The selected row takes up all that was scrolled: on to the one beside it.
    if before == (selection, top) { select(selection + lines.signum(), in: list) }
  }

  /// Moves the rows by so many lines, down the list where positive, as a wheel does: by no more, so that nothing jumps.
  /// The row is selected that is then wholly on the screen and the nearest to where the selected one was. At an end of
  /// the list, where there is nothing to scroll, the selection goes on row by row.
  public mutating func roll(by lines: Int, in list: Rows) {
    guard list.count > 0, lines != 0 else { return }
    settle(in: list)
    let before = self
    top -= lines
    settle(in: list, keepsSelectionVisible: false)
    guard self != before else { return select(selection + lines.signum(), in: list) }
    let onward = visibleRows(in: list).filter { lines > 0 ? $0.index >= selection : $0.index <= selection }
    let whole = onward.filter { isWhole($0, in: list) }
    let rows = whole.isEmpty ? onward : whole
    if let row = rows.last(where: { $0.top <= max(before.top, 0) }) ?? rows.first {
      (selection, top) = (row.index, row.top)
    }
    settle(in: list)
    if self == before { select(selection + lines.signum(), in: list) }
  }

  /// Selects the first, middle or last row of those that are wholly on the screen.
  public mutating func selectOnScreen(_ place: ScreenPosition, in list: Rows) {
    let visible = visibleRows(in: list)
    let whole = visible.filter { isWhole($0, in: list) }
    let rows = whole.isEmpty ? visible : whole
    guard let first = rows.first, let last = rows.last else { return }
    switch place {
    case .top: select(first.index, in: list)
    case .middle: select(rows[rows.count / 2].index, in: list)
    case .bottom: select(last.index, in: list)
    }
  }

  public enum ScreenPosition: Sendable {
    case top, middle, bottom
  }

  private func isWhole(_ row: VisibleRow, in list: Rows) -> Bool {
    row.top >= 0 && row.top + list.height(row.index) <= list.screenHeight + list.spacing
  }

  /// The rows that have a line on the screen, in order.
  public func visibleRows(in list: Rows) -> [VisibleRow] {
    guard list.count > 0 else { return [] }
    var rows: [VisibleRow] = []
    var index = min(selection, list.count - 1)
    var line = top
    while index > 0, line > 0 {
      index -= 1
      line -= list.height(index)
    }
    while index < list.count, line < list.screenHeight {
      if line + list.height(index) > 0 { rows.append(VisibleRow(index: index, top: line)) }
      line += list.height(index)
      index += 1
    }
    return rows
  }

  /// Moves the rows so that the selected one is on the screen and no space is lost above the first or below the last.
  public mutating func settle(in list: Rows, keepsSelectionVisible: Bool = true) {
    guard list.count > 0 else {
      (selection, top) = (0, 0)
      return
    }
    selection = min(max(selection, 0), list.count - 1)
    if keepsSelectionVisible { showSelection(in: list) }
    let below = list.heightBelow(selection, atMost: list.screenHeight - top)
    if top + below < list.screenHeight { top = list.screenHeight - below }
    let above = list.heightAbove(selection, atMost: max(top, 0))
    if top > above { top = above }
    if keepsSelectionVisible { showSelection(in: list) }
  }

  private mutating func showSelection(in list: Rows) {
    let height = list.height(selection) - list.spacing
    let lowest = list.screenHeight - height
    top = lowest >= 0 ? min(max(top, 0), lowest) : min(max(top, lowest), max(0, lowest))
  }
}
