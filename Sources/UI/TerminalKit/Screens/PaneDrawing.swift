/// Draws the visible panes. With several panes each has a cached canvas, so that a key redraws only the panes it
/// changes.
@MainActor
final class PaneDrawing {
  /// Called for clicks in a pane without focus.
  typealias PerformAction = @MainActor (MouseRegion.Action, ScreenStack.PaneRole) -> Void

  /// The minimum height for horizontal rules.
  private static let minHeightForRules = 9

  /// A cached pane.
  private struct Image {
    /// Guards against the reuse of an address by another screen.
    weak var screen: (any ViewController)?
    let key: ImageKey
    let canvas: Canvas
  }

  /// The parameters other than its screen that affect the drawing of a pane.
  private struct ImageKey: Hashable {
    let size: Size
    let hasRules: Bool
    let hasHeader: Bool
    let hasFocus: Bool
  }

  private var images: [ObjectIdentifier: Image] = [:]
  /// The cached header above all panes.
  private var headerLine: (header: ScreenHeader, canvas: Canvas)?

  /// Invalidates the cached canvas of a screen.
  func invalidate(_ screen: any ViewController) {
    images[ObjectIdentifier(screen)] = nil
  }

  func invalidateAll() {
    images = [:]
  }

  func draw(_ stack: ScreenStack, on canvas: inout Canvas, in area: Rect, perform: @escaping PerformAction) {
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
      let key = ImageKey(
        size: Size(width: pane.columns.count, height: area.height - top), hasRules: hasRules, hasHeader: top == 0,
        hasFocus: index == stack.focusedPane)
      let paneArea = Rect(
        row: area.row + top, column: area.column + pane.columns.lowerBound, width: key.size.width,
        height: key.size.height)
      if !key.hasFocus { canvas.addRegion(paneArea, .click { perform(.click {}, pane.role) }) }
      canvas.draw(image(of: pane, key), at: Point(row: paneArea.row, column: paneArea.column)) { action in
        key.hasFocus ? action : focusing(pane, action, perform)
      }
    }
    for pane in stack.panes.dropFirst() {
      drawDivider(at: area.column + pane.columns.lowerBound - 1, below: top, hasRules, on: &canvas, in: area)
    }
  }

  /// Focuses the pane first, except for the wheel, which scrolls the pane under the pointer.
  private func focusing(
    _ pane: ScreenStack.Pane, _ action: MouseRegion.Action, _ perform: @escaping PerformAction
  ) -> MouseRegion.Action {
    if case .scroll(let move) = action {
      let screen = pane.screen
      return .scroll { [weak screen] notches in
        move(notches)
        screen?.needsDisplay?()
      }
    }
    if case .position(let action) = action {
      return .position { position, extends in perform(.click { action(position, extends) }, pane.role) }
    }
    return .click { perform(action, pane.role) }
  }

  private func image(of pane: ScreenStack.Pane, _ key: ImageKey) -> Canvas {
    let id = ObjectIdentifier(pane.screen)
    if let known = images[id], known.screen === pane.screen, known.key == key { return known.canvas }
    var canvas = Canvas(size: key.size)
    canvas.hasFocus = key.hasFocus
    draw(
      pane.screen, on: &canvas, in: canvas.bounds, hasRules: key.hasRules,
      header: key.hasHeader ? pane.screen.header : nil, pane: PaneRule(isFocused: key.hasFocus))
    images[id] = Image(screen: pane.screen, key: key, canvas: canvas)
    return canvas
  }

  private func draw(
    _ screen: any ViewController, on canvas: inout Canvas, in area: Rect, hasRules: Bool, header: ScreenHeader?,
    pane: PaneRule? = nil
  ) {
    // A screen without header has no upper rule.
    let frame = ScreenFrame(
      area: area, hasRules: hasRules && screen.header != nil, header: header, field: screen.focusedField,
      notice: screen.notice)
    frame.draw(on: &canvas, pane: pane)
    screen.draw(on: &canvas, in: frame.body)
  }

  /// Draws the list's header above all panes. Columns have a header each instead.
  /// - Returns: the number of rows drawn.
  private func drawSharedHeader(
    of stack: ScreenStack, on canvas: inout Canvas, in area: Rect, hasRules: Bool, _ perform: @escaping PerformAction
  ) -> Int {
    guard stack.effectiveLayout == .split, let root = stack.root, var header = root.header else { return 0 }
    if stack.hasSidebar { header = header.withSelectedTabOnly }
    let line = line(of: header, field: stack.top === root ? root.focusedField : nil, width: area.width)
    let list = ScreenStack.PaneRole.root(stack.focusedRoot)
    canvas.draw(line, at: Point(row: area.row, column: area.column)) { action in .click { perform(action, list) } }
    guard hasRules else { return 1 }
    for (index, pane) in stack.panes.enumerated() {
      let column = area.column + pane.columns.lowerBound
      let line = Rect(row: area.row + 1, column: column, width: pane.columns.count, height: 1)
      PaneRule(isFocused: index == stack.focusedPane).draw(in: line, on: &canvas)
    }
    return 2
  }

  private func line(of header: ScreenHeader, field: TextField?, width: Int) -> Canvas {
    if field == nil, let known = headerLine, known.header == header, known.canvas.size.width == width {
      return known.canvas
    }
    var line = Canvas(size: Size(width: width, height: 1))
    HeaderLine(header, field: field).draw(on: &line, in: line.bounds)
    headerLine = field == nil ? (header, line) : nil
    return line
  }

  /// Draws the line between two panes and its junctions with horizontal rules.
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
    if canvas[last, column - 1].isExactly("─") || canvas[last, column + 1].isExactly("─") { draw("┴", row: last) }
  }
}
