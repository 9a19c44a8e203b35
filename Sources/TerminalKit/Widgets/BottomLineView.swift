/// The last row: what the screen has to say on the left, keys that work right now on the right.
@MainActor
struct BottomLineView {
  /// Cells for what is typed, where the screen has them.
  private static let minField = 8

  private static let minStatus = 12
  /// Cells between two hints.
  private static let gap = 2

  private let content: BottomLine
  private let hints: [Hint]

  init(content: BottomLine, bindings: [KeyBinding]) {
    self.content = content
    hints = bindings.compactMap(Hint.init)
  }

  func draw(on canvas: inout Canvas, row: Int) {
    let width = canvas.size.width
    switch content {
    case .status(let status):
      let statusWidth = TextLayout.width(of: status)
      // The keys matter more than the status: it may take half of a narrow row.
      let room = width - (statusWidth == 0 ? 1 : min(statusWidth, width / 2) + 4)
      let hintsWidth = drawHints(on: &canvas, row: row, room: max(room, taken(by: leading(in: width - 2))))
      let statusRoom = width - hintsWidth - 3
      let shown = Self.part(of: status, width: statusRoom)
      // The beginning of a short status says nothing, or something else.
      guard statusRoom >= min(TextLayout.width(of: shown), Self.minStatus) else { return }
      canvas.draw(shown, row: row, column: 1, width: statusRoom, style: .muted)
    case .prompt(let label, let field):
      // What is typed matters more than the keys, and the way out more than the label.
      let most = width - max(Self.minField, width / 4) - 4
      let wayOut = hints.first(where: \.isWayOut)?.width ?? 0
      let isInTheWay = 1...max(1, most) ~= wayOut && wayOut > most - 1 - min(TextLayout.width(of: label), width / 2)
      let end = isInTheWay ? 0 : canvas.draw(label, row: row, column: 1, width: width / 2, style: .accentBold)
      let hintsWidth = drawHints(on: &canvas, row: row, room: most - end)
      let margin = hintsWidth == 0 ? 2 : hintsWidth + 4
      field.draw(on: &canvas, row: row, column: end + 1, width: width - end - margin, isFocused: true)
    }
  }

  /// As many of the parts of a status as there is room for, the first one in any case: “3 of 74” of “3 of 74 · 6/16”.
  private static func part(of status: String, width: Int) -> String {
    var shown = status[...]
    while TextLayout.width(of: String(shown)) > width, let end = shown.ranges(of: " · ").last?.lowerBound {
      shown = shown[..<end]
    }
    return String(shown)
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

  /// Draws as many hints as there is room for, right-aligned.
  /// - Returns: the cells taken.
  private func drawHints(on canvas: inout Canvas, row: Int, room: Int) -> Int {
    var shown = leading(in: room)
    for index in hints.indices where taken(by: shown.union([index])) <= room { shown.insert(index) }
    let used = taken(by: shown)
    var column = canvas.size.width - used - 1
    for index in shown.sorted() {
      column = canvas.draw(hints[index].shown, row: row, column: column) + Self.gap
    }
    return used
  }
}

private struct Hint {
  private let key: Key
  private let text: String
  /// Whether it leads back, or away from what has been begun.
  let isWayOut: Bool
  /// Measured once: which hints fit is asked many times.
  let width: Int

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
