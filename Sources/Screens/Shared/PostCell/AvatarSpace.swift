import TerminalKit

/// The space of an avatar next to a post or a profile.
public enum AvatarSpace {
  /// The number of its picture in a row. Pictures of posts count from 0.
  public static let number = -1
  /// About a square.
  static let size = Size(width: 4, height: 2)
  /// The columns from the left edge to the text.
  static let indent = size.width + 1
  /// A narrower cell has no avatar.
  static let minWidth = 30

  /// Lines with an avatar at their left.
  public static func layout(beside layout: RowLayout) -> RowLayout {
    var layout = layout
    let margin = StyledText(String(repeating: " ", count: indent))
    layout.lines = layout.lines.map { $0.spans.isEmpty ? $0 : margin + $0 }
    while layout.lines.count < size.height { layout.lines.append(StyledText()) }
    for index in layout.pictures.indices { layout.pictures[index].column += indent }
    layout.pictures.insert(PictureSpace(number: number, line: 0, column: 0, size: size), at: 0)
    return layout
  }

  /// The width next to an avatar; nil if the width is too small for one.
  public static func width(besideAvatarIn width: Int) -> Int? { width < minWidth ? nil : width - indent }
}
