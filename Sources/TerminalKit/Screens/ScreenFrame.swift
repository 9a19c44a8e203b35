/// What is around that which a screen shows: a header line above, a notice below. Rules stand between them where there is
/// room.
@MainActor
struct ScreenFrame {
  private static let maxNoticeLines = 3

  /// What is left for what the screen is about.
  let body: Rect
  private let area: Rect
  private let header: ScreenHeader?
  /// The row of the rule below the header.
  private let upperRule: Int?
  private let hasLowerRule: Bool
  private let notice: [StyledText]

  /// - Parameters:
  ///   - hasRules: whether there is room for them.
  ///   - header: nil where the screen draws its first lines itself, or they stand elsewhere.
  ///   - notice: what the last lines say, as many as it takes; at least half of the body stays.
  init(area: Rect, hasRules: Bool, header: ScreenHeader?, notice: ScreenNotice?) {
    self.area = area
    self.header = header
    hasLowerRule = hasRules
    let top = header == nil ? 0 : hasRules ? 2 : 1
    upperRule = top == 2 ? area.row + 1 : nil
    let most = max(1, min(Self.maxNoticeLines, (area.height - top + 1) / 2))
    self.notice = notice.map { Self.lines(of: $0, area.width - 2, most) } ?? []
    // A notice takes the place of the lower rule.
    body = area.inset(top: top, bottom: max(self.notice.count, hasRules ? 1 : 0))
  }

  /// - Parameter pane: how it is told from those beside it; nil where it stands alone.
  func draw(on canvas: inout Canvas, pane: PaneRule? = nil) {
    if let header { HeaderLine(header, namesProgram: pane == nil).draw(on: &canvas, in: area) }
    if let upperRule { (pane ?? .usual).draw(in: line(at: upperRule), on: &canvas) }
    if hasLowerRule, notice.count <= 1 { PaneRule.usual.draw(in: line(at: area.row + area.height - 1), on: &canvas) }
    let first = area.row + area.height - notice.count
    for (index, line) in notice.enumerated() where first + index >= area.row {
      let spaced = StyledText(" ") + line + StyledText(" ")
      canvas.draw(spaced, row: first + index, column: area.column, width: area.width)
    }
  }

  private func line(at row: Int) -> Rect { Rect(row: row, column: area.column, width: area.width, height: 1) }

  private static func lines(of notice: ScreenNotice, _ width: Int, _ most: Int) -> [StyledText] {
    let lines = TextLayout.wrap(StyledText(notice.text, notice.isFailure ? .failure : .notice), width: width)
    guard lines.count > most else { return lines.isEmpty ? [StyledText()] : lines }
    let cut = lines[most - 1] + StyledText(" ") + lines[most]
    return lines.prefix(most - 1) + [TextLayout.truncate(cut, to: width)]
  }
}

/// The rule above what a screen shows. Where several stand side by side, that of the one that takes the keys is heavy.
enum PaneRule {
  case usual, focused

  init(isFocused: Bool) {
    self = isFocused ? .focused : .usual
  }

  func draw(in line: Rect, on canvas: inout Canvas) {
    switch self {
    case .usual: canvas.fill(line, with: "─", style: .rule)
    case .focused: canvas.fill(line, with: "━", style: .accent)
    }
  }
}
