/// Mouse handling of a list: the wheel scrolls, a click selects a row or opens the selected one.
@MainActor
public struct ListMouse<Row: CellRow> {
  private let move: CellList<Row>.UpdateList
  private let open: @MainActor () -> Void
  private let opensOnClick: Bool
  private let openLink: @MainActor (String) -> Void

  /// - Parameters:
  ///   - move: Applies a change to the list, as keys do.
  ///   - open: Opens the selected row.
  ///   - opensOnClick: Whether a single click selects and opens a row.
  ///   - openLink: Opens an address in a row.
  public init(
    move: @escaping CellList<Row>.UpdateList, open: @escaping @MainActor () -> Void,
    opensOnClick: Bool = false, openLink: @escaping @MainActor (String) -> Void = { _ in }
  ) {
    self.opensOnClick = opensOnClick
    self.move = move
    self.open = open
    self.openLink = openLink
  }

  /// Registers the area of the list.
  func addList(_ area: Rect, to canvas: inout Canvas) {
    canvas.addRegion(area, .scroll { notches in move { $0.wheelScroll(notches: notches) } })
  }

  /// Registers the area of a row by id, because its index may have changed when it is clicked.
  func addRow(_ id: String, _ area: Rect, to canvas: inout Canvas) {
    canvas.addRegion(area, .click { click(id) })
  }

  /// Registers the areas of the links in a line.
  func addLinks(of line: Canvas.RenderedLine, row: Int, column: Int, to canvas: inout Canvas) {
    for link in line.links {
      let area = Rect(row: row, column: column + link.columns.lowerBound, width: link.columns.count, height: 1)
      canvas.addRegion(area, .click { openLink(link.address) })
    }
  }

  private func click(_ id: String) {
    var wasSelected = false
    move { list in
      wasSelected = list.selectedRow?.id == id
      list.select(id: id)
    }
    if wasSelected || opensOnClick { open() }
  }
}
