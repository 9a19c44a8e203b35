/// The keys that work right now, as the last row has them. What is drawn is kept for as long as the same keys are offered in
/// the same room, which is so at most keys.
@MainActor
final class HintDrawing {
  /// Cells between two hints.
  private static let gap = 2

  private var hints: [Hint] = []
  private var drawn: (room: Int, line: Canvas)?

  /// - Returns: whether others stand there now.
  @discardableResult
  func use(_ bindings: [KeyBinding]) -> Bool {
    var hints: [Hint] = []
    for binding in bindings { if let hint = Hint(binding) { hints.append(hint) } }
    guard hints != self.hints else { return false }
    self.hints = hints
    drawn = nil
    return true
  }

  /// The cells that the first one takes which leads back; 0 where none does.
  var wayOutWidth: Int { hints.first(where: \.isWayOut)?.width ?? 0 }

  /// The cells that those take which give way to no status.
  func leadingWidth(in width: Int) -> Int { taken(by: leading(in: width)) }

  /// Draws as many hints as there is room for, right-aligned.
  /// - Returns: the cells taken.
  func draw(on canvas: inout Canvas, row: Int, room: Int) -> Int {
    let line = line(in: room)
    canvas.draw(line, at: Point(row: row, column: max(0, canvas.size.width - line.size.width - 1))) { $0 }
    return line.size.width
  }

  private func line(in room: Int) -> Canvas {
    if let drawn, drawn.room == room { return drawn.line }
    var shown = leading(in: room)
    for index in hints.indices where taken(by: shown.union([index])) <= room { shown.insert(index) }
    var line = Canvas(size: Size(width: taken(by: shown), height: 1))
    var column = 0
    for index in shown.sorted() { column = line.draw(hints[index].shown, row: 0, column: column) + Self.gap }
    drawn = (room, line)
    return line
  }

  /// The hints that give way to no other, and to no status: the most useful one, the way out, and the last, which leads
  /// to all the others. Where that is too much, the way out and the last.
  private func leading(in width: Int) -> Set<Int> {
    guard !hints.isEmpty else { return [] }
    let last = hints.count - 1
    let out = hints.firstIndex(where: \.isWayOut) ?? 0
    let choices: [Set<Int>] = [[0, out, last], [out, last], [0, last], [out], [0], [last]]
    return choices.first { taken(by: $0) <= width } ?? []
  }

  /// The cells that these hints take, with the gaps between them.
  private func taken(by indices: Set<Int>) -> Int {
    indices.reduce(max(0, indices.count - 1) * Self.gap) { $0 + hints[$1].width }
  }
}

private struct Hint: Hashable {
  private let key: Key
  private let text: String
  /// Whether it leads back, or away from what has been begun.
  let isWayOut: Bool
  /// Measured once: which hints fit is asked many times.
  let width: Int

  @MainActor
  init?(_ binding: KeyBinding) {
    guard let hint = binding.hint, let key = binding.keys.first else { return nil }
    (self.key, text) = (key, hint)
    isWayOut = binding.isWayOut
    width = TextLayout.width(of: key.label) + 1 + TextLayout.width(of: text)
  }

  /// A click on it does what the key does.
  var shown: StyledText {
    StyledText(key.label, .accentBold, target: .key(key)) + StyledText(" " + text, .muted, target: .key(key))
  }
}
