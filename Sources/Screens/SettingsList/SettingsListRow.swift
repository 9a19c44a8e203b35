import TerminalKit

/// A setting or a field of a form: its name and value.
struct SettingsListRow: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The value is typed.
    case text
    /// The value is chosen from a menu.
    case choices
    /// Opens a screen.
    case screen
    /// Saves the form.
    case button
  }

  var name: String
  var value: String
  var kind: Kind
  /// Shown in place of an empty value.
  var placeholder = ""
  /// Follows the value: “changed”.
  var mark = ""
  /// The lines below a button.
  var note = ScreenNotice(text: "")
  var heading: String?
}

extension SettingsListRow: CellRow {
  private static let maxNameWidth = 20
  /// In narrower rows, the value takes the place of the mark.
  private static let minWidthWithMark = 30

  var id: String { name }

  private static func nameWidth(_ width: Int) -> Int { min(maxNameWidth, width / 2) }

  func fieldColumn(width: Int) -> Int? { kind == .text ? Self.nameWidth(width) + 1 : nil }

  @MainActor
  func lines(width: Int) -> [StyledText] {
    guard kind != .button else {
      return [StyledText(name, .accentBold)] + TextLayout.wrap(StyledText(note.text, note.severity.style), width: width)
    }
    let label = StyledText(TextLayout.pad(name, to: Self.nameWidth(width)), .bold)
    let mark = StyledText(width < Self.minWidthWithMark ? "" : mark, .muted)
    return [TextLayout.justified(label + StyledText(" ") + shownValue, mark, width: width)]
  }

  private var shownValue: StyledText {
    if value.isEmpty { return StyledText(placeholder, .muted) }
    let text = TextLayout.sanitized(value)
    return kind == .text ? StyledText(text) : StyledText(text, .accentBold) + StyledText(" ›", .muted)
  }
}
