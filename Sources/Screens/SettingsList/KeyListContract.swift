import EmptyState
import TerminalKit

/// The list of keys as the presenter sees it. `TitledListView` has the status and notices.
@MainActor
protocol KeyListView: TitledListView {
  func show(_ rows: [KeyListRow], selection: Int)
  /// Shows what the user is asked for instead of the status; nil for the status.
  func showPrompt(_ prompt: KeyListPrompt?)
}

/// What the user is asked for.
enum KeyListPrompt: Hashable, Sendable {
  /// The next key becomes a key of the command.
  case newKey(String)
  /// Whether a key that has another meaning is assigned.
  case confirmation
}

/// The events that the list sends to the presenter.
@MainActor
protocol KeyListPresentation: ListPresentation {
  /// Asks for a new key of the selected command.
  func edit()
  /// Takes a pressed key.
  /// - Returns: Whether a new key was asked for.
  func capture(_ key: Key) -> Bool
  /// Assigns a key that has another meaning.
  func confirm()
  func cancel()
  /// Removes the user's keys of the selected command.
  func restoreDefault()
  /// Lists the commands that match.
  func filter(_ text: String)
}

/// A command with its keys.
struct KeyListRow: Hashable, Sendable {
  var id: String
  var title: String
  /// In the order of their precedence: `f`, `gs`.
  var keys: [String]
  /// Whether the user has changed the keys.
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
