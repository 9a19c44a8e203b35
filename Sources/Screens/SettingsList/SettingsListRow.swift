import TerminalKit

/// A setting: its name and value in the first line, its explanation below.
struct SettingsListRow: Hashable, Sendable {
  var name: String
  var value: String
  var isDefault: Bool
  var explanation: String
  /// Whether the value is one of several, or a number, that the arrow keys change.
  var hasSteps: Bool
  /// What follows the value of an unchanged row.
  var mark = "default"
  /// Whether it saves the form.
  var isButton = false
}

extension SettingsListRow: CellRow {
  private static let nameWidth = 20

  var id: String { name }

  @MainActor
  func lines(width: Int) -> [StyledText] {
    if isButton {
      return [StyledText(name, .accentBold)]
        + (explanation.isEmpty ? [] : TextLayout.wrap(StyledText(explanation, .muted), width: width))
    }
    let shown = value.isEmpty ? "not set" : TextLayout.sanitized(value)
    let note = isDefault ? mark : ""
    let name = TextLayout.pad(name, to: min(Self.nameWidth, width / 2))
    let first = StyledText(name, .bold) + StyledText(" \(shown)", value.isEmpty ? .muted : .accentBold)
    return [TextLayout.justified(first, StyledText(note, .muted), width: width)]
      + TextLayout.wrap(StyledText(explanation, .muted), width: width)
  }
}
