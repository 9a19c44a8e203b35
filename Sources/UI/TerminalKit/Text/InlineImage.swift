/// A small picture in a line of text, in place of a wide character. A class to keep spans small.
public final class InlineImage: Hashable, Sendable {
  /// The space in a line, in cells.
  public static let size = Size(width: 2, height: 1)
  /// A wide character that is measured and wrapped in place of the picture.
  static let placeholder = "\u{3013}"

  let image: CellImage

  /// nil if the picture is larger than its space.
  public init?(_ image: CellImage) {
    guard image.size.width <= Self.size.width, image.size.height <= Self.size.height else { return nil }
    self.image = image
  }

  public static func == (one: InlineImage, other: InlineImage) -> Bool { one === other || one.image == other.image }

  public func hash(into hasher: inout Hasher) { hasher.combine(image) }
}

extension StyledText.Span {
  /// A picture, which looks like a character of this style to everything but drawing.
  public init(_ image: InlineImage, _ style: Style = .plain, target: MouseTarget? = nil) {
    self.init(InlineImage.placeholder, style, target: target)
    self.image = image
  }
}

extension Canvas {
  /// Draws a picture in place of its placeholder; clipped to the canvas.
  mutating func draw(_ inline: InlineImage, _ style: Style, row: Int, column: Int) {
    let space = Rect(row: row, column: column, width: InlineImage.size.width, height: InlineImage.size.height)
    fill(space, style: style)
    draw(inline.image, row: row, column: column, in: space)
  }
}
