/// The key hints in the last row. The drawn line is cached until the hints or the available width change, which is
/// rare.
@MainActor
final class HintDrawing {
  private var hints: [Hint] = []
  private var drawn: (maxWidth: Int, line: Canvas)?

  /// - Returns: whether the hints have changed.
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
  func leadingWidth(in width: Int) -> Int {
    let hints = hints(in: width)
    return hints.totalWidth(of: hints.leading(in: width))
  }

  /// Draws as many hints as fit, right-aligned.
  /// - Returns: the number of cells drawn.
  func draw(on canvas: inout Canvas, row: Int, maxWidth: Int) -> Int {
    let line = line(in: maxWidth)
    canvas.draw(line, at: Point(row: row, column: max(0, canvas.size.width - line.size.width - 1))) { $0 }
    return line.size.width
  }

  private func line(in maxWidth: Int) -> Canvas {
    if let drawn, drawn.maxWidth == maxWidth { return drawn.line }
    let hints = hints(in: maxWidth)
    var shown = hints.leading(in: maxWidth)
    for index in hints.indices where hints.totalWidth(of: shown.union([index])) <= maxWidth { shown.insert(index) }
    var line = Canvas(size: Size(width: hints.totalWidth(of: shown), height: 1))
    var column = 0
    for index in shown.sorted() { column = line.draw(hints[index].styledText, row: 0, column: column) + Hint.gap }
    drawn = (maxWidth, line)
    return line
  }

  /// The hints with all of their keys if the first one then fits together with the cancel hint.
  private func hints(in width: Int) -> [Hint] {
    guard !hints.isEmpty, hints.totalWidth(of: [0, hints.dismissal]) > width else { return hints }
    return hints.map(\.withOneKey)
  }
}

extension [Hint] {
  /// The index of the first cancel or back hint, or 0.
  fileprivate var dismissal: Int { firstIndex(where: \.isDismissal) ?? 0 }

  /// The hints with precedence: the first, the cancel hint and the last, which opens the help. The cancel hint and the
  /// last one if that is too wide, or the first with several keys and the cancel hint.
  fileprivate func leading(in width: Int) -> Set<Int> {
    guard let first else { return [] }
    let last = count - 1
    let pair: Set<Int> = first.hasSeveralKeys ? [0, dismissal] : [dismissal, last]
    let choices: [Set<Int>] = [[0, dismissal, last], pair, [dismissal, last], [0, last], [dismissal], [0], [last]]
    return choices.first { totalWidth(of: $0) <= width } ?? []
  }

  /// The width of these hints including gaps.
  fileprivate func totalWidth(of indices: Set<Int>) -> Int {
    indices.reduce(Swift.max(0, indices.count - 1) * Hint.gap) { $0 + self[$1].width }
  }
}

private struct Hint: Hashable {
  /// Cells between two hints.
  static let gap = 2

  private let keys: [Key]
  private let text: String
  /// Whether the key cancels or goes back.
  let isDismissal: Bool
  /// Cached because the layout reads it repeatedly.
  let width: Int

  @MainActor
  init?(_ binding: KeyBinding) {
    guard let hint = binding.hint, let key = binding.keys.first else { return nil }
    self.init([key] + binding.keys.prefix(binding.hintedKeyCount).dropFirst(), hint, isDismissal: binding.isDismissal)
  }

  private init(_ keys: [Key], _ text: String, isDismissal: Bool) {
    (self.keys, self.text, self.isDismissal) = (keys, text, isDismissal)
    width = keys.reduce(TextLayout.width(of: text)) { $0 + TextLayout.width(of: $1.label) + 1 }
  }

  var hasSeveralKeys: Bool { keys.count > 1 }

  var withOneKey: Hint { hasSeveralKeys ? Hint(Array(keys.prefix(1)), text, isDismissal: isDismissal) : self }

  /// A click on the hint acts like its key.
  var styledText: StyledText {
    keys.reduce(StyledText()) {
      $0 + StyledText($1.label, .accentBold, target: .key($1)) + StyledText(" ", .muted, target: .key($1))
    } + StyledText(text, .muted, target: keys.first.map(MouseTarget.key))
  }
}
