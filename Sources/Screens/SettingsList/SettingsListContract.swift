import EmptyState
import TerminalKit

/// The screen as the presenter sees it. `TitledListView` has the loading and empty states.
@MainActor
protocol SettingsListView: TitledListView {
  func show(_ viewModel: SettingsListViewModel)
  /// Opens the field for a value.
  /// - Parameter placeholder: the allowed values, shown while the field is empty.
  func showField(_ label: String, text: String, placeholder: String)
  func hideField()
}

/// The events that the screen sends to the presenter.
@MainActor
protocol SettingsListPresentation: ListPresentation {
  /// Changes the selected setting to its next or previous value, or its number by one.
  func step(by step: Int)
  /// Chooses the next value, or opens a field to type one.
  func edit()
  func submit(_ text: String)
  func cancelEditing()
  func restoreDefault()
  /// Whether the values are saved together, by a button below them.
  var isForm: Bool { get }
  /// Whether values of a form were changed and not saved.
  var isChanged: Bool { get }
  /// Saves a form.
  func save()
}

extension SettingsListPresentation {
  var isForm: Bool { false }
  var isChanged: Bool { false }
  func save() {}
}

/// The program around the screen.
@MainActor
protocol SettingsListWireframe {
  /// Applies the settings after a change.
  func settingsDidChange()
  /// Shows the commands and their keys.
  func showKeys()
}

/// The settings as the screen shows them.
struct SettingsListViewModel: Hashable, Sendable {
  var rows: [SettingsListRow]
  var selection: Int
}

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
