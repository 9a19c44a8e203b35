/// The frame of a screen: header above, notice below, separated by rules if there is space.
@MainActor
struct ScreenFrame {
  private static let maxNoticeLines = 3

  /// The area of the content.
  let body: Rect
  private let area: Rect
  private let header: ScreenHeader?
  private let field: TextField?
  /// The row of the rule below the header; nil without rule.
  private let upperRule: Int?
  private let hasLowerRule: Bool
  private let notice: [StyledText]

  /// - Parameters:
  ///   - hasRules: whether there is space for rules.
  ///   - header: nil if the screen draws its own header or a shared one is used.
  ///   - field: the focused field of the screen.
  ///   - notice: shown in the last lines. The body gets at least half of the height.
  init(area: Rect, hasRules: Bool, header: ScreenHeader?, field: TextField?, notice: ScreenNotice?) {
    (self.area, self.field) = (area, field)
    self.header = header
    hasLowerRule = hasRules
    let top = header == nil ? 0 : hasRules ? 2 : 1
    upperRule = top == 2 ? area.row + 1 : nil
    let lineLimit = max(1, min(Self.maxNoticeLines, (area.height - top + 1) / 2))
    self.notice = notice.map { Self.lines(of: $0, area.width - 2, lineLimit) } ?? []
    // A notice replaces the lower rule.
    body = area.inset(top: top, bottom: max(self.notice.count, hasRules ? 1 : 0))
  }

  /// - Parameter pane: the rule of a pane among several; nil for a single screen.
  func draw(on canvas: inout Canvas, pane: PaneRule? = nil) {
    if let header { HeaderLine(header, field: field, namesProgram: pane == nil).draw(on: &canvas, in: area) }
    if let upperRule { (pane ?? .standard).draw(in: line(at: upperRule), on: &canvas) }
    if hasLowerRule, notice.count <= 1 { PaneRule.standard.draw(in: line(at: area.row + area.height - 1), on: &canvas) }
    let first = area.row + area.height - notice.count
    for (index, line) in notice.enumerated() where first + index >= area.row {
      let spaced = StyledText(" ") + line + StyledText(" ")
      canvas.draw(spaced, row: first + index, column: area.column, width: area.width)
    }
  }

  private func line(at row: Int) -> Rect { Rect(row: row, column: area.column, width: area.width, height: 1) }

  private static func lines(of notice: ScreenNotice, _ width: Int, _ lineLimit: Int) -> [StyledText] {
    let lines = TextLayout.wrap(StyledText(notice.text, notice.severity.style), width: width)
    guard lines.count > lineLimit else { return lines.isEmpty ? [StyledText()] : lines }
    let cut = lines[lineLimit - 1] + StyledText(" ") + lines[lineLimit]
    return lines.prefix(lineLimit - 1) + [TextLayout.truncate(cut, to: width)]
  }
}

/// The rule above the content. It is heavy for the focused one of several panes.
enum PaneRule {
  case standard, focused

  init(isFocused: Bool) {
    self = isFocused ? .focused : .standard
  }

  func draw(in line: Rect, on canvas: inout Canvas) {
    switch self {
    case .standard: canvas.fill(line, with: "─", style: .rule)
    case .focused: canvas.fill(line, with: "━", style: .accent)
    }
  }
}
