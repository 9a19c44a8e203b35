import TerminalKit

/// A command with its keys and the place where it works.
struct KeyListRow: Hashable, Sendable {
  var id: String
  var title: String
  /// In the order of their precedence: `f`, `gs`.
  var keys: [String]
  var isChanged: Bool
  /// The place where the command works, above its first one.
  var heading: String?
  /// The place, in a list without headings.
  var note = ""
}

extension KeyListRow: CellRow {
  private static let minKeysWidth = 8

  @MainActor
  func lines(width: Int) -> [StyledText] {
    let keys = StyledText(keys.isEmpty ? "no key" : keys.joined(separator: "  "), keys.isEmpty ? .muted : .accentBold)
    let change = isChanged ? StyledText("  changed", .muted) : StyledText()
    let right = TextLayout.truncate(keys + change, to: max(Self.minKeysWidth, width / 2))
    return [TextLayout.justified(StyledText(title) + StyledText("  \(note)", .muted), right, width: width)]
  }
}
