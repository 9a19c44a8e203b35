/// A QR code, drawn with two modules per cell.
public struct QRCode: Hashable, Sendable {
  /// The light modules around the code that scanners need. The standard asks for four; two are enough for phones.
  private static let quietZone = 2

  /// The number of modules in a row and in a column.
  public let size: Int
  /// Whether each module is dark, row by row.
  private let modules: [Bool]

  /// - Parameter modules: `size * size` modules.
  public init(size: Int, modules: [Bool]) {
    precondition(modules.count == size * size)
    (self.size, self.modules) = (size, modules)
  }

  public var width: Int { size + 2 * Self.quietZone }
  public var height: Int { (width + 1) / 2 }

  private func isDark(_ row: Int, _ column: Int) -> Bool {
    let (row, column) = (row - Self.quietZone, column - Self.quietZone)
    guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
    return modules[row * size + column]
  }

  /// Dark modules on a light background.
  /// - Parameter isLight: Whether the background of the terminal is light; if not, both colours are swapped.
  public func lines(onLightBackground isLight: Bool) -> [StyledText] {
    let style = isLight ? Style.plain : Style(.plain, .reverse)
    return (0..<height).map { line in
      let cells = (0..<width).map { column in
        switch (isDark(2 * line, column), isDark(2 * line + 1, column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return StyledText(cells.joined(), style)
    }
  }
}
