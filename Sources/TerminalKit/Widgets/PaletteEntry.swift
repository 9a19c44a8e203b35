/// Something that the palette finds: a command that is available, or a place to go to.
@MainActor
public struct PaletteEntry {
  enum Action {
    case command(Command)
    case perform(@MainActor () -> Void)
  }

  /// “next post”, “Ada Lovelace · @ada@demo”.
  let title: String
  /// The keys that do the same.
  let keys: [KeySequence]
  /// What it is, where it is no command: “account”.
  let note: String
  let action: Action

  /// A place to go to.
  public init(_ title: String, note: String, perform: @escaping @MainActor () -> Void) {
    self.title = TextLayout.sanitized(title)
    self.note = note
    keys = []
    action = .perform(perform)
  }

  /// - Parameter keys: those that the command has where the palette was opened.
  init(_ offer: AvailableCommand, keys: [KeySequence]) {
    title = TextLayout.sanitized(offer.title)
    self.keys = keys
    note = ""
    action = .command(offer.command)
  }

  /// The title, with the letters marked that were found, and at the right edge the keys, or what it is. Where there is
  /// little room the first key stays.
  func line(marking places: [Int], width: Int) -> StyledText {
    let all = keys.map(\.label).joined(separator: " ") + note
    let hasRoom = TextLayout.width(of: title) + 2 + TextLayout.width(of: all) <= width
    let shown = hasRoom ? all : keys.first?.label ?? ""
    return TextLayout.spread(
      title(marking: places), StyledText(shown, note.isEmpty ? .accentBold : .muted), width: width)
  }

  private func title(marking places: [Int]) -> StyledText {
    var spans: [StyledText.Span] = []
    let marked = Set(places)
    for (index, character) in title.enumerated() {
      let style = marked.contains(index) ? Style(.plain, [.bold, .underline]) : .plain
      if spans.last?.style == style {
        spans[spans.count - 1].text.append(character)
      } else {
        spans.append(.init(String(character), style))
      }
    }
    return StyledText(spans)
  }
}
