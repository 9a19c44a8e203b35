/// A cell's place: the top left one is row 0, column 0.
public struct Point: Hashable, Sendable {
  public var row: Int
  public var column: Int

  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// An extent in cells.
public struct Size: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A part of the screen.
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

  public func contains(_ place: Point) -> Bool {
    row..<row + height ~= place.row && column..<column + width ~= place.column
  }

  /// What is left when this many cells are taken off each side.
  public func inset(top: Int = 0, bottom: Int = 0, left: Int = 0, right: Int = 0) -> Rect {
    Rect(row: row + top, column: column + left, width: width - left - right, height: height - top - bottom)
  }
}
