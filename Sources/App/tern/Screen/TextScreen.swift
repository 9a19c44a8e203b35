import TerminalKit

/// A screen as plain text without trailing spaces.
enum TextScreen {
  static func render(_ canvas: Canvas) -> String {
    (0..<canvas.size.height).map { row in
      let line = (0..<canvas.size.width).map { canvas[row, $0].text }.joined()
      return line.trimmedEnd + "\n"
    }.joined()
  }
}

/// A screen as text with ECMA-48 colours, for `cat` in a terminal.
enum AnsiScreen {
  static func render(_ canvas: Canvas, _ theme: Theme) -> String {
    var text = ""
    for row in 0..<canvas.size.height {
      // The look of the preceding cell: a style, or the colours of a picture.
      var (style, picture): (Style, Canvas.PictureColors?) = (.plain, nil)
      for column in 0..<canvas.size.width {
        let cell = canvas[row, column]
        if cell.style != style || cell.pictureColors != picture, cell.width > 0 {
          (style, picture) = (cell.style, cell.pictureColors)
          text += picture.map(sequence) ?? sequence(for: style, theme)
        }
        text += cell.text
      }
      text += (style == .plain && picture == nil ? "" : "\u{1B}[0m") + "\n"
    }
    return text
  }

  private static func sequence(for style: Style, _ theme: Theme) -> String {
    let look = theme.appearance(of: style)
    var codes = ["0"]
    if look.attributes.contains(.bold) { codes.append("1") }
    if look.attributes.contains(.italic) { codes.append("3") }
    if look.attributes.contains(.underline) { codes.append("4") }
    if look.attributes.contains(.reverse) { codes.append("7") }
    if let color = look.color { codes.append("38;5;\(number(of: color))") }
    if let background = look.background { codes.append("48;5;\(number(of: background))") }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func sequence(for colors: Canvas.PictureColors) -> String {
    var codes = ["0"]
    if let color = colors.foreground { codes.append("38;5;\(color.nearestXterm256)") }
    if let color = colors.background { codes.append("48;5;\(color.nearestXterm256)") }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func number(of paint: Theme.Paint) -> Int {
    switch paint {
    case .rgb(let color): color.nearestXterm256
    case .terminal(let number): number
    }
  }
}

extension String {
  /// The text without trailing spaces.
  var trimmedEnd: Substring {
    self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]
  }
}
