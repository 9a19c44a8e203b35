/// The lines of a row, and the spaces for its pictures among them.
public struct RowLayout: Hashable, Sendable {
  public var lines: [StyledText]
  public var pictures: [PictureSpace]

  /// - Parameter pictures: spaces within `lines`, which are empty there.
  public init(lines: [StyledText], pictures: [PictureSpace] = []) {
    self.lines = lines
    self.pictures = pictures
  }
}

/// A space for a picture in a row. It is reserved before the picture is loaded, so that the row keeps its height.
public struct PictureSpace: Hashable, Sendable {
  /// The number of the picture in its row.
  public var number: Int
  /// The first line and column in the row.
  public var line: Int
  public var column: Int
  /// In cells.
  public var size: Size

  public init(number: Int, line: Int, column: Int, size: Size) {
    self.number = number
    self.line = line
    self.column = column
    self.size = size
  }
}

/// The size available to a row.
struct RowSpace: Equatable {
  /// The width of the list.
  var width: Int
  /// The maximum height of a picture in lines; 0 for none.
  var pictureHeight = 0
}

/// A picture in a list, in the size of its space.
public struct ListedPicture: Hashable, Sendable {
  /// The index of the row.
  public var row: Int
  /// The number of the picture in its row.
  public var number: Int
  public var size: Size

  public init(row: Int, number: Int, size: Size) {
    self.row = row
    self.number = number
    self.size = size
  }
}

/// The rows and pictures of a list that are on the screen, from top to bottom.
public struct DrawnPictures: Hashable, Sendable {
  /// The indices of the rows.
  public var rows: [Int]
  public var pictures: [ListedPicture]

  public init(rows: [Int], pictures: [ListedPicture]) {
    self.rows = rows
    self.pictures = pictures
  }
}

/// The content of the space of a picture in a list.
public enum PictureContent: Hashable, Sendable {
  /// The picture is loading. The text may be empty.
  case waiting(String)
  case image(CellImage)
  /// The reason that there is no picture.
  case failure(String)
}

@MainActor
public struct ListPictures {
  let content: @MainActor (ListedPicture) -> PictureContent
  let didDraw: @MainActor (DrawnPictures) -> Void

  /// - Parameters:
  ///   - content: the current content of a picture. Called while the list is drawn.
  ///   - didDraw: called after the list was drawn, with what is on the screen. It must not change the list.
  public init(
    content: @escaping @MainActor (ListedPicture) -> PictureContent,
    didDraw: @escaping @MainActor (DrawnPictures) -> Void
  ) {
    self.content = content
    self.didDraw = didDraw
  }
}

extension Canvas {
  /// Draws a picture, or the text in its place, clipped to an area.
  mutating func draw(_ content: PictureContent, row: Int, column: Int, size: Size, in area: Rect) {
    let (text, style): (String, Style)
    switch content {
    case .image(let image): return draw(image, row: row, column: column, in: area)
    case .waiting(let words): (text, style) = (words, .muted)
    case .failure(let reason): (text, style) = (reason, .failure)
    }
    guard !text.isEmpty else { return }
    let lines = TextLayout.wrap(StyledText(text, style), width: max(1, size.width)).prefix(size.height)
    for (offset, line) in lines.enumerated() where area.row..<area.row + area.height ~= row + offset {
      draw(line, row: row + offset, column: column, width: size.width)
    }
  }
}
