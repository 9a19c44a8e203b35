/// The parts of a screen: a header line, what the screen is about, and notices. Rules stand between them where there
/// is room.
@MainActor
public struct ScreenFrame {
  private static let maxNoticeLines = 3

  /// What is left for what the screen is about.
  public let body: Rect
  private let area: Rect
  private let hasRules: Bool
  private let notice: [StyledText]

  /// - Parameters:
  ///   - notice: what the last lines say, as many as it takes; at least half of the body stays.
  ///   - isFailure: whether the notice says what went wrong.
  public init(area: Rect, notice: String? = nil, isFailure: Bool = false) {
    self.area = area
    hasRules = area.height >= 9
    let top = hasRules ? 2 : 1
    let most = max(1, min(Self.maxNoticeLines, (area.height - top + 1) / 2))
    self.notice =
      notice.map { Self.lines(of: StyledText($0, isFailure ? .failure : .notice), area.width - 2, most) } ?? []
    // A notice takes the place of the lower rule.
    body = area.inset(top: top, bottom: max(self.notice.count, hasRules ? 1 : 0))
  }

  /// Draws the rules and the notice.
  public func draw(on canvas: inout Canvas) {
    if hasRules {
      drawRule(at: area.row + 1, on: &canvas)
      if notice.count <= 1 { drawRule(at: area.row + area.height - 1, on: &canvas) }
    }
    let first = area.row + area.height - notice.count
    for (index, line) in notice.enumerated() where first + index >= area.row {
      let spaced = StyledText(" ") + line + StyledText(" ")
      canvas.draw(spaced, row: first + index, column: area.column, width: area.width)
    }
  }

  private func drawRule(at row: Int, on canvas: inout Canvas) {
    canvas.fill(Rect(row: row, column: area.column, width: area.width, height: 1), with: "─", style: .rule)
  }

  private static func lines(of notice: StyledText, _ width: Int, _ most: Int) -> [StyledText] {
    let lines = TextLayout.wrap(notice, width: width)
    guard lines.count > most else { return lines.isEmpty ? [StyledText()] : lines }
    let cut = lines[most - 1] + StyledText(" ") + lines[most]
    return lines.prefix(most - 1) + [TextLayout.truncate(cut, to: width)]
  }
}
