import TerminalKit

/// Draws the form: with air and lines under the fields where there is room, else in three rows.
@MainActor
struct LoginFormDrawing {
  private static let maxWidth = 50
  private static let labelWidth = 10
  private static let airyHeight = 10

  private let form: LoginForm
  private let focus: @MainActor (LoginForm.Focus) -> Void

  /// - Parameter focus: what a click on a part of the form does.
  init(_ form: LoginForm, focus: @escaping @MainActor (LoginForm.Focus) -> Void) {
    self.form = form
    self.focus = focus
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    let width = min(area.width - 3, Self.maxWidth)
    let column = area.column + max(2, (area.width - width) / 2)
    let place = Rect(row: area.row, column: column, width: width, height: area.height)
    if area.height >= Self.airyHeight { drawAiry(on: &canvas, in: place) } else { drawDense(on: &canvas, in: place) }
  }

  private func drawAiry(on canvas: inout Canvas, in area: Rect) {
    let top = area.row + (area.height - Self.airyHeight) * 2 / 5
    let line = area.inset(left: Self.labelWidth)
    canvas.draw("Sign in to an account", row: top, column: area.column, width: area.width, style: .bold)
    drawField(form.handle, "Handle", .handle, on: &canvas, row: top + 2, in: area)
    canvas.fill(Rect(row: top + 3, column: line.column, width: line.width, height: 1), with: "─", style: .rule)
    drawField(form.password, "Password", .password, on: &canvas, row: top + 4, in: area)
    canvas.fill(Rect(row: top + 5, column: line.column, width: line.width, height: 1), with: "─", style: .rule)
    drawButton(on: &canvas, row: top + 7, in: line)
    drawNotice(on: &canvas, in: area.inset(top: top + 9 - area.row))
  }

  private func drawDense(on canvas: inout Canvas, in area: Rect) {
    drawField(form.handle, "Handle", .handle, on: &canvas, row: area.row, in: area)
    drawField(form.password, "Password", .password, on: &canvas, row: area.row + 1, in: area)
    // In three rows, what there is to know takes the button's place.
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
    let place = area.inset(left: Self.labelWidth)
    addRegion(focus, on: &canvas, row: row, in: area)
    field.draw(on: &canvas, row: row, column: place.column, width: place.width, isFocused: isFocused)
  }

  /// Without its brackets the button cannot be pressed: no colour is needed to see it.
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
    let place = Rect(row: row, column: area.column, width: area.width, height: 1)
    canvas.addRegion(place, .click { [focus] in focus(part) })
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
