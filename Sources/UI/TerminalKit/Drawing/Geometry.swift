/// The position of a cell, from row 0 and column 0 at the top left.
public struct Point: Hashable, Sendable {
  public var row: Int
  public var column: Int

  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// A size, in cells unless stated otherwise.
public struct Size: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A rectangle of cells.
public struct Rect: Hashable, Sendable {
  public var row: Int
  public var column: Int
  public var width: Int
  public var height: Int

  public init(row: Int, column: Int, width: Int, height: Int) {
    self.row = row
    self.column = column
    self.width = max(0, width)
    self.height = max(0, height)
  }

  public init(_ size: Size) {
    self.init(row: 0, column: 0, width: size.width, height: size.height)
  }

  public func contains(_ position: Point) -> Bool {
    row..<row + height ~= position.row && column..<column + width ~= position.column
  }

  /// The rectangle reduced by this many cells at each side.
  public func inset(top: Int = 0, bottom: Int = 0, left: Int = 0, right: Int = 0) -> Rect {
    Rect(row: row + top, column: column + left, width: width - left - right, height: height - top - bottom)
  }

  /// The maximum width of text, for readability.
  public static let maxTextWidth = 80

  /// The part for text: posts, lists and pages of text have the same left edge and width. It is left-aligned with the
  /// header and the bottom line at any screen width.
  public var textColumn: Rect {
    let margin = width >= 40 ? 3 : 2
    return Rect(row: row, column: column + margin, width: min(width - margin - 1, Self.maxTextWidth), height: height)
  }
}
