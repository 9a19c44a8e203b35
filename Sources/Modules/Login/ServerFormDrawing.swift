import TerminalKit

/// Draws the two steps of signing in to a server: with air where there is room, else what is needed most.
@MainActor
struct ServerFormDrawing {
  private static let maxWidth = 70
  private static let labelWidth = 10
  private static let airyHeight = 10

  private let canvasArea: Rect

  init(in area: Rect) {
    let width = min(area.width - 3, Self.maxWidth)
    let column = area.column + max(2, (area.width - width) / 2)
    canvasArea = Rect(row: area.row, column: column, width: width, height: area.height)
  }

  private var isAiry: Bool { canvasArea.height >= Self.airyHeight }
  private var end: Int { canvasArea.row + canvasArea.height }
}

// MARK: - Which server

extension ServerFormDrawing {
  private static let hint = "A server, such as mastodon.social; or one of the demo’s accounts, such as password@demo."

  func draw(
    _ form: ServerForm, on canvas: inout Canvas, focus: @escaping @MainActor (ServerForm.Focus) -> Void
  ) {
    let isEnabled = form.canSubmit && !form.isSigningIn
    let said = form.notice ?? (isAiry || canvasArea.height > 3 ? LoginNotice(text: Self.hint) : nil)
    var row = canvasArea.row
    if isAiry {
      row += (canvasArea.height - Self.airyHeight) * 2 / 5
      canvas.draw("Sign in to an account", row: row, column: canvasArea.column, style: .bold)
      row += 2
    }
    let hasFocus = form.focus == .server && !form.isSigningIn
    drawField(form.server, "Server", on: &canvas, row: row, isFocused: hasFocus, line: isAiry)
    if !form.isSigningIn { addRegion(on: &canvas, row: row) { focus(.server) } }
    row += isAiry ? 3 : 1
    let buttonColumn = canvasArea.column + (isAiry ? Self.labelWidth : 0)
    if form.focus == .button, !form.isSigningIn { drawBar(on: &canvas, row: row) }
    if isEnabled { addRegion(on: &canvas, row: row) { focus(.button) } }
    canvas.draw(
      isEnabled ? "[ Continue ]" : "  Continue", row: row, column: buttonColumn,
      style: isEnabled ? .accentBold : .muted)
    row += isAiry ? 2 : 1
    if let said { draw(said, isHint: form.notice == nil, on: &canvas, row: row, height: end - row) }
  }
}

// MARK: - The page to consent at

extension ServerFormDrawing {
  func draw(
    _ form: ConsentForm, on canvas: inout Canvas, focus: @escaping @MainActor (ConsentForm.Focus) -> Void
  ) {
    let heading = StyledText(
      form.viewModel.canOpen ? "Open this address in a browser" : "Open this address in a browser, here or elsewhere",
      .bold)
    let scopes = TextLayout.wrap(StyledText(form.viewModel.scopes, .muted), width: canvasArea.width)
    let said = form.said.flatMap(lines)
    let gap = isAiry ? 1 : 0
    // The code and a line below it are there in any case; then comes the address, and what is asked to be allowed.
    let saidHeight = min(max(1, said.count), canvasArea.height > 5 ? 3 : 1)
    let below = 1 + gap * 2 + saidHeight
    var room = canvasArea.height - below
    let showsHeading = room > 1
    if showsHeading { room -= 1 + gap }
    let showsScopes = room > scopes.count + gap
    if showsScopes { room -= scopes.count + gap }
    let address = addressLines(form.viewModel.address, atMost: max(1, room))

    var row = canvasArea.row + (isAiry ? max(0, room - address.count) * 2 / 5 : 0)
    if showsHeading {
      canvas.draw(heading, row: row, column: canvasArea.column, width: canvasArea.width)
      row += 1 + gap
    }
    let isAddressFocused = form.focus == .address && !form.isSigningIn
    for line in address {
      if isAddressFocused { drawBar(on: &canvas, row: row) }
      canvas.draw(line, row: row, column: canvasArea.column, width: canvasArea.width, style: .link)
      if !form.isSigningIn { addRegion(on: &canvas, row: row) { focus(.address) } }
      row += 1
    }
    row += gap
    if showsScopes {
      for line in scopes {
        canvas.draw(line, row: row, column: canvasArea.column, width: canvasArea.width)
        row += 1
      }
      row += gap
    }
    drawField(
      form.code, "Code", on: &canvas, row: row, isFocused: form.focus == .code && !form.isSigningIn, line: false)
    if !form.isSigningIn { addRegion(on: &canvas, row: row) { focus(.code) } }
    row += 1 + gap
    guard end - row > 1 else {
      if end > row, let first = form.said.first { draw(first, on: &canvas, row: row, height: 1) }
      return
    }
    for (index, line) in said.prefix(end - row).enumerated() {
      canvas.draw(line, row: row + index, column: canvasArea.column, width: canvasArea.width)
    }
  }

  /// Cut hard at the edge, so that it can be marked and copied whole; what has no room ends with an ellipsis.
  private func addressLines(_ address: String, atMost height: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var width = 0
    let glyphs = TextLayout.glyphs(of: TextLayout.sanitized(address))
    for glyph in glyphs {
      if width + glyph.width > canvasArea.width {
        lines.append(line)
        (line, width) = ("", 0)
      }
      line += glyph.pieces.map(\.text).joined()
      width += glyph.width
    }
    if !line.isEmpty { lines.append(line) }
    guard lines.count > height else { return lines }
    let rest = lines[(height - 1)...].joined()
    return lines[..<(height - 1)] + [TextLayout.truncate(rest, to: canvasArea.width)]
  }
}

// MARK: - Parts

extension ServerFormDrawing {
  private func drawField(
    _ field: TextField, _ label: String, on canvas: inout Canvas, row: Int, isFocused: Bool, line: Bool
  ) {
    if isFocused { drawBar(on: &canvas, row: row) }
    canvas.draw(label, row: row, column: canvasArea.column, style: isFocused ? .bold : .muted)
    let place = canvasArea.inset(left: Self.labelWidth)
    field.draw(on: &canvas, row: row, column: place.column, width: place.width, isFocused: isFocused)
    guard line else { return }
    canvas.fill(Rect(row: row + 1, column: place.column, width: place.width, height: 1), with: "─", style: .rule)
  }

  private func drawBar(on canvas: inout Canvas, row: Int) {
    canvas.draw("▌", row: row, column: canvasArea.column - 2, style: .accent)
  }

  private func addRegion(on canvas: inout Canvas, row: Int, _ click: @escaping @MainActor () -> Void) {
    canvas.addRegion(Rect(row: row, column: canvasArea.column, width: canvasArea.width, height: 1), .click(click))
  }

  private func lines(of notice: LoginNotice) -> [StyledText] {
    let text = StyledText(TextLayout.sanitized(notice.text), notice.isFailure ? .failure : .notice)
    return TextLayout.wrap(text, width: canvasArea.width)
  }

  private func draw(_ notice: LoginNotice, isHint: Bool = false, on canvas: inout Canvas, row: Int, height: Int) {
    let text = StyledText(
      TextLayout.sanitized(notice.text), isHint ? .muted : notice.isFailure ? .failure : .notice)
    let lines = TextLayout.wrap(text, width: canvasArea.width)
    guard height > 1 || lines.count == 1 else {
      return _ = canvas.draw(text, row: row, column: canvasArea.column, width: canvasArea.width)
    }
    for (index, line) in lines.prefix(max(0, height)).enumerated() {
      canvas.draw(line, row: row + index, column: canvasArea.column, width: canvasArea.width)
    }
  }
}
