import EmptyState
import TerminalKit

/// Walks through everything that can stand where a timeline does not.
@MainActor
final class TourViewController: ViewController {
  private static let caption = "the keys shown are examples"

  let title = "Tour"
  var needsDisplay: (@MainActor () -> Void)?

  private let reasons: [EmptyReason]
  private let finish: @MainActor () -> Void
  private var index = 0

  init(reasons: [EmptyReason], finish: @escaping @MainActor () -> Void) {
    self.reasons = reasons
    self.finish = finish
  }

  var keyBindings: [KeyBinding] {
    let isLast = index >= reasons.count - 1
    let next = KeyBinding(
      .enter, .character(" "), .character("j"), .down, .right, .character("n"),
      title: isLast ? "end the tour" : "next example", hint: isLast ? "end" : "next"
    ) { self.goOn() }
    guard index > 0 else { return [next] }
    return [
      next, KeyBinding(.character("k"), .up, .left, title: "previous example", hint: "previous") { self.index -= 1 },
    ]
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    guard reasons.indices.contains(index) else { return }
    let reason = reasons[index]
    let hasCaption = area.height >= 6
    let hasRule = area.height >= 9
    canvas.draw(
      StyledText("Tour \(index + 1) of \(reasons.count)", .accentBold) + StyledText(" · \(reason.name)", .muted),
      row: area.row, column: area.column + 1, width: area.width - 2)
    if hasCaption { drawCaption(on: &canvas, in: area) }
    if hasRule {
      canvas.fill(Rect(row: area.row + 2, column: area.column, width: area.width, height: 1), with: "─", style: .muted)
    }
    // Keys that nobody can press are shown only where there is room to say so.
    let offered = hasCaption ? Set(EmptyStateAction.allCases) : []
    let body = area.inset(top: hasRule ? 3 : hasCaption ? 2 : 1)
    EmptyStateDrawing(EmptyStateViewModel(reason, offered: offered)).draw(on: &canvas, in: body)
  }

  private func drawCaption(on canvas: inout Canvas, in area: Rect) {
    canvas.draw(Self.caption, row: area.row + 1, column: area.column + 1, width: area.width - 2, style: .muted)
  }

  private func goOn() {
    if index < reasons.count - 1 { index += 1 } else { finish() }
  }
}
