import TerminalKit

/// Draws the sign-in form: with spacing and rules if they fit, otherwise in three rows.
@MainActor
struct LoginFormDrawing {
  private static let maxWidth = 50
  private static let labelWidth = 10
  /// The minimum height of the spacious layout, in lines.
  private static let spaciousHeight = 10

  private let form: LoginForm
  private let focus: @MainActor (LoginForm.Focus) -> Void

  /// - Parameter focus: called for a click on a part of the form.
  init(_ form: LoginForm, focus: @escaping @MainActor (LoginForm.Focus) -> Void) {
    self.form = form
    self.focus = focus
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    let width = min(area.width - 3, Self.maxWidth)
    let column = area.column + max(2, (area.width - width) / 2)
    let fitted = Rect(row: area.row, column: column, width: width, height: area.height)
    if area.height >= Self.spaciousHeight {
      drawSpacious(on: &canvas, in: fitted)
    } else {
      drawCompact(on: &canvas, in: fitted)
    }
  }

  private func drawSpacious(on canvas: inout Canvas, in area: Rect) {
    let top = area.row + (area.height - Self.spaciousHeight) * 2 / 5
    let line = area.inset(left: Self.labelWidth)
    canvas.draw("Sign in to an account", row: top, column: area.column, width: area.width, style: .bold)
    drawField(form.handle, "Handle", .handle, on: &canvas, row: top + 2, in: area)
    canvas.fill(Rect(row: top + 3, column: line.column, width: line.width, height: 1), with: "─", style: .rule)
    drawField(form.password, "Password", .password, on: &canvas, row: top + 4, in: area)
    canvas.fill(Rect(row: top + 5, column: line.column, width: line.width, height: 1), with: "─", style: .rule)
    drawButton(on: &canvas, row: top + 7, in: line)
    drawNotice(on: &canvas, in: area.inset(top: top + 9 - area.row))
  }

  private func drawCompact(on canvas: inout Canvas, in area: Rect) {
    drawField(form.handle, "Handle", .handle, on: &canvas, row: area.row, in: area)
    drawField(form.password, "Password", .password, on: &canvas, row: area.row + 1, in: area)
    // With three rows, a notice replaces the button.
    let noticeTop = area.height > 3 ? 3 : 2
    if noticeTop == 3 || form.notice == nil { drawButton(on: &canvas, row: area.row + 2, in: area) }
    drawNotice(on: &canvas, in: area.inset(top: noticeTop))
  }

  private func drawField(
    _ field: TextField, _ label: String, _ focus: LoginForm.Focus, on canvas: inout Canvas, row: Int, in area: Rect
  ) {
    let isFocused = isFocused(focus)
    if isFocused { drawBar(on: &canvas, row: row, in: area) }
    canvas.draw(label, row: row, column: area.column, style: isFocused ? .bold : .muted)
    let fieldArea = area.inset(left: Self.labelWidth)
    addRegion(focus, on: &canvas, row: row, in: area)
    field.draw(on: &canvas, row: row, column: fieldArea.column, width: fieldArea.width, isFocused: isFocused)
  }

  /// A disabled button has no square brackets, so that it also looks different without colours.
  private func drawButton(on canvas: inout Canvas, row: Int, in area: Rect) {
    let isEnabled = form.canSubmit && !form.isSigningIn
    if isFocused(.button) { drawBar(on: &canvas, row: row, in: area) }
    if isEnabled { addRegion(.button, on: &canvas, row: row, in: area) }
    canvas.draw(
      isEnabled ? "[ Sign in ]" : "  Sign in", row: row, column: area.column, width: area.width,
      style: isEnabled ? .accentBold : .muted)
  }

  private func addRegion(_ part: LoginForm.Focus, on canvas: inout Canvas, row: Int, in area: Rect) {
    guard !form.isSigningIn else { return }
    let region = Rect(row: row, column: area.column, width: area.width, height: 1)
    canvas.addRegion(region, .click { [focus] in focus(part) })
  }

  private func drawBar(on canvas: inout Canvas, row: Int, in area: Rect) {
    canvas.draw("▌", row: row, column: area.column - 2, style: .accent)
  }

  private func drawNotice(on canvas: inout Canvas, in area: Rect) {
    guard let notice = form.notice else { return }
    let text = StyledText(TextLayout.sanitized(notice.text), notice.isFailure ? .failure : .notice)
    let lines = TextLayout.wrap(text, width: area.width)
    guard area.height > 1 || lines.count == 1 else {
      canvas.draw(text, row: area.row, column: area.column, width: area.width)
      return
    }
    for (index, line) in lines.prefix(area.height).enumerated() {
      canvas.draw(line, row: area.row + index, column: area.column, width: area.width)
    }
  }

  private func isFocused(_ focus: LoginForm.Focus) -> Bool {
    form.focus == focus && !form.isSigningIn
  }
}
