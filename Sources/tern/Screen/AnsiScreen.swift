import TerminalKit

/// A screen as text with the colours of ECMA-48, to be shown with `cat`.
enum AnsiScreen {
  static func render(_ canvas: Canvas) -> String {
    var text = ""
    for row in 0..<canvas.size.height {
      var style = Style.plain
      for column in 0..<canvas.size.width {
        let cell = canvas[row, column]
        if cell.style != style, cell.width > 0 {
          text += sequence(for: cell.style)
          style = cell.style
        }
        text += cell.text
      }
      text += (style == .plain ? "" : "\u{1B}[0m") + "\n"
    }
    return text
  }

  private static func sequence(for style: Style) -> String {
    var codes = ["0"]
    if style.attributes.contains(.bold) { codes.append("1") }
    if style.attributes.contains(.underline) { codes.append("4") }
    if style.attributes.contains(.reverse) { codes.append("7") }
    if let color = style.color.xterm256 { codes.append("38;5;\(color)") }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}
