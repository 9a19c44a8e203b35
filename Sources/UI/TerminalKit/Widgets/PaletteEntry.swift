/// An entry of the palette: a command or a destination.
@MainActor
public struct PaletteEntry {
  enum Action {
    case command(Command)
    case perform(@MainActor () -> Void)
    /// A command that cannot be performed now, with the reason.
    case unavailable(String)
  }

  /// "next post" or "Ada Lovelace · @ada@demo".
  let title: String
  /// Other words for it. Lowercase.
  let synonyms: [String]
  /// The equivalent keys.
  let keys: [KeySequence]
  /// The kind of a destination, for example "account", or why a command is unavailable; empty for other commands.
  let note: String
  let action: Action

  /// Creates a destination.
  public init(
    _ title: String, synonyms: [String] = [], note: String, perform: @escaping @MainActor () -> Void
  ) {
    self.title = TextLayout.sanitized(title)
    self.note = note
    (keys, self.synonyms) = ([], synonyms)
    action = .perform(perform)
  }

  /// - Parameter keys: the keys of the command on the current screen.
  init(_ available: AvailableCommand, keys: [KeySequence]) {
    title = TextLayout.sanitized(available.title)
    self.keys = keys
    note = ""
    synonyms = available.command.synonyms
    action = .command(available.command)
  }

  init(_ unavailable: UnavailableCommand) {
    title = unavailable.command.title
    synonyms = unavailable.command.synonyms
    keys = []
    note = unavailable.reason
    action = .unavailable(unavailable.reason)
  }

  /// nil for a destination or an unavailable command.
  var command: Command? {
    if case .command(let command) = action { command } else { nil }
  }

  var isUnavailable: Bool {
    if case .unavailable = action { true } else { false }
  }

  /// The title with matched letters highlighted, and the keys or the note at the right edge. Only the first key if
  /// space is limited.
  /// - Parameter synonym: The word that matched instead of the title, shown after it.
  func line(highlighting positions: [Int], synonym: String?, width: Int) -> StyledText {
    let title = title(highlighting: positions) + StyledText(synonym.map { " · \($0)" } ?? "", .muted)
    let all = keys.map(\.label).joined(separator: " ") + note
    let fits = TextLayout.width(of: title.plain) + 2 + TextLayout.width(of: all) <= width
    let shown = fits ? all : keys.first?.label ?? ""
    return TextLayout.justified(
      title, StyledText(shown, note.isEmpty ? .accentBold : .muted), width: width)
  }

  private func title(highlighting positions: [Int]) -> StyledText {
    var spans: [StyledText.Span] = []
    let highlighted = Set(positions)
    for (index, character) in title.enumerated() {
      let plain: Style = isUnavailable ? .muted : .plain
      let style = highlighted.contains(index) ? Style(plain.color, [.bold, .underline]) : plain
      if spans.last?.style == style {
        spans[spans.count - 1].text.append(character)
      } else {
        spans.append(.init(String(character), style))
      }
    }
    return StyledText(spans)
  }
}
