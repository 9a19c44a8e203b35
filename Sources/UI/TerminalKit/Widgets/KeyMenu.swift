/// A menu of keys and their titles above the bottom line. Long titles wrap. If the menu is too tall, short titles are
/// used where available, and entries that still do not fit are on further pages.
@MainActor
struct KeyMenu {
  let title: String
  /// The keys pressed to open the menu.
  let keys: [Key]
  let choices: [KeyBinding]
  /// Bindings that only close the menu.
  let closing: [KeyBinding]
  /// Makes the choices for the current state.
  private let makeChoices: @MainActor () -> [KeyBinding]
  /// Index of the first choice on the page.
  private var pageStart = 0

  init(title: String, keys: [Key], keymap: Keymap, makeChoices: @escaping @MainActor () -> [KeyBinding]) {
    self.title = title
    self.keys = keys
    self.makeChoices = makeChoices
    choices = makeChoices()
    let close = choices.contains(where: \.isConfirmation) ? ProgramCommands.decline : ProgramCommands.closeMenu
    let usedKeys = Set(choices.flatMap(\.keys))
    closing = keymap.bindings(of: [AvailableCommand(close, hint: "close") {}]).compactMap { $0.without(usedKeys) }
  }

  /// The same page of the menu with the choices for the current state; nil if there are none.
  func updated(keymap: Keymap) -> KeyMenu? {
    var menu = KeyMenu(title: title, keys: keys, keymap: keymap, makeChoices: makeChoices)
    menu.pageStart = min(pageStart, max(0, menu.choices.count - 1))
    return menu.choices.isEmpty ? nil : menu
  }

  var bindings: [KeyBinding] { choices + closing }

  private var keyWidth: Int { choices.map { TextLayout.width(of: $0.keysLabel) }.max() ?? 0 }

  private func titleWidth(_ width: Int) -> Int { width - keyWidth - 4 }

  /// Shows the next or previous page of choices.
  /// - Parameter size: The size to draw in, without the bottom line.
  /// - Returns: false if all choices fit.
  mutating func turnPage(by step: Int, in size: Size) -> Bool {
    let titleWidth = titleWidth(size.width)
    guard allLines(titleWidth: titleWidth, height: size.height - 1) == nil else { return false }
    let entries = shortEntries(titleWidth)
    var starts = [0]
    while let start = starts.last {
      let next = start + page(of: entries, from: start, titleWidth: titleWidth, height: size.height - 1).count
      guard next > start, next < entries.count else { break }
      starts.append(next)
    }
    let page = starts.lastIndex { $0 <= pageStart } ?? 0
    pageStart = starts[min(max(page + step, 0), starts.count - 1)]
    return true
  }

  func draw(on canvas: inout Canvas, above bottom: Int, turnPage: @escaping @MainActor (Int) -> Void) {
    let width = canvas.size.width
    let keyWidth = keyWidth
    let lines = lines(titleWidth: titleWidth(width), height: bottom - 1)
    let top = bottom - lines.count - 1
    canvas.fill(Rect(row: top, column: 0, width: width, height: lines.count + 1))
    let area = Rect(row: top, column: 0, width: width, height: lines.count + 1)
    canvas.addRegion(area, .click {})
    canvas.addRegion(area, .scroll { turnPage($0.signum()) })
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

  private func shortEntries(_ titleWidth: Int) -> [[Line]] {
    choices.map { entry($0, $0.shortTitle?(titleWidth) ?? $0.currentTitle?() ?? $0.title, titleWidth) }
  }

  /// All entries, with short titles if necessary; nil if they do not fit.
  private func allLines(titleWidth: Int, height: Int) -> [Line]? {
    let whole = choices.flatMap { entry($0, $0.currentTitle?() ?? $0.title, titleWidth) }
    if whole.count <= height { return whole }
    let all = shortEntries(titleWidth).flatMap { $0 }
    return all.count <= height ? all : nil
  }

  /// All entries, or those of the page and the number of the other ones.
  private func lines(titleWidth: Int, height: Int) -> [Line] {
    if let all = allLines(titleWidth: titleWidth, height: height) { return all }
    let entries = shortEntries(titleWidth)
    let page = page(of: entries, from: pageStart, titleWidth: titleWidth, height: height)
    let after = entries.count - pageStart - page.count
    let hints = [
      after > 0 ? "Down: \(after) more" : nil, pageStart > 0 ? "Up: \(pageStart) before" : nil,
    ].compactMap(\.self)
    return hints.isEmpty ? page.lines : page.lines + [("", StyledText(hints.joined(separator: " · "), .muted), nil)]
  }

  /// The entries from an index on that fit above a line with the number of the other ones.
  private func page(
    of entries: [[Line]], from start: Int, titleWidth: Int, height: Int
  ) -> (lines: [Line], count: Int) {
    let maxLines = entries.count > 1 ? height - 1 : height
    var shown: [Line] = []
    var count = 0
    for entry in entries.dropFirst(start) {
      guard shown.count + entry.count <= maxLines else { break }
      shown += entry
      count += 1
    }
    guard count == 0, maxLines > 0, let first = entries.dropFirst(start).first else { return (shown, count) }
    // Truncates the first entry.
    let cut = first[(maxLines - 1)...].reduce(StyledText()) { $0 + $1.title }
    let last = first[maxLines - 1]
    return (first.prefix(maxLines - 1) + [(last.key, TextLayout.truncate(cut, to: titleWidth), last.choice)], 1)
  }
}
