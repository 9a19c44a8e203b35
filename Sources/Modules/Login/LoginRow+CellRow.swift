import TerminalKit

/// Who it is, where it comes from and its state; then a line about it. A narrow screen leaves out where it comes from.
extension LoginRow: CellRow {
  private static let maxNarrowWidth = 36

  func lines(width: Int) -> [StyledText] {
    let isNarrow = width < Self.maxNarrowWidth
    let number = isNarrow ? "" : TextLayout.pad(key, to: max(3, TextLayout.width(of: key) + 1))
    let room = width - number.count
    let heading =
      isNarrow
      ? StyledText(TextLayout.truncate(name, to: room), .bold)
      : heading(room: room)
    let second = isNarrow ? [handle, isCurrent ? state : ""].filter { !$0.isEmpty }.joined(separator: " · ") : note
    let indent = String(repeating: " ", count: number.count)
    let line = StyledText(indent + TextLayout.truncate(second, to: room), .muted)
    return [StyledText(number, .muted) + heading] + (second.isEmpty ? [] : [line])
  }

  private func heading(room: Int) -> StyledText {
    let details = details(atMost: room / 2)
    let left = room - TextLayout.width(of: details.plain) - 1
    return TextLayout.spread(
      TextLayout.joined(StyledText(name, .bold), StyledText(handle, .muted), width: left), details, width: room)
  }

  /// “demo · open”; a long path gives way to the state.
  private func details(atMost limit: Int) -> StyledText {
    let state = StyledText(state, isCurrent ? .accent : .muted)
    let room = limit - TextLayout.width(of: state.plain) - 3
    let shown = TextLayout.width(of: source) <= room ? source : lastPart(of: source, atMost: room)
    return shown.isEmpty ? state : StyledText("\(shown) · ", .muted) + state
  }

  /// The end of a path tells more than its beginning.
  private func lastPart(of path: String, atMost width: Int) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return TextLayout.width(of: file) + 2 <= width ? "…/\(file)" : ""
  }
}
