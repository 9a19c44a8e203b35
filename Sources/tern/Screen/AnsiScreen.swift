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
    switch style.color {
    case .plain: break
    case .accent: codes.append("38;5;38")
    case .muted: codes.append("38;5;244")
    case .link: codes.append("38;5;68")
    case .notice: codes.append("38;5;172")
    case .failure: codes.append("38;5;167")
    }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}
