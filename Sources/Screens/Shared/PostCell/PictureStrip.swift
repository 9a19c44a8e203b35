import TerminalKit

/// Places the pictures of a post next to each other, at the same height.
struct PictureStrip {
  /// A lower picture shows nothing.
  static let minHeight = 3
  /// The maximum number of pictures. Servers allow four; others may have any number.
  private static let maxCount = 4
  private static let gap = 1
  /// The height of a terminal cell in widths, as for the drawing of pictures in characters.
  private static let cellRatio = 2.0
  /// Bounds of width by height, so that an extreme picture leaves space for the others.
  private static let proportions = 0.25...4.0

  /// In lines.
  let height: Int
  /// The number, column and width of each picture, from left to right.
  let pictures: [(number: Int, column: Int, width: Int)]

  /// As many pictures as fit, but at least one; nil if there is no space.
  /// - Parameters:
  ///   - width: the available width in cells.
  ///   - maxHeight: the available height in lines.
  init?(_ pictures: [PostCellViewModel.Picture], width: Int, maxHeight: Int) {
    guard !pictures.isEmpty, maxHeight >= Self.minHeight else { return nil }
    for count in stride(from: min(pictures.count, Self.maxCount), through: 1, by: -1) {
      let available = width - (count - 1) * Self.gap
      let proportions = pictures.prefix(count).map { picture in
        min(max(picture.proportion, Self.proportions.lowerBound), Self.proportions.upperBound) * Self.cellRatio
      }
      let height = min(maxHeight, Int(Double(available) / proportions.reduce(0, +)))
      guard height >= (count == 1 ? 1 : Self.minHeight) else { continue }
      self.height = height
      var column = 0
      self.pictures = zip(pictures, proportions).map { picture, proportion in
        // Rounded down, so that the sum fits.
        let width = max(1, Int(proportion * Double(height)))
        defer { column += width + Self.gap }
        return (picture.number, column, width)
      }
      return
    }
    return nil
  }
}
