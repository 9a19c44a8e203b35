/// The last row: what the screen has to say on the left, keys that work right now on the right.
@MainActor
struct BottomLineView {
  /// Cells for what is typed, where the screen has them.
  private static let minField = 8

  private static let minStatus = 12
  /// Cells between a status and the keys.
  private static let gap = 2

  let content: BottomLine
  let hints: HintDrawing

  func draw(on canvas: inout Canvas, row: Int) {
    let width = canvas.size.width
    switch content {
    case .status(let text): draw(LastingStatus(text: text, brief: ""), on: &canvas, row: row)
    case .lasting(let status): draw(status, on: &canvas, row: row)
    case .prompt(let label, let field):
      // What is typed matters more than the keys, and the way out more than the label.
      let most = width - max(Self.minField, width / 4) - 4
      let wayOut = hints.wayOutWidth
      let isInTheWay = 1...max(1, most) ~= wayOut && wayOut > most - 1 - min(TextLayout.width(of: label), width / 2)
      let end = isInTheWay ? 0 : canvas.draw(label, row: row, column: 1, width: width / 2, style: .accentBold)
      let hintsWidth = hints.draw(on: &canvas, row: row, room: most - end)
      let margin = hintsWidth == 0 ? 2 : hintsWidth + 4
      field.draw(on: &canvas, row: row, column: end + 1, width: width - end - margin, isFocused: true)
    }
  }

  private func draw(_ status: LastingStatus, on canvas: inout Canvas, row: Int) {
    let width = canvas.size.width
    let style: Style = status.isFailure ? .failure : .muted
    let statusWidth = TextLayout.width(of: status.text)
    // The keys matter more than the status: it may take half of a narrow row.
    let room = width - (statusWidth == 0 ? 1 : min(statusWidth, width / 2) + 4)
    let keysRoom = max(room, hints.leadingWidth(in: width - 2))
    // But for what has to stay.
    let briefWidth = TextLayout.width(of: status.brief)
    let most = briefWidth == 0 ? keysRoom : min(keysRoom, width - briefWidth - Self.gap - 2)
    let hintsWidth = hints.draw(on: &canvas, row: row, room: max(0, most))
    let statusRoom = width - hintsWidth - 3
    guard statusWidth > statusRoom else {
      canvas.draw(status.text, row: row, column: 1, style: style)
      return
    }
    let shown = Self.part(of: status.text, width: statusRoom)
    // The beginning of a short status says nothing, or something else.
    let isWhole = TextLayout.width(of: shown) <= statusRoom
    if briefWidth > 0, !isWhole {
      canvas.draw(status.brief, row: row, column: 1, width: width - 2, style: style)
    } else if isWhole || statusRoom >= Self.minStatus {
      canvas.draw(shown, row: row, column: 1, width: statusRoom, style: style)
    }
  }

  /// As many of the parts of a status as there is room for, the first one in any case: “3 of 74” of “3 of 74 · 6/16”.
  private static func part(of status: String, width: Int) -> String {
    var shown = status[...]
    while TextLayout.width(of: String(shown)) > width, let end = shown.ranges(of: " · ").last?.lowerBound {
      shown = shown[..<end]
    }
    return String(shown)
  }
}
