import TerminalKit

/// Draws an account of the list: key, name, handle, source and state, with the note below. Narrow screens omit
/// key, source and note.
extension LoginRow: CellRow {
  private static let maxNarrowWidth = 36

  func lines(width: Int) -> [StyledText] {
    let isNarrow = width < Self.maxNarrowWidth
    let number = isNarrow ? "" : TextLayout.pad(key, to: max(3, TextLayout.width(of: key) + 1))
    let textWidth = width - number.count
    let heading =
      isNarrow
      ? StyledText(TextLayout.truncate(name, to: textWidth), .bold)
      : heading(width: textWidth)
    let second = isNarrow ? [handle, isCurrent ? state : ""].filter { !$0.isEmpty }.joined(separator: " · ") : note
    let indent = String(repeating: " ", count: number.count)
    let line = StyledText(indent + TextLayout.truncate(second, to: textWidth), .muted)
    return [StyledText(number, .muted) + heading] + (second.isEmpty ? [] : [line])
  }

  private func heading(width: Int) -> StyledText {
    let details = details(atMost: width / 2)
    let left = width - TextLayout.width(of: details.plain) - 1
    return TextLayout.justified(
      TextLayout.joined(StyledText(name, .bold), StyledText(handle, .muted), width: left), details, width: width)
  }

  /// “demo · signed in”. A path that does not fit is shortened or omitted.
  private func details(atMost limit: Int) -> StyledText {
    let state = StyledText(state, isCurrent ? .accent : .muted)
    let widthLeft = limit - TextLayout.width(of: state.plain) - 3
    let shown = TextLayout.width(of: source) <= widthLeft ? source : lastPart(of: source, atMost: widthLeft)
    guard !self.state.isEmpty else { return StyledText(shown, .muted) }
    return shown.isEmpty ? state : StyledText("\(shown) · ", .muted) + state
  }

  /// The file name with an ellipsis for its folders; empty if it does not fit.
  private func lastPart(of path: String, atMost width: Int) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return TextLayout.width(of: file) + 2 <= width ? "…/\(file)" : ""
  }
}
