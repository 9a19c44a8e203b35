import TerminalKit

/// A screen as a picture: each run of cells that look the same is a text of its own, pinned to its columns, so that no
/// font moves what follows.
enum SVGScreen {
  private static let cellWidth = 9.0
  private static let cellHeight = 19.0
  private static let margin = 14.0

  static func render(_ canvas: Canvas) -> String {
    let width = Double(canvas.size.width) * cellWidth + 2 * margin
    let height = Double(canvas.size.height) * cellHeight + 2 * margin
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(width))" height="\(number(height))" \
      viewBox="0 0 \(number(width)) \(number(height))">
      """,
      #"<rect width="100%" height="100%" rx="8" fill="\#(background)"/>"#,
      """
      <g font-family="DejaVu Sans Mono, Noto Sans Mono, Noto Sans Mono CJK JP, Menlo, Consolas, monospace" \
      font-size="15" xml:space="preserve">
      """,
    ]
    for row in 0..<canvas.size.height { lines += runs(of: row, in: canvas).map { element(for: $0, row: row) } }
    if let cursor = canvas.cursor { lines.append(cursorElement(cursor)) }
    return (lines + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
  }

  private struct Run {
    var column: Int
    var columns: Int
    var text: String
    var style: Style

    /// The character, where it is drawn as a shape.
    var shape: String? { SVGShape.rectangle(for: text) == nil ? nil : text }
  }

  private static func runs(of row: Int, in canvas: Canvas) -> [Run] {
    var runs: [Run] = []
    for column in 0..<canvas.size.width {
      let cell = canvas[row, column]
      guard cell.width > 0 else { continue }
      // What is not plain ASCII may come from another font: it stands by itself.
      let joins = runs.last.map { last in
        last.style == cell.style && last.column + last.columns == column
          && (cell.text.isPlain && last.text.isPlain || cell.text == last.shape && SVGShape.joinsAcross(cell.text))
      }
      if joins == true {
        if runs[runs.count - 1].shape == nil { runs[runs.count - 1].text += cell.text }
        runs[runs.count - 1].columns += 1
      } else {
        runs.append(Run(column: column, columns: Int(cell.width), text: cell.text, style: cell.style))
      }
    }
    return runs.filter { $0.text.contains { $0 != " " } || $0.style.attributes.contains(.reverse) }
  }

  private static func element(for run: Run, row: Int) -> String {
    let x = margin + Double(run.column) * cellWidth
    let y = margin + Double(row) * cellHeight
    let width = Double(run.columns) * cellWidth
    let isReverse = run.style.attributes.contains(.reverse)
    let color = color(run.style.color)
    if let shape = SVGShape.rectangle(for: run.text), !isReverse {
      let left = x + shape.x * cellWidth
      let top = y + shape.y * cellHeight
      return rect(
        left, top, width: shape.width * (shape.width < 1 ? cellWidth : width), height: shape.height * cellHeight,
        fill: color)
    }
    var attributes = #"x="\#(number(x))" y="\#(number(y + 14))" textLength="\#(number(width))""#
    attributes += #" lengthAdjust="spacingAndGlyphs" fill="\#(isReverse ? background : color)""#
    if run.style.attributes.contains(.bold) { attributes += #" font-weight="bold""# }
    if run.style.attributes.contains(.underline) { attributes += #" text-decoration="underline""# }
    let box = isReverse ? rect(x, y, width: width, height: cellHeight, fill: color) : ""
    return "\(box)<text \(attributes)>\(escaped(run.text))</text>"
  }

  private static func cursorElement(_ cursor: Point) -> String {
    let x = margin + Double(cursor.column) * cellWidth
    let y = margin + Double(cursor.row) * cellHeight
    return rect(x, y, width: 2, height: cellHeight, fill: color(.plain))
  }

  private static func rect(_ x: Double, _ y: Double, width: Double, height: Double, fill: String) -> String {
    #"<rect x="\#(number(x))" y="\#(number(y))" width="\#(number(width))" height="\#(number(height))" fill="\#(fill)"/>"#
  }

  private static let background = "#16191d"

  private static func color(_ color: Style.Color) -> String {
    switch color {
    case .plain: "#d8dce2"
    case .accent: "#2bb5d8"
    case .muted: "#858b94"
    case .link: "#7b9ce8"
    case .notice: "#e0a03c"
    case .failure: "#e0696b"
    case .mention: "#c98bd6"
    case .tag: "#7fb069"
    case .media: "#a594e0"
    case .rule: "#3d434b"
    }
  }

  private static func number(_ number: Double) -> String {
    let hundredths = (number * 100).rounded()
    return hundredths.remainder(dividingBy: 100) == 0 ? "\(Int(hundredths / 100))" : "\(hundredths / 100)"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

extension String {
  fileprivate var isPlain: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

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
