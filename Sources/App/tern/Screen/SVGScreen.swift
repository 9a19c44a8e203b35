import FoundationEssentials
import NcursesKit
import TerminalKit

/// A screen as SVG. Each run of cells with the same style is one text element with a fixed position and width, so that
/// fonts of other widths do not shift what follows.
struct SVGScreen {
  private let theme: Theme

  init(_ theme: Theme) {
    self.theme = theme
  }

  private static let cellWidth = 9.0
  private static let cellHeight = 19.0
  private static let margin = 14.0
  /// The pixels of a picture for each unit of the drawing.
  private static let scale = 2.0
  /// The size of a cell for pictures in pixels.
  static let pictureCell = Size(width: Int(cellWidth * scale), height: Int(cellHeight * scale))

  /// - Parameter pictures: the pictures in pixels, which cover their cells.
  func render(_ canvas: Canvas, pictures: [PlacedPicture] = []) -> String {
    let width = Double(canvas.size.width) * Self.cellWidth + 2 * Self.margin
    let height = Double(canvas.size.height) * Self.cellHeight + 2 * Self.margin
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.number(width))" height="\(Self.number(height))" \
      viewBox="0 0 \(Self.number(width)) \(Self.number(height))">
      """,
      #"<rect width="100%" height="100%" rx="8" fill="\#(background)"/>"#,
      """
      <g font-family="DejaVu Sans Mono, Noto Sans Mono, Noto Sans Mono CJK JP, Menlo, Consolas, monospace" \
      font-size="15" xml:space="preserve">
      """,
    ]
    for row in 0..<canvas.size.height {
      let runs = runs(of: row, in: canvas)
      // Backgrounds first, because a character may be wider than its cell.
      lines += boxes(under: runs, row: row) + runs.map { element(for: $0, row: row) }.filter { !$0.isEmpty }
      lines += pictureElements(of: row, in: canvas)
    }
    lines += pictures.compactMap(pixelElement)
    if let cursor = canvas.cursor { lines.append(cursorElement(cursor)) }
    return (lines + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
  }

  private struct Run {
    var column: Int
    var columns: Int
    var text: String
    var style: Style

    /// The character if it is drawn as a shape, otherwise nil.
    var shape: String? { SVGShape.rectangle(for: text) == nil ? nil : text }
  }

  private func runs(of row: Int, in canvas: Canvas) -> [Run] {
    var runs: [Run] = []
    for column in 0..<canvas.size.width {
      let cell = canvas[row, column]
      guard cell.width > 0, cell.pictureColors == nil else { continue }
      // Characters outside ASCII may come from another font, so each is an element of its own.
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
    return runs.filter { run in
      run.text.contains { $0 != " " } || colors(of: run.style).background != background
    }
  }

  /// A rectangle for adjacent runs with the same background, if it differs from that of the screen.
  private func boxes(under runs: [Run], row: Int) -> [String] {
    var boxes: [(columns: Range<Int>, backgroundColor: String)] = []
    for run in runs {
      let (columns, backgroundColor) = (run.column..<run.column + run.columns, colors(of: run.style).background)
      if let last = boxes.last, last.backgroundColor == backgroundColor, last.columns.upperBound == columns.lowerBound {
        boxes[boxes.count - 1].columns = last.columns.lowerBound..<columns.upperBound
      } else {
        boxes.append((columns, backgroundColor))
      }
    }
    return boxes.filter { $0.backgroundColor != background }.map { box in
      rect(
        Self.margin + Double(box.columns.lowerBound) * Self.cellWidth, Self.margin + Double(row) * Self.cellHeight,
        width: Double(box.columns.count) * Self.cellWidth, height: Self.cellHeight, fill: box.backgroundColor,
        isCrisp: true)
    }
  }

  private func element(for run: Run, row: Int) -> String {
    let x = Self.margin + Double(run.column) * Self.cellWidth
    let y = Self.margin + Double(row) * Self.cellHeight
    let width = Double(run.columns) * Self.cellWidth
    let appearance = theme.appearance(of: run.style)
    let color = colors(of: run.style).text
    if run.text.allSatisfy({ $0 == " " }), !appearance.attributes.contains(.underline) { return "" }
    if let shape = SVGShape.rectangle(for: run.text) {
      let left = x + shape.x * Self.cellWidth
      let top = y + shape.y * Self.cellHeight
      return rect(
        left, top, width: shape.width * (shape.width < 1 ? Self.cellWidth : width),
        height: shape.height * Self.cellHeight,
        fill: color)
    }
    var attributes = #"x="\#(Self.number(x))" y="\#(Self.number(y + 14))" textLength="\#(Self.number(width))""#
    attributes += #" lengthAdjust="spacingAndGlyphs" fill="\#(color)""#
    if appearance.attributes.contains(.bold) { attributes += #" font-weight="bold""# }
    if appearance.attributes.contains(.italic) { attributes += #" font-style="italic""# }
    if appearance.attributes.contains(.underline) { attributes += #" text-decoration="underline""# }
    return "<text \(attributes)>\(Self.escaped(run.text))</text>"
  }

  /// The cells of pictures: the background, and the filled parts of the character.
  private func pictureElements(of row: Int, in canvas: Canvas) -> [String] {
    (0..<canvas.size.width).flatMap { column -> [String] in
      let cell = canvas[row, column]
      guard let colors = cell.pictureColors else { return [] }
      let x = Self.margin + Double(column) * Self.cellWidth
      let y = Self.margin + Double(row) * Self.cellHeight
      let text = colors.foreground.map(Self.hex) ?? self.colors(of: .plain).text
      var elements: [String] = []
      if let backgroundColor = colors.background {
        elements.append(
          rect(x, y, width: Self.cellWidth, height: Self.cellHeight, fill: Self.hex(backgroundColor), isCrisp: true))
      }
      guard let parts = SVGShape.block(cell.text) else {
        guard cell.text != " " else { return elements }
        let position = #"x="\#(Self.number(x))" y="\#(Self.number(y + 14))""#
        return elements + ["<text \(position) fill=\"\(text)\">\(Self.escaped(cell.text))</text>"]
      }
      return elements
        + parts.map { part in
          rect(
            x + part.x * Self.cellWidth, y + part.y * Self.cellHeight, width: part.width * Self.cellWidth,
            height: part.height * Self.cellHeight, fill: text, isCrisp: true)
        }
    }
  }

  private func pixelElement(of picture: PlacedPicture) -> String? {
    guard let pixels = picture.image.pixels, let png = PNGEncoder.png(of: pixels) else { return nil }
    let x = Self.margin + Double(picture.position.column) * Self.cellWidth
    let y = Self.margin + Double(picture.position.row) * Self.cellHeight
    // The cells below show at the edges of a smaller picture.
    let cells = rect(
      x, y, width: Double(picture.image.size.width) * Self.cellWidth,
      height: Double(picture.image.size.height) * Self.cellHeight, fill: background, isCrisp: true)
    let position = #"x="\#(Self.number(x))" y="\#(Self.number(y))""#
    let (width, height) = (Double(pixels.size.width) / Self.scale, Double(pixels.size.height) / Self.scale)
    let size = #"width="\#(Self.number(width))" height="\#(Self.number(height))""#
    return cells + "\n<image \(position) \(size) href=\"data:image/png;base64,\(Data(png).base64EncodedString())\"/>"
  }

  private func cursorElement(_ cursor: Point) -> String {
    let x = Self.margin + Double(cursor.column) * Self.cellWidth
    let y = Self.margin + Double(cursor.row) * Self.cellHeight
    return rect(x, y, width: 2, height: Self.cellHeight, fill: colors(of: .plain).text)
  }

  private func rect(
    _ x: Double, _ y: Double, width: Double, height: Double, fill: String, isCrisp: Bool = false
  ) -> String {
    let position = #"x="\#(Self.number(x))" y="\#(Self.number(y))""#
    let size = #"width="\#(Self.number(width))" height="\#(Self.number(height))""#
    // Avoids visible seams between adjacent rectangles.
    let crisp = isCrisp ? #" shape-rendering="crispEdges""# : ""
    return "<rect \(position) \(size) fill=\"\(fill)\"\(crisp)/>"
  }

  /// Replaces the terminal's own background colour.
  private var background: String { Self.hex(backgroundColor) }

  var backgroundColor: RGB {
    switch theme.background {
    case .rgb(let color)?: color
    case .terminal(let number)?: RGB(Self.ansi[number & 15])
    case nil: theme.isLight ? RGB(0xFFFFFF) : RGB(0x16191D)
    }
  }

  private func colors(of style: Style) -> (text: String, background: String) {
    let appearance = theme.appearance(of: style)
    let text = appearance.color.map(Self.hex) ?? (theme.isLight ? "#24292f" : "#d8dce2")
    let backgroundColor = appearance.background.map(Self.hex) ?? background
    return appearance.attributes.contains(.reverse) ? (backgroundColor, text) : (text, backgroundColor)
  }

  private static func hex(_ paint: Theme.Paint) -> String {
    switch paint {
    case .rgb(let color): hex(color)
    case .terminal(let number): hex(RGB(ansi[number & 15]))
    }
  }

  private static func hex(_ color: RGB) -> String {
    let digits = String(color.number, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The sixteen colours of VTE.
  private static let ansi: [UInt32] = [
    0x000000, 0xCC0000, 0x4E9A06, 0xC4A000, 0x3465A4, 0x75507B, 0x06989A, 0xD3D7CF, 0x555753, 0xEF2929, 0x8AE234,
    0xFCE94F, 0x729FCF, 0xAD7FA8, 0x34E2E2, 0xEEEEEC,
  ]

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

/// Characters drawn as shapes, so that adjacent cells connect in every font.
enum SVGShape {
  /// A rectangle in fractions of a cell.
  struct Rectangle {
    var x = 0.0
    var y = 0.0
    var width = 1.0
    var height = 1.0
  }

  /// The shape of a character, or nil if it is drawn as text.
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

  /// The parts of a cell that a block element fills (Unicode’s U+2580 to U+259F); nil for any other character.
  static func block(_ text: String) -> [Rectangle]? {
    guard let value = text.unicodeScalars.first?.value, 0x2580...0x259F ~= value else { return nil }
    switch value {
    case 0x2580: return [Rectangle(height: 0.5)]
    case 0x2581...0x2588:
      let height = Double(value - 0x2580) / 8
      return [Rectangle(y: 1 - height, height: height)]
    case 0x2589...0x258F: return [Rectangle(width: Double(0x2590 - value) / 8)]
    case 0x2590: return [Rectangle(x: 0.5, width: 0.5)]
    case 0x2594: return [Rectangle(height: 0.125)]
    case 0x2595: return [Rectangle(x: 0.875, width: 0.125)]
    case 0x2596...0x259F:
      // Upper left, upper right, lower left, lower right.
      let quarters: [[Int]] = [[2], [3], [0], [0, 2, 3], [0, 3], [0, 1, 2], [0, 1, 3], [1], [1, 2], [1, 2, 3]]
      return quarters[Int(value - 0x2596)].map { quarter in
        Rectangle(x: quarter % 2 == 0 ? 0 : 0.5, y: quarter < 2 ? 0 : 0.5, width: 0.5, height: 0.5)
      }
    default: return nil
    }
  }

  /// Whether adjacent equal characters are drawn as one shape.
  static func joinsAcross(_ text: String) -> Bool { ["█", "─", "━"].contains(text) }
}
