/// An entry of the palette: an available command or a destination.
@MainActor
public struct PaletteEntry {
  enum Action {
    case command(Command)
    case perform(@MainActor () -> Void)
  }

  /// "next post" or "Ada Lovelace · @ada@demo".
  let title: String
  /// The equivalent keys.
  let keys: [KeySequence]
  /// The kind of a destination, for example "account"; empty for commands.
  let note: String
  let action: Action

  /// Creates a destination.
  public init(_ title: String, note: String, perform: @escaping @MainActor () -> Void) {
    self.title = TextLayout.sanitized(title)
    self.note = note
    keys = []
    action = .perform(perform)
  }

  /// - Parameter keys: the keys of the command on the current screen.
  init(_ available: AvailableCommand, keys: [KeySequence]) {
    title = TextLayout.sanitized(available.title)
    self.keys = keys
    note = ""
    action = .command(available.command)
  }

  /// The title with matched letters highlighted, and the keys or the note at the right edge. Only the first key if
  /// space is limited.
  func line(highlighting positions: [Int], width: Int) -> StyledText {
    let all = keys.map(\.label).joined(separator: " ") + note
    let fits = TextLayout.width(of: title) + 2 + TextLayout.width(of: all) <= width
    let shown = fits ? all : keys.first?.label ?? ""
    return TextLayout.justified(
      title(highlighting: positions), StyledText(shown, note.isEmpty ? .accentBold : .muted), width: width)
  }

  private func title(highlighting positions: [Int]) -> StyledText {
    var spans: [StyledText.Span] = []
    let highlighted = Set(positions)
    for (index, character) in title.enumerated() {
      let style = highlighted.contains(index) ? Style(.plain, [.bold, .underline]) : .plain
      if spans.last?.style == style {
        spans[spans.count - 1].text.append(character)
      } else {
        spans.append(.init(String(character), style))
      }
    }
    return StyledText(spans)
  }
}
