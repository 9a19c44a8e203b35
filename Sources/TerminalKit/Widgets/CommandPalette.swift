/// Finds what can be done, and where one can go, by letters that a person types. It stands in front of a screen, which
/// does not notice it.
@MainActor
final class CommandPalette {
  private static let maxRows = 12
  /// On a wide screen, keys stand no further from what they do.
  private static let maxWidth = 76

  private struct Match {
    /// Of the entry.
    let index: Int
    let places: [Int]
  }

  /// What stands before what is typed.
  let question: String
  let field = TextField()
  private var commands: [PaletteEntry]
  private var places: [PaletteEntry]
  private var matches: [Match] = []
  /// Of the matches.
  private var selection = 0
  /// The first match that is drawn.
  private var top = 0
  private let choose: @MainActor (PaletteEntry) -> Void

  /// - Parameter choose: does what was clicked.
  init(
    question: String = "Find", _ commands: [PaletteEntry], places: [PaletteEntry] = [],
    choose: @escaping @MainActor (PaletteEntry) -> Void
  ) {
    self.question = question
    self.commands = commands
    self.places = places
    self.choose = choose
    match()
  }

  private var entries: [PaletteEntry] { commands + places }

  /// nil where nothing matches.
  var selected: PaletteEntry? { matches.indices.contains(selection) ? entries[matches[selection].index] : nil }

  /// Adds entries behind the others; what was selected stays it.
  func add(_ more: [PaletteEntry]) {
    let index = matches.indices.contains(selection) ? matches[selection].index : nil
    places += more
    match()
    selection = matches.firstIndex { $0.index == index } ?? 0
  }

  /// Has the same commands with other keys, say.
  func show(_ commands: [PaletteEntry]) {
    // One that asks for something else has none.
    if !self.commands.isEmpty { self.commands = commands }
    match()
    selection = min(selection, max(0, matches.count - 1))
  }

  /// Selects the best of what matches now.
  func fieldDidChange() {
    match()
    (selection, top) = (0, 0)
  }

  func move(by step: Int) {
    selection = min(max(selection + step, 0), max(0, matches.count - 1))
  }

  /// The best first; of those that fit equally well, in the order in which they are.
  private func match() {
    let found = entries.enumerated().compactMap { index, entry in
      FuzzyMatch(field.text, in: entry.title).map { (index: index, match: $0) }
    }
    let sorted = found.sorted { ($1.match.score, $0.index) < ($0.match.score, $1.index) }
    matches = sorted.map { Match(index: $0.index, places: $0.match.places) }
  }
}

extension CommandPalette {
  /// Draws a rule and the matches below it. How high it is does not change while a person types.
  func draw(on canvas: inout Canvas, above bottom: Int) {
    let height = min(max(3, bottom - 2), bottom - 1, Self.maxRows)
    let width = canvas.size.width
    let area = Rect(row: bottom - height - 1, column: 0, width: width, height: height + 1)
    canvas.fill(area)
    canvas.fill(Rect(row: area.row, column: 0, width: width, height: 1), with: "─", style: .rule)
    canvas.addRegion(area, .click {})
    canvas.addRegion(area, .scroll { [weak self] notches in self?.move(by: notches) })
    guard !matches.isEmpty else { return drawNothing(on: &canvas, in: area.inset(top: 1, left: 1, right: 1)) }
    top = min(max(top, selection - height + 1), selection, max(0, matches.count - height))
    for (offset, match) in matches.dropFirst(top).prefix(height).enumerated() {
      draw(match, isSelected: top + offset == selection, on: &canvas, row: area.row + 1 + offset)
    }
  }

  private func draw(_ match: Match, isSelected: Bool, on canvas: inout Canvas, row: Int) {
    let (entry, width) = (entries[match.index], canvas.size.width)
    canvas.draw(entry.line(marking: match.places, width: min(width - 4, Self.maxWidth)), row: row, column: 3)
    if isSelected {
      canvas.draw("▌", row: row, column: 1, style: .accent)
      canvas.lay(.selection, under: Rect(row: row, column: 1, width: min(width - 1, Self.maxWidth + 4), height: 1))
    }
    canvas.addRegion(Rect(row: row, column: 0, width: width, height: 1), .click { [choose] in choose(entry) })
  }

  private func drawNothing(on canvas: inout Canvas, in area: Rect) {
    let sentence = "Nothing that can be done here fits “\(TextLayout.sanitized(field.text))”."
    for (index, line) in TextLayout.wrap(StyledText(sentence, .muted), width: area.width).prefix(area.height)
      .enumerated()
    {
      canvas.draw(line, row: area.row + index, column: area.column, width: area.width)
    }
  }
}

/// What can be done in the palette.
public enum PaletteCommands {
  public static let choose = Command("palette-choose", "do it", keys: ["Enter"])
  public static let next = Command("palette-next", "next entry", keys: ["Down", "C-n"])
  public static let previous = Command("palette-previous", "previous entry", keys: ["Up", "C-p"])
  public static let close = Command("palette-close", "close", keys: ["Escape"], isWayOut: true)

  public static let all = [choose, next, previous, close]
}
