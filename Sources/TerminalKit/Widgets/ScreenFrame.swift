/// The parts of a screen: a header line, what the screen is about, and notices. Rules stand between them where there
/// is room.
@MainActor
public struct ScreenFrame {
  /// What is left for what the screen is about.
  public let body: Rect
  private let area: Rect
  private let hasRules: Bool

  /// - Parameter hasNotice: whether a notice needs a line.
  public init(area: Rect, hasNotice: Bool) {
    self.area = area
    hasRules = area.height >= 9
    // A notice takes the place of the lower rule.
    body = area.inset(top: hasRules ? 2 : 1, bottom: hasRules || hasNotice ? 1 : 0)
  }

  public func drawRules(on canvas: inout Canvas) {
    guard hasRules else { return }
    for row in [area.row + 1, area.row + area.height - 1] {
      canvas.fill(Rect(row: row, column: area.column, width: area.width, height: 1), with: "─", style: .muted)
    }
  }

  public func drawNotice(_ text: String, isFailure: Bool, on canvas: inout Canvas) {
    canvas.draw(
      " \(text) ", row: area.row + area.height - 1, column: area.column, width: area.width,
      style: isFailure ? .failure : .notice)
  }
}
