/// What a list of cells needs to know of one of them.
public protocol CellRow: Hashable {
  /// Tells the row from all others of its list.
  var id: String { get }
  /// How many cells it is set in from the left.
  var indent: Int { get }
  /// Whether a dot beside its first line marks it.
  var isMarked: Bool { get }
  /// Whether its links open at a click also where it is not the selected row.
  var opensLinksUnselected: Bool { get }

  /// The row as lines of at most `width` cells; at least one.
  @MainActor func lines(width: Int) -> [StyledText]
}

extension CellRow {
  public var indent: Int { 0 }
  public var isMarked: Bool { false }
  public var opensLinksUnselected: Bool { false }
}

/// A row of a list, and the lines that it was drawn with last: laid out once for as long as it says the same. Lists that
/// show the same row share it.
@MainActor
final class ListCell<Row: CellRow> {
  let row: Row
  /// For a list of this width.
  private var width = 0
  private var strips: [Canvas.Strip] = []

  init(_ row: Row) {
    self.row = row
  }

  /// How far the row is set in: a narrow screen keeps most of its cells for text.
  func indent(width: Int) -> Int { min(row.indent, width / 4) }

  func height(width: Int) -> Int { lines(width: width).count }

  /// - Parameter width: of the list.
  func lines(width: Int) -> [Canvas.Strip] {
    if width == self.width { return strips }
    let room = width - indent(width: width)
    strips = row.lines(width: room).map { Canvas.Strip($0, width: room) }
    self.width = width
    return strips
  }
}
