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
