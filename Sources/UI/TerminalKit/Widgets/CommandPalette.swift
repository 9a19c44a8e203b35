/// Fuzzy search for commands and destinations, shown in front of a screen. The screen stays unchanged.
@MainActor
final class CommandPalette {
  private static let maxRows = 12
  /// Maximum width, so that keys stay close to their titles on wide screens.
  private static let maxWidth = 76

  private struct Match {
    /// Index of the entry.
    let index: Int
    let match: EntryMatch
  }

  /// The prompt before the typed text.
  let prompt: String
  let field = TextField()
  private var commands: [PaletteEntry]
  private var destinations: [PaletteEntry]
  private var unavailable: [PaletteEntry]
  private var matches: [Match] = []
  /// Index in `matches`.
  private var selection = 0
  /// Index of the first match drawn.
  private var top = 0
  private let choose: @MainActor (PaletteEntry) -> Void

  /// - Parameter choose: performs the clicked entry.
  init(
    prompt: String = "Find", _ commands: [PaletteEntry], destinations: [PaletteEntry] = [],
    unavailable: [PaletteEntry] = [],
    choose: @escaping @MainActor (PaletteEntry) -> Void
  ) {
    self.prompt = prompt
    self.commands = commands
    self.destinations = destinations
    self.unavailable = unavailable
    self.choose = choose
    match()
  }

  private var entries: [PaletteEntry] { commands + destinations + unavailable }

  /// nil if nothing matches.
  var selected: PaletteEntry? { matches.indices.contains(selection) ? entries[matches[selection].index] : nil }

  /// Appends entries; the selection stays.
  func add(_ more: [PaletteEntry]) {
    var index = matches.indices.contains(selection) ? matches[selection].index : nil
    if let selected = index, selected >= commands.count + destinations.count { index = selected + more.count }
    destinations += more
    match()
    selection = matches.firstIndex { $0.index == index } ?? 0
  }

  /// Replaces the commands, for example after their keys have changed.
  func show(_ commands: [PaletteEntry], unavailable: [PaletteEntry]) {
    // A palette opened for a choice has no commands.
    if !self.commands.isEmpty { (self.commands, self.unavailable) = (commands, unavailable) }
    match()
    selection = min(selection, max(0, matches.count - 1))
  }

  /// Selects the best match for the typed text.
  func fieldDidChange() {
    match()
    (selection, top) = (0, 0)
  }

  func move(by step: Int) {
    selection = min(max(selection + step, 0), max(0, matches.count - 1))
  }

  /// Sorts matches by score, then by original order. Scattered letters match only if nothing else does.
  private func match() {
    let found = entries.enumerated().compactMap { index, entry in
      EntryMatch(field.text, entry).map { Match(index: index, match: $0) }
    }
    let close = found.filter { !$0.match.isScattered }
    matches = (close.isEmpty ? found : close).sorted { ($1.match.score, $0.index) < ($0.match.score, $1.index) }
  }
}

extension CommandPalette {
  /// Draws a rule and the matches below it. The height is constant while the user types.
  func draw(on canvas: inout Canvas, above bottom: Int) {
    let height = min(max(3, bottom - 2), bottom - 1, Self.maxRows)
    let width = canvas.size.width
    let area = Rect(row: bottom - height - 1, column: 0, width: width, height: height + 1)
    canvas.fill(area)
    canvas.fill(Rect(row: area.row, column: 0, width: width, height: 1), with: "─", style: .rule)
    canvas.addRegion(area, .click {})
    canvas.addRegion(area, .scroll { [weak self] notches in self?.move(by: notches) })
    guard !matches.isEmpty else { return drawNoMatches(on: &canvas, in: area.inset(top: 1, left: 1, right: 1)) }
    top = min(max(top, selection - height + 1), selection, max(0, matches.count - height))
    for (offset, match) in matches.dropFirst(top).prefix(height).enumerated() {
      draw(match, isSelected: top + offset == selection, on: &canvas, row: area.row + 1 + offset)
    }
  }

  private func draw(_ match: Match, isSelected: Bool, on canvas: inout Canvas, row: Int) {
    let (entry, width) = (entries[match.index], canvas.size.width)
    canvas.draw(
      entry.line(
        highlighting: match.match.positions, synonym: match.match.synonym, width: min(width - 4, Self.maxWidth)),
      row: row, column: 3)
    if isSelected {
      canvas.draw("▌", row: row, column: 1, style: .accent)
      let line = Rect(row: row, column: 1, width: min(width - 1, Self.maxWidth + 4), height: 1)
      canvas.setBackground(.selection, in: line)
    }
    canvas.addRegion(Rect(row: row, column: 0, width: width, height: 1), .click { [choose] in choose(entry) })
  }

  private func drawNoMatches(on canvas: inout Canvas, in area: Rect) {
    let sentence = "No matches for “\(TextLayout.sanitized(field.text))”."
    for (index, line) in TextLayout.wrap(StyledText(sentence, .muted), width: area.width).prefix(area.height)
      .enumerated()
    {
      canvas.draw(line, row: area.row + index, column: area.column, width: area.width)
    }
  }
}

/// The match of typed letters with an entry: in its title, or at the start of one of its synonyms.
private struct EntryMatch {
  /// Higher is better.
  let score: Int
  /// Character offsets of the matched letters in the title.
  let positions: [Int]
  /// The synonym that matches better than the title; nil if none does.
  let synonym: String?
  /// Whether the typed letters are neither together nor the first ones of words.
  let isScattered: Bool

  /// Added if the typed letters are all of the title or synonym.
  private static let isCompleteBonus = 1_000

  /// Returns nil if neither the title nor a synonym matches.
  @MainActor
  init?(_ text: String, _ entry: PaletteEntry) {
    let typed = text.lowercased().filter { !$0.isWhitespace }
    let title = Self.match(typed, in: entry.title)
    let synonyms = typed.isEmpty ? [] : entry.synonyms.filter { $0.filter { !$0.isWhitespace }.hasPrefix(typed) }
    let best = synonyms.compactMap { synonym in Self.match(typed, in: synonym).map { (synonym, $0.score) } }
      .max { $0.1 < $1.1 }
    if let best, best.1 > title?.score ?? .min {
      (score, positions, synonym, isScattered) = (best.1, [], best.0, false)
    } else if let title {
      (score, positions, synonym, isScattered) = (title.score, title.positions, nil, title.isScattered)
    } else {
      return nil
    }
  }

  private static func match(_ typed: String, in text: String) -> (score: Int, positions: [Int], isScattered: Bool)? {
    guard let match = FuzzyMatch(typed, in: text) else { return nil }
    let isComplete = !typed.isEmpty && text.lowercased().filter { !$0.isWhitespace } == typed
    return (match.score + (isComplete ? isCompleteBonus : 0), match.positions, match.isScattered)
  }
}

/// Commands of the open palette.
public enum PaletteCommands {
  public static let choose = Command("palette-choose", "choose", keys: ["Enter"])
  public static let next = Command("palette-next", "next entry", keys: ["Down", "C-n"])
  public static let previous = Command("palette-previous", "previous entry", keys: ["Up", "C-p"])
  public static let close = Command("palette-close", "close", keys: ["Escape"], isDismissal: true)

  public static let all = [choose, next, previous, close]
}
