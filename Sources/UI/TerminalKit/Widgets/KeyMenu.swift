/// A menu of keys and their titles above the bottom line. Long titles wrap. If the menu is too tall, short titles are
/// used where available, and entries that still do not fit are counted.
@MainActor
struct KeyMenu {
  let title: String
  /// The keys pressed to open the menu.
  let keys: [Key]
  let choices: [KeyBinding]
  /// Bindings that only close the menu.
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

  /// - Parameter choice: the key that a click on the line triggers.
  private typealias Line = (key: String, title: StyledText, choice: Key?)

  private func entry(_ binding: KeyBinding, _ title: String, _ width: Int) -> [Line] {
    let lines = TextLayout.wrap(StyledText(title), width: width)
    return (lines.isEmpty ? [StyledText()] : lines).enumerated().map { index, line in
      (key: index == 0 ? binding.keysLabel : "", title: line, choice: binding.keys.first)
    }
  }

  /// The entries that fit, and the number of the remaining ones.
  private func lines(titleWidth: Int, height: Int) -> [Line] {
    let whole = choices.flatMap { entry($0, $0.currentTitle?() ?? $0.title, titleWidth) }
    guard whole.count > height else { return whole }
    let entries = choices.map { entry($0, $0.shortTitle?(titleWidth) ?? $0.currentTitle?() ?? $0.title, titleWidth) }
    let all = entries.flatMap { $0 }
    guard all.count > height else { return all }
    let maxLines = entries.count > 1 ? height - 1 : height
    var shown: [Line] = []
    var count = 0
    for entry in entries {
      guard shown.count + entry.count <= maxLines else { break }
      shown += entry
      count += 1
    }
    if count == 0, maxLines > 0, let first = entries.first {
      // Truncates the first entry.
      let cut = first[(maxLines - 1)...].reduce(StyledText()) { $0 + $1.title }
      let last = first[maxLines - 1]
      shown = first.prefix(maxLines - 1) + [(last.key, TextLayout.truncate(cut, to: titleWidth), last.choice)]
      count = 1
    }
    let more = choices.count - count
    return more == 0 ? shown : shown + [("", StyledText("… and \(more) more", .muted), nil)]
  }
}
