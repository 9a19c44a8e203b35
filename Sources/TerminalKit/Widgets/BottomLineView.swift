/// The last row: what the screen has to say on the left, keys that work right now on the right.
@MainActor
struct BottomLineView {
  /// Cells for what is typed, where the screen has them.
  private static let leastField = 12

  private static let leastStatus = 12

  let content: BottomLine
  let bindings: [KeyBinding]

  func draw(on canvas: inout Canvas, row: Int) {
    let width = canvas.size.width
    switch content {
    case .status(let status):
      let statusWidth = TextLayout.width(of: status)
      // The keys matter more than the status: it may take half of a narrow row.
      let room = width - (statusWidth == 0 ? 1 : min(statusWidth, width / 2) + 4)
      let hintsWidth = drawHints(on: &canvas, row: row, room: max(room, least(in: width - 2)))
      let statusRoom = width - hintsWidth - 3
      // The beginning of a short status says nothing, or something else.
      guard statusRoom >= min(statusWidth, Self.leastStatus) else { return }
      canvas.draw(status, row: row, column: 1, width: statusRoom, style: .muted)
    case .prompt(let label, let field):
      let end = canvas.draw(label, row: row, column: 1, width: width / 2, style: .accentBold)
      // What is typed matters more than the keys.
      let room = width - end - max(Self.leastField, width * 2 / 5) - 4
      let hintsWidth = drawHints(on: &canvas, row: row, room: room)
      let margin = hintsWidth == 0 ? 2 : hintsWidth + 4
      field.draw(on: &canvas, row: row, column: end + 1, width: width - end - margin, isFocused: true)
    }
  }

  /// What the first hint and the last take; where that is too much, what one of them does. No status is worth more.
  private func least(in width: Int) -> Int {
    guard let first = hints.first, let last = hints.last else { return 0 }
    let both = first == last ? first.width : first.width + 2 + last.width
    return [both, first.width, last.width].first { $0 <= width } ?? 0
  }

  private var hints: [Hint] {
    bindings.compactMap { binding in binding.hint.map { Hint(key: binding.keys.first?.label ?? "", text: $0) } }
  }

  /// Draws as many hints as there is room for, right-aligned. The last one, which leads to all the others, gives way
  /// to none but the first, which is the most useful one.
  /// - Returns: the cells taken.
  private func drawHints(on canvas: inout Canvas, row: Int, room: Int) -> Int {
    var shown: [Hint] = []
    var used = 0
    let hints = hints
    var help = hints.last
    if let first = hints.first, first != help, room < first.width + 2 + (help?.width ?? 0), first.width <= room {
      help = nil
    }
    for hint in hints {
      let needed = hint.width + (shown.isEmpty ? 0 : 2)
      let reserved = hint == help || help == nil ? 0 : (help?.width ?? 0) + 2
      guard used + needed + reserved <= room else { continue }
      shown.append(hint)
      used += needed
    }
    var column = canvas.size.width - used - 1
    for hint in shown {
      column = canvas.draw(hint.key, row: row, column: column, style: .accentBold)
      column = canvas.draw(" " + hint.text, row: row, column: column, style: .muted) + 2
    }
    return used
  }
}

private struct Hint: Equatable {
  let key: String
  let text: String

  var width: Int { TextLayout.width(of: key) + 1 + TextLayout.width(of: text) }
}
