/// The lines of the cells that have been drawn lately. What is kept here changes with each look at it, and is of no
/// value: copies of a list share it.
@MainActor
final class CellCache<Row: CellRow> {
  private static var maxCount: Int { 1_000 }

  private var width = 80
  private var entries: [String: (row: Row, lines: [Canvas.Strip])] = [:]

  func setWidth(_ width: Int) {
    guard width != self.width else { return }
    self.width = width
    entries = [:]
  }

  /// How far a row is set in: a narrow screen keeps most of its cells for text.
  func indent(of row: Row) -> Int {
    min(row.indent, width / 4)
  }

  func height(of row: Row) -> Int {
    lines(of: row).count
  }

  func lines(of row: Row) -> [Canvas.Strip] {
    if let entry = entries[row.id], entry.row == row { return entry.lines }
    if entries.count >= Self.maxCount { entries = [:] }
    let width = width - indent(of: row)
    let lines = row.lines(width: width).map { Canvas.Strip($0, width: width) }
    entries[row.id] = (row, lines)
    return lines
  }
}

/// What a list of cells needs to know of one of them.
public protocol CellRow: Hashable {
  /// Tells the row from all others of its list.
  var id: String { get }
  /// How many cells it is set in from the left.
  var indent: Int { get }
  /// Whether a dot beside its first line marks it.
  var isMarked: Bool { get }

  /// The row as lines of at most `width` cells; at least one.
  @MainActor func lines(width: Int) -> [StyledText]
}

extension CellRow {
  public var indent: Int { 0 }
  public var isMarked: Bool { false }
}
