import TerminalKit

/// A command with its keys.
struct KeyListRow: Hashable, Sendable {
  var id: String
  var title: String
  /// In the order of their precedence: `f`, `gs`.
  var keys: [String]
  var isChanged: Bool
  /// The group of the command, above its first one.
  var heading: String?
}

extension KeyListRow: CellRow {
  private static let minKeysWidth = 8

  @MainActor
  func lines(width: Int) -> [StyledText] {
    let keys = StyledText(keys.isEmpty ? "no key" : keys.joined(separator: "  "), keys.isEmpty ? .muted : .accentBold)
    let note = isChanged ? StyledText("  changed", .muted) : StyledText()
    let right = TextLayout.truncate(keys + note, to: max(Self.minKeysWidth, width / 2))
    return [TextLayout.justified(StyledText(title), right, width: width)]
  }
}
