/// Draws the screens that are to be seen. Where several stand side by side, each is drawn on a canvas of its own, which is
/// kept: a key that changes one of them costs what one costs.
@MainActor
final class PaneDrawing {
  /// Called with what was clicked on in a pane that does not have the focus.
  typealias Perform = @MainActor (MouseRegion.Answer, ScreenStack.Part) -> Void

  /// Lower than this there is no room for rules.
  private static let minHeightForRules = 9

  /// A pane as it was drawn.
  private struct Image {
    /// Another one may stand where it stood in memory.
    weak var screen: (any ViewController)?
    let look: PaneLook
    let canvas: Canvas
  }

  /// What changes how a pane is drawn, beside its screen.
  private struct PaneLook: Hashable {
    let size: Size
    let hasRules: Bool
    let hasHeader: Bool
    let hasFocus: Bool
  }

  private var images: [ObjectIdentifier: Image] = [:]
  /// The header above all panes as it was drawn.
  private var headerLine: (header: ScreenHeader, canvas: Canvas)?

  /// Has a screen be drawn anew the next time.
  func forget(_ screen: any ViewController) {
    images[ObjectIdentifier(screen)] = nil
  }

  func forgetAll() {
    images = [:]
  }

  func draw(_ stack: ScreenStack, on canvas: inout Canvas, in area: Rect, perform: @escaping Perform) {
    let hasRules = area.height >= Self.minHeightForRules
    guard stack.panes.count > 1 else {
      images = [:]
      guard let screen = stack.panes.first?.screen else { return }
      return draw(screen, on: &canvas, in: area, hasRules: hasRules, header: screen.header)
    }
    let top = drawSharedHeader(of: stack, on: &canvas, in: area, hasRules: hasRules, perform)
    if images.count > stack.panes.count {
      images = images.filter { id, _ in stack.panes.contains { ObjectIdentifier($0.screen) == id } }
    }
    for (index, pane) in stack.panes.enumerated() {
      let look = PaneLook(
        size: Size(width: pane.columns.count, height: area.height - top), hasRules: hasRules, hasHeader: top == 0,
        hasFocus: index == stack.focusedPane)
      let place = Rect(
        row: area.row + top, column: area.column + pane.columns.lowerBound, width: look.size.width,
        height: look.size.height)
      if !look.hasFocus { canvas.addRegion(place, .click { perform(.click {}, pane.part) }) }
      canvas.draw(image(of: pane, look), at: Point(row: place.row, column: place.column)) { answer in
        look.hasFocus ? answer : focusing(pane, answer, perform)
      }
    }
    for pane in stack.panes.dropFirst() {
      drawDivider(at: area.column + pane.columns.lowerBound - 1, below: top, hasRules, on: &canvas, in: area)
    }
  }

  /// The pane takes the focus first; the wheel turns what is under it wherever that is.
  private func focusing(
    _ pane: ScreenStack.Pane, _ answer: MouseRegion.Answer, _ perform: @escaping Perform
  ) -> MouseRegion.Answer {
    if case .scroll(let move) = answer {
      let screen = pane.screen
      return .scroll { [weak screen] notches in
        move(notches)
        screen?.needsDisplay?()
      }
    }
    if case .place(let action) = answer {
      return .place { place, extends in perform(.click { action(place, extends) }, pane.part) }
    }
    return .click { perform(answer, pane.part) }
  }

  private func image(of pane: ScreenStack.Pane, _ look: PaneLook) -> Canvas {
    let id = ObjectIdentifier(pane.screen)
    if let known = images[id], known.screen === pane.screen, known.look == look { return known.canvas }
    var canvas = Canvas(size: look.size)
    canvas.hasFocus = look.hasFocus
    draw(
      pane.screen, on: &canvas, in: canvas.bounds, hasRules: look.hasRules,
      header: look.hasHeader ? pane.screen.header : nil, pane: PaneRule(isFocused: look.hasFocus))
    images[id] = Image(screen: pane.screen, look: look, canvas: canvas)
    return canvas
  }

  private func draw(
    _ screen: any ViewController, on canvas: inout Canvas, in area: Rect, hasRules: Bool, header: ScreenHeader?,
    pane: PaneRule? = nil
  ) {
    // What draws its first lines itself has no frame.
    let frame = ScreenFrame(
      area: area, hasRules: hasRules && screen.header != nil, header: header, notice: screen.notice)
    frame.draw(on: &canvas, pane: pane)
    screen.draw(on: &canvas, in: frame.body)
  }

  /// The list's header stands above all panes; columns have one each.
  /// - Returns: how many rows it takes.
  private func drawSharedHeader(
    of stack: ScreenStack, on canvas: inout Canvas, in area: Rect, hasRules: Bool, _ perform: @escaping Perform
  ) -> Int {
    guard stack.standing == .split, let header = stack.root?.header else { return 0 }
    let line = line(of: header, width: area.width)
    let list = ScreenStack.Part.root(stack.focusedRoot)
    canvas.draw(line, at: Point(row: area.row, column: area.column)) { answer in .click { perform(answer, list) } }
    guard hasRules else { return 1 }
    for (index, pane) in stack.panes.enumerated() {
      let column = area.column + pane.columns.lowerBound
      let part = Rect(row: area.row + 1, column: column, width: pane.columns.count, height: 1)
      PaneRule(isFocused: index == stack.focusedPane).draw(in: part, on: &canvas)
    }
    return 2
  }

  private func line(of header: ScreenHeader, width: Int) -> Canvas {
    if let known = headerLine, known.header == header, known.canvas.size.width == width { return known.canvas }
    var line = Canvas(size: Size(width: width, height: 1))
    HeaderLine(header).draw(on: &line, in: line.bounds)
    headerLine = (header, line)
    return line
  }

  /// The line between two panes, joined to the rules that it meets.
  private func drawDivider(
    at column: Int, below top: Int, _ hasRules: Bool, on canvas: inout Canvas, in area: Rect
  ) {
    func draw(_ sign: String, row: Int, height: Int = 1) {
      canvas.fill(Rect(row: row, column: column, width: 1, height: height), with: sign, style: .rule)
    }
    draw("│", row: area.row + top, height: area.height - top)
    guard hasRules else { return }
    draw(top == 0 ? "┼" : "┬", row: area.row + 1)
    let last = area.row + area.height - 1
    if canvas[last, column - 1].isOf("─") || canvas[last, column + 1].isOf("─") { draw("┴", row: last) }
  }
}
