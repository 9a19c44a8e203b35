/// The last row: status or prompt on the left, hints for the active keys on the right.
@MainActor
struct BottomLineView {
  /// Minimum cells for the text of a prompt, if the screen is wide enough.
  private static let minField = 8

  private static let minStatus = 12
  /// Cells between the status and the hints.
  private static let gap = 2

  let content: BottomLine
  let hints: HintDrawing

  func draw(on canvas: inout Canvas, row: Int) {
    let width = canvas.size.width
    switch content {
    case .status(let text): draw(PersistentStatus(text: text, brief: ""), on: &canvas, row: row)
    case .persistent(let status): draw(status, on: &canvas, row: row)
    case .prompt(let label, let field):
      // The typed text takes precedence over the hints, and the cancel hint over the label.
      let available = width - max(Self.minField, width / 4) - 4
      let dismissal = hints.dismissalWidth
      let labelWidth = min(TextLayout.width(of: label), width / 2)
      let hidesLabel = 1...max(1, available) ~= dismissal && dismissal > available - 1 - labelWidth
      let end = hidesLabel ? 0 : canvas.draw(label, row: row, column: 1, width: width / 2, style: .accentBold)
      let hintsWidth = hints.draw(on: &canvas, row: row, maxWidth: available - end)
      let margin = hintsWidth == 0 ? 2 : hintsWidth + 4
      field.draw(on: &canvas, row: row, column: end + 1, width: width - end - margin, isFocused: true)
    }
  }

  private func draw(_ status: PersistentStatus, on canvas: inout Canvas, row: Int) {
    let width = canvas.size.width
    let style: Style = status.isFailure ? .failure : .muted
    let statusWidth = TextLayout.width(of: status.text)
    // Hints take precedence over the status, which may take at most half of a narrow row.
    let freeWidth = width - (statusWidth == 0 ? 1 : min(statusWidth, width / 2) + 4)
    let preferredWidth = max(freeWidth, hints.leadingWidth(in: width - 2))
    // The brief status is always shown.
    let briefWidth = TextLayout.width(of: status.brief)
    let maxHintsWidth = briefWidth == 0 ? preferredWidth : min(preferredWidth, width - briefWidth - Self.gap - 2)
    let hintsWidth = hints.draw(on: &canvas, row: row, maxWidth: max(0, maxHintsWidth))
    let maxStatusWidth = width - hintsWidth - 3
    guard statusWidth > maxStatusWidth else {
      canvas.draw(status.text, row: row, column: 1, style: style)
      return
    }
    let shown = Self.part(of: status.text, width: maxStatusWidth)
    // The beginning of a truncated short status would be misleading.
    let fits = TextLayout.width(of: shown) <= maxStatusWidth
    if briefWidth > 0, !fits {
      canvas.draw(status.brief, row: row, column: 1, width: width - 2, style: style)
    } else if fits || maxStatusWidth >= Self.minStatus {
      canvas.draw(shown, row: row, column: 1, width: maxStatusWidth, style: style)
    }
  }

  /// The leading parts of a status that fit, at least the first: "3 of 74" of "3 of 74 · 6/16".
  private static func part(of status: String, width: Int) -> String {
    var shown = status[...]
    while TextLayout.width(of: String(shown)) > width, let end = shown.ranges(of: " · ").last?.lowerBound {
      shown = shown[..<end]
    }
    return String(shown)
  }
}
