import TerminalKit

/// Draws the two steps of signing in to a server: with spacing if it fits, otherwise only the essentials.
@MainActor
struct ServerFormDrawing {
  private static let maxWidth = 70
  /// The minimum width of the form next to a QR code.
  private static let minWidthNextToCode = 36
  private static let codeHint = "A larger window shows the address as a QR code."
  private static let labelWidth = 10
  private static let spaciousHeight = 10

  private let canvasArea: Rect
  private let area: Rect
  /// Drawn to the right of the consent form; empty if there is none or it does not fit.
  private let qrCode: [StyledText]
  /// Whether there is a QR code that does not fit.
  private let isCodeTooLarge: Bool

  /// - Parameter qrCode: a QR code for the consent form, as lines.
  init(in area: Rect, qrCode: [StyledText] = []) {
    self.area = area
    let codeWidth = qrCode.first.map { TextLayout.width(of: $0.plain) } ?? 0
    let fits = qrCode.count <= area.height && Self.minWidthNextToCode + codeWidth + 6 <= area.width
    self.qrCode = fits ? qrCode : []
    isCodeTooLarge = !fits && !qrCode.isEmpty
    let free = self.qrCode.isEmpty ? area.width : area.width - codeWidth - 2
    let width = min(free - 3, Self.maxWidth)
    let column = area.column + max(2, (free - width) / 2)
    canvasArea = Rect(row: area.row, column: column, width: width, height: area.height)
  }

  private var isSpacious: Bool { canvasArea.height >= Self.spaciousHeight }
  private var end: Int { canvasArea.row + canvasArea.height }
}

// MARK: - Server form

extension ServerFormDrawing {
  func draw(
    _ form: ServerForm, on canvas: inout Canvas, focus: @escaping @MainActor (ServerForm.Focus) -> Void
  ) {
    let isEnabled = form.canSubmit && !form.isSigningIn
    let notice = form.notice ?? (isSpacious || canvasArea.height > 3 ? LoginNotice(text: form.hint) : nil)
    var row = canvasArea.row
    if isSpacious {
      row += (canvasArea.height - Self.spaciousHeight) * 2 / 5
      canvas.draw("Sign in to an account", row: row, column: canvasArea.column, style: .bold)
      row += 2
    }
    let hasFocus = form.focus == .server && !form.isSigningIn
    drawField(form.server, "Server", on: &canvas, row: row, isFocused: hasFocus, line: isSpacious)
    if !form.isSigningIn { addRegion(on: &canvas, row: row) { focus(.server) } }
    row += isSpacious ? 3 : 1
    let buttonColumn = canvasArea.column + (isSpacious ? Self.labelWidth : 0)
    if form.focus == .button, !form.isSigningIn { drawBar(on: &canvas, row: row) }
    if isEnabled { addRegion(on: &canvas, row: row) { focus(.button) } }
    canvas.draw(
      isEnabled ? "[ Continue ]" : "  Continue", row: row, column: buttonColumn,
      style: isEnabled ? .accentBold : .muted)
    row += isSpacious ? 2 : 1
    if let notice { draw(notice, isHint: form.notice == nil, on: &canvas, row: row, height: end - row) }
  }
}

// MARK: - Consent form

extension ServerFormDrawing {
  func draw(
    _ form: ConsentForm, on canvas: inout Canvas, focus: @escaping @MainActor (ConsentForm.Focus) -> Void
  ) {
    let heading = StyledText(
      form.viewModel.canOpen ? "Open this address in a browser" : "Open this address in a browser on any device",
      .bold)
    let remarks = [isCodeTooLarge ? Self.codeHint : "", form.viewModel.scopes].filter { !$0.isEmpty }
    let remarkLines = TextLayout.wrap(StyledText(remarks.joined(separator: " "), .muted), width: canvasArea.width)
    let notices = form.notices.flatMap(lines)
    let gap = isSpacious ? 1 : 0
    // The code and one notice line always fit. The address comes next, then the heading, then the remarks.
    let noticeHeight = min(max(1, notices.count), canvasArea.height > 5 ? 3 : 1)
    var heightLeft = canvasArea.height - (1 + gap * 2 + noticeHeight)
    let address = addressLines(form.viewModel.address, atMost: max(1, heightLeft))
    let showsHeading = heightLeft > address.count + gap
    if showsHeading { heightLeft -= 1 + gap }
    let showsRemarks = heightLeft >= address.count + remarkLines.count + gap
    if showsRemarks { heightLeft -= remarkLines.count + gap }

    var row = canvasArea.row + (isSpacious ? max(0, heightLeft - address.count) * 2 / 5 : 0)
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
    drawField(
      form.code, "Code", on: &canvas, row: row, isFocused: form.focus == .code && !form.isSigningIn, line: false)
    if !form.isSigningIn { addRegion(on: &canvas, row: row) { focus(.code) } }
    row += 1 + gap
    drawQRCode(on: &canvas)
    guard end - row > 1 else {
      if end > row, let first = form.notices.first { draw(first, on: &canvas, row: row, height: 1) }
      return
    }
    for line in notices.prefix(noticeHeight) {
      canvas.draw(line, row: row, column: canvasArea.column, width: canvasArea.width)
      row += 1
    }
    guard showsRemarks else { return }
    for (index, line) in remarkLines.enumerated() where row + gap + index < end {
      canvas.draw(line, row: row + gap + index, column: canvasArea.column, width: canvasArea.width)
    }
  }

  private func drawQRCode(on canvas: inout Canvas) {
    guard let first = qrCode.first else { return }
    let width = TextLayout.width(of: first.plain)
    let row = area.row + (area.height - qrCode.count) / 2
    for (index, line) in qrCode.enumerated() {
      canvas.draw(line, row: row + index, column: area.column + area.width - width - 2, width: width)
    }
  }

  /// Breaks the address at the edge, so that it can be selected and copied. Truncates what does not fit.
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

// MARK: - Helpers

extension ServerFormDrawing {
  private func drawField(
    _ field: TextField, _ label: String, on canvas: inout Canvas, row: Int, isFocused: Bool, line: Bool
  ) {
    if isFocused { drawBar(on: &canvas, row: row) }
    canvas.draw(label, row: row, column: canvasArea.column, style: isFocused ? .bold : .muted)
    let fieldArea = canvasArea.inset(left: Self.labelWidth)
    field.draw(on: &canvas, row: row, column: fieldArea.column, width: fieldArea.width, isFocused: isFocused)
    guard line else { return }
    canvas.fill(
      Rect(row: row + 1, column: fieldArea.column, width: fieldArea.width, height: 1), with: "─", style: .rule)
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
