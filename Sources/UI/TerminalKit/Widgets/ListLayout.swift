/// Computes which rows of a list are visible. Rows may have any height. Only rows near the screen are measured, so the
/// cost does not depend on the length of the list. The selected row is the anchor: it keeps its line on the screen when
/// rows are inserted or removed around it.
public struct ListLayout: Hashable, Sendable {
  public struct VisibleRow: Hashable, Sendable {
    public let index: Int
    /// The line of the screen where the row begins; negative if it begins above the screen.
    public let top: Int
  }

  /// A valid index unless the list is empty.
  public private(set) var selection = 0
  /// The line of the screen where the selected row begins.
  public private(set) var top = 0

  public init() {}

  /// Selects a row, scrolling as little as possible.
  public mutating func select(_ index: Int, in list: Rows) {
    let index = min(max(index, 0), max(0, list.count - 1))
    guard index != selection else { return relayout(in: list) }
    let distance = index - selection
    // The list may have shrunk below the previous selection.
    if abs(distance) <= list.screenHeight, selection < list.count {
      top += distance > 0 ? list.height(of: selection..<index) : -list.height(of: index..<selection)
    } else {
      top = distance > 0 ? list.screenHeight : 0
    }
    selection = index
    relayout(in: list)
  }

  /// Selects a row and shows this part of it if it is taller than the screen, even if it is already selected.
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

  /// Changes the index of the selected row, which keeps its line, after an update of the list.
  public mutating func updateSelectionIndex(_ index: Int) {
    selection = index
  }

  /// Moves the selected row to a line of the screen, as far as it stays visible and no line of the screen is wasted.
  mutating func moveSelection(toLine line: Int, in list: Rows) {
    top = line
    relayout(in: list)
  }

  /// Selects the next or previous row. Scrolls line by line through a row taller than the screen first.
  public mutating func move(by step: Int, in list: Rows) {
    guard list.count > 0 else { return }
    relayout(in: list)
    let height = list.height(selection) - list.spacing
    if step > 0, top + height > list.screenHeight, height > list.screenHeight {
      top = max(top - 1, list.screenHeight - height)
    } else if step < 0, top < 0 {
      top = min(top + 1, 0)
    } else {
      select(min(max(selection + step, 0), list.count - 1), in: list)
    }
  }

  /// Scrolls by lines, towards the end if positive, and selects the row at the screen line of the previous selection.
  public mutating func scroll(by lines: Int, in list: Rows) {
    guard list.count > 0, lines != 0 else { return }
    relayout(in: list)
    let target = min(max(top, 0), list.screenHeight - 1)
    let before = (selection, top)
    top -= lines
    relayout(in: list, keepsSelectionVisible: false)
    // At an end of the list the selection moves instead.
    guard before != (selection, top) else { return select(lines > 0 ? list.count - 1 : 0, in: list) }
    let visible = visibleRows(in: list)
    if let row = visible.last(where: { $0.top <= target }) ?? visible.first {
      (selection, top) = (row.index, row.top)
      relayout(in: list)
    }
    // The selected row filled the screen: select the next one.
    if before == (selection, top) { select(selection + lines.signum(), in: list) }
  }

  /// Scrolls by lines like a mouse wheel, towards the end if positive, and never further. Selects the fully visible row
  /// closest to the previous selection. At an end of the list the selection moves row by row.
  public mutating func wheelScroll(by lines: Int, in list: Rows) {
    guard list.count > 0, lines != 0 else { return }
    relayout(in: list)
    let before = self
    top -= lines
    relayout(in: list, keepsSelectionVisible: false)
    guard self != before else { return select(selection + lines.signum(), in: list) }
    let onward = visibleRows(in: list).filter { lines > 0 ? $0.index >= selection : $0.index <= selection }
    let fullyVisible = onward.filter { isFullyVisible($0, in: list) }
    let rows = fullyVisible.isEmpty ? onward : fullyVisible
    if let row = rows.last(where: { $0.top <= max(before.top, 0) }) ?? rows.first {
      (selection, top) = (row.index, row.top)
    }
    relayout(in: list)
    if self == before { select(selection + lines.signum(), in: list) }
  }

  /// Selects the first, middle or last fully visible row.
  public mutating func selectOnScreen(_ target: ScreenPosition, in list: Rows) {
    let visible = visibleRows(in: list)
    let fullyVisible = visible.filter { isFullyVisible($0, in: list) }
    let rows = fullyVisible.isEmpty ? visible : fullyVisible
    guard let first = rows.first, let last = rows.last else { return }
    switch target {
    case .top: select(first.index, in: list)
    case .middle: select(rows[rows.count / 2].index, in: list)
    case .bottom: select(last.index, in: list)
    }
  }

  public enum ScreenPosition: Sendable {
    case top, middle, bottom
  }

  private func isFullyVisible(_ row: VisibleRow, in list: Rows) -> Bool {
    row.top >= 0 && row.top + list.height(row.index) <= list.screenHeight + list.spacing
  }

  /// The rows with at least one visible line, in order.
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

  /// Restores the invariants: the selected row is visible, and no line is wasted above the first or below the last row.
  public mutating func relayout(in list: Rows, keepsSelectionVisible: Bool = true) {
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
