/// Characters that are drawn as shapes, so that they meet from cell to cell in every font.
enum SVGShape {
  /// A rectangle in parts of a cell.
  struct Rectangle {
    var x = 0.0
    var y = 0.0
    var width = 1.0
    var height = 1.0
  }

  /// nil where the character is text.
  static func rectangle(for text: String) -> Rectangle? {
    switch text {
    case "▌": Rectangle(x: 0.1, width: 0.4)
    case "█": Rectangle()
    case "─": Rectangle(y: 0.48, height: 0.06)
    case "━": Rectangle(y: 0.45, height: 0.12)
    case "│": Rectangle(x: 0.45, width: 0.12)
    default: nil
    }
  }

  /// Whether neighbours make one shape.
  static func joinsAcross(_ text: String) -> Bool { ["█", "─", "━"].contains(text) }
}
