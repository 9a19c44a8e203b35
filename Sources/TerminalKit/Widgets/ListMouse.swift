/// What the mouse does in the list of a screen: the wheel scrolls it, a click selects a row, and opens the one that is
/// selected, or opens at once.
@MainActor
public struct ListMouse<Row: CellRow> {
  private let move: CellList<Row>.Move
  private let open: @MainActor () -> Void
  private let opensAtOnce: Bool
  private let openLink: @MainActor (String) -> Void

  /// - Parameters:
  ///   - move: applies a change to the list, as keys do.
  ///   - open: opens the selected row.
  ///   - opensAtOnce: whether one click selects a row and opens it.
  ///   - openLink: opens an address that stands in a row.
  public init(
    move: @escaping CellList<Row>.Move, open: @escaping @MainActor () -> Void,
    opensAtOnce: Bool = false, openLink: @escaping @MainActor (String) -> Void = { _ in }
  ) {
    self.opensAtOnce = opensAtOnce
    self.move = move
    self.open = open
    self.openLink = openLink
  }

  /// Notes where the list is drawn.
  func addList(_ area: Rect, to canvas: inout Canvas) {
    canvas.addRegion(area, .scroll { notches in move { $0.roll(notches: notches) } })
  }

  /// Notes where a row is drawn. It is known by its id: when somebody clicks, others may stand above it.
  func addRow(_ id: String, _ area: Rect, to canvas: inout Canvas) {
    canvas.addRegion(area, .click { click(id) })
  }

  /// Notes where the links of a line are drawn.
  func addLinks(of line: Canvas.Strip, row: Int, column: Int, to canvas: inout Canvas) {
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
    if wasSelected || opensAtOnce { open() }
  }
}
