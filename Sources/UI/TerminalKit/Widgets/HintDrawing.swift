/// The key hints in the last row. The drawn line is cached until the hints or the available width change, which is
/// rare.
@MainActor
final class HintDrawing {
  /// Cells between two hints.
  private static let gap = 2

  private var hints: [Hint] = []
  private var drawn: (maxWidth: Int, line: Canvas)?

  /// - Returns: Whether the hints have changed.
  @discardableResult
  func update(_ bindings: [KeyBinding]) -> Bool {
    var hints: [Hint] = []
    for binding in bindings { if let hint = Hint(binding) { hints.append(hint) } }
    guard hints != self.hints else { return false }
    self.hints = hints
    drawn = nil
    return true
  }

  /// The width of the first cancel or back hint, or 0.
  var dismissalWidth: Int { hints.first(where: \.isDismissal)?.width ?? 0 }

  /// The width of the hints that take precedence over the status.
  func leadingWidth(in width: Int) -> Int { totalWidth(of: leading(in: width)) }

  /// Draws as many hints as fit, right-aligned.
  /// - Returns: The number of cells drawn.
  func draw(on canvas: inout Canvas, row: Int, maxWidth: Int) -> Int {
    let line = line(in: maxWidth)
    canvas.draw(line, at: Point(row: row, column: max(0, canvas.size.width - line.size.width - 1))) { $0 }
    return line.size.width
  }

  private func line(in maxWidth: Int) -> Canvas {
    if let drawn, drawn.maxWidth == maxWidth { return drawn.line }
    var shown = leading(in: maxWidth)
    for index in hints.indices where totalWidth(of: shown.union([index])) <= maxWidth { shown.insert(index) }
    var line = Canvas(size: Size(width: totalWidth(of: shown), height: 1))
    var column = 0
    for index in shown.sorted() { column = line.draw(hints[index].styledText, row: 0, column: column) + Self.gap }
    drawn = (maxWidth, line)
    return line
  }

  /// The hints with precedence: the first, the cancel hint and the last, which opens the help. The cancel hint and the
  /// last one if that is too wide.
  private func leading(in width: Int) -> Set<Int> {
    guard !hints.isEmpty else { return [] }
    let last = hints.count - 1
    let dismissal = hints.firstIndex(where: \.isDismissal) ?? 0
    let choices: [Set<Int>] = [
      [0, dismissal, last], [dismissal, last], [0, last], [dismissal], [0], [last],
    ]
    return choices.first { totalWidth(of: $0) <= width } ?? []
  }

  /// The width of these hints including gaps.
  private func totalWidth(of indices: Set<Int>) -> Int {
    indices.reduce(max(0, indices.count - 1) * Self.gap) { $0 + hints[$1].width }
  }
}

private struct Hint: Hashable {
  private let key: Key
  private let text: String
  /// Whether the key cancels or goes back.
  let isDismissal: Bool
  /// Cached because the layout reads it repeatedly.
  let width: Int

  @MainActor
  init?(_ binding: KeyBinding) {
    guard let hint = binding.hint, let key = binding.keys.first else { return nil }
    (self.key, text) = (key, hint)
    isDismissal = binding.isDismissal
    width = TextLayout.width(of: key.label) + 1 + TextLayout.width(of: text)
  }

  /// A click on the hint acts like the key.
  var styledText: StyledText {
    StyledText(key.label, .accentBold, target: .key(key)) + StyledText(" " + text, .muted, target: .key(key))
  }
}
