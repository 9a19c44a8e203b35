/// A small menu of keys and what each of them does, above the bottom line. No title is cut: what does not fit in a line
/// goes on in the next. Where that is too much for the screen, titles that have a short form take a line each, and what
/// still does not fit is counted.
@MainActor
struct KeyMenu {
  let title: String
  /// The keys that have led to it.
  let keys: [Key]
  let choices: [KeyBinding]
  /// What closes it and does nothing else.
  let closing: [KeyBinding]

  var bindings: [KeyBinding] { choices + closing }

  func draw(on canvas: inout Canvas, above bottom: Int) {
    let width = canvas.size.width
    let keyWidth = choices.map { TextLayout.width(of: $0.keysLabel) }.max() ?? 0
    let lines = lines(titleWidth: width - keyWidth - 4, height: bottom - 1)
    let top = bottom - lines.count - 1
    canvas.fill(Rect(row: top, column: 0, width: width, height: lines.count + 1))
    canvas.addRegion(Rect(row: top, column: 0, width: width, height: lines.count + 1), .click {})
    canvas.fill(Rect(row: top, column: 0, width: width, height: 1), with: "─", style: .rule)
    for (index, line) in lines.enumerated() {
      let row = top + 1 + index
      canvas.draw(line.key, row: row, column: 1, width: keyWidth, style: .accentBold)
      canvas.draw(line.title, row: row, column: keyWidth + 3, width: width - keyWidth - 4)
      if let choice = line.choice {
        canvas.addRegion(Rect(row: row, column: 0, width: width, height: 1), .target(.key(choice)))
      }
    }
  }

  /// - Parameter choice: the key that a click on the line stands for.
  private typealias Line = (key: String, title: StyledText, choice: Key?)

  private func entry(_ binding: KeyBinding, _ title: String, _ width: Int) -> [Line] {
    let lines = TextLayout.wrap(StyledText(title), width: width)
    return (lines.isEmpty ? [StyledText()] : lines).enumerated().map { index, line in
      (key: index == 0 ? binding.keysLabel : "", title: line, choice: binding.keys.first)
    }
  }

  /// The entries that there is room for, and how many there are more.
  private func lines(titleWidth: Int, height: Int) -> [Line] {
    let whole = choices.flatMap { entry($0, $0.serverTitle?() ?? $0.title, titleWidth) }
    guard whole.count > height else { return whole }
    let entries = choices.map { entry($0, $0.shortTitle?(titleWidth) ?? $0.serverTitle?() ?? $0.title, titleWidth) }
    let all = entries.flatMap { $0 }
    guard all.count > height else { return all }
    let room = entries.count > 1 ? height - 1 : height
    var shown: [Line] = []
    var count = 0
    for entry in entries {
      guard shown.count + entry.count <= room else { break }
      shown += entry
      count += 1
    }
    if count == 0, room > 0, let first = entries.first {
      // As much of the first one as there is room for.
      let cut = first[(room - 1)...].reduce(StyledText()) { $0 + $1.title }
      let last = first[room - 1]
      shown = first.prefix(room - 1) + [(last.key, TextLayout.truncate(cut, to: titleWidth), last.choice)]
      count = 1
    }
    let more = choices.count - count
    return more == 0 ? shown : shown + [("", StyledText("… and \(more) more", .muted), nil)]
  }
}
