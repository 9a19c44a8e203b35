import ScreenSupport
import TerminalKit

/// The presenter of a list of values that the user chooses or types: the settings, or the fields of a form.
@MainActor
protocol ValueListPresenter: ListPresenter where Row == SettingsListRow {
  /// Changes the selected value to the next or previous one, or its number by one.
  func step(by step: Int)
  /// Chooses the next value, or opens a field to type one.
  func edit()
  func restoreDefault()
}

extension ValueListPresenter {
  var rowNames: RowNames { RowNames("setting") }

  /// The commands for the value of a row. A click edits it.
  /// - Parameters:
  ///   - restoreTitle: nil for the title of the command.
  ///   - restoreHint: “default”.
  func valueCommands(for row: SettingsListRow, restoreTitle: String? = nil, restoreHint: String) -> [RowCommand] {
    var commands = [
      RowCommand(
        SettingsListCommands.edit, row.isButton ? row.name : nil, hint: row.isButton ? "save" : "change",
        .open { self.edit() })
    ]
    if row.hasSteps {
      commands += [
        RowCommand(SettingsListCommands.next, hint: "next", .perform { self.step(by: 1) }),
        RowCommand(SettingsListCommands.previous, .perform { self.step(by: -1) }),
      ]
    }
    if !row.isDefault {
      commands.append(
        RowCommand(
          SettingsListCommands.restore, restoreTitle, hint: restoreHint, .perform { self.restoreDefault() }))
    }
    return commands
  }

  /// The field for a value.
  /// - Parameter didSubmit: takes the value. The field stays open if it returns false.
  func prompt(
    _ name: String, text: String, placeholder: String, didLeave: @escaping @MainActor () -> Void = {},
    didSubmit: @escaping @MainActor (String) -> Bool
  ) -> ListPrompt {
    ListPrompt(
      { _ in name }, text: text, placeholder: placeholder, submit: (SettingsListCommands.submit, "save"),
      leave: (SettingsListCommands.cancel, "cancel"), didSubmit: didSubmit, didLeave: { _ in didLeave() })
  }
}

/// The commands of the settings screen, and the one that opens it.
public enum SettingsListCommands {
  public static let show = Command(
    "settings", "settings",
    synonyms: [
      "preferences", "options", "configuration", "theme", "colours", "colors", "dark mode", "light mode", "font",
      "avatars", "bell", "sound", "download pictures",
    ],
    keys: ["F2"])
  /// Opened by the palette and the settings.
  public static let showKeys = Command(
    "change-keys", "change the keys",
    synonyms: ["rebind", "remap", "change key", "key bindings", "keymap"], keys: [])
  static let edit = Command("change-setting", "change", keys: ["Enter"], in: .open)
  static let next = Command("next-value", "next value", keys: ["Right", "l"], in: .open)
  static let previous = Command("previous-value", "previous value", keys: ["Left", "h"], in: .open)
  static let restore = Command("default-value", "restore the default", keys: ["x"], in: .open)
  static let submit = Command("save-value", "save", keys: ["Enter"], in: .open)
  static let cancel = Command("leave-value", "cancel", keys: ["Escape"], isDismissal: true)

  public static let all = [show, showKeys, edit, next, previous, restore, submit, cancel]
}
