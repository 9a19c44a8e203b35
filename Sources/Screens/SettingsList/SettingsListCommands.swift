import ScreenSupport
import TerminalKit

/// The commands of the settings screen, and those that open it.
public enum SettingsListCommands {
  public static let show = Command(
    "settings", "settings",
    synonyms: [
      "preferences", "options", "configuration", "theme", "colours", "colors", "dark mode", "light mode", "font",
      "avatars", "bell", "sound", "download pictures", "appearance", "display settings", "push notifications",
      "autoplay",
    ],
    keys: ["F2"])
  /// Opened by the palette.
  public static let showKeys = Command(
    "change-keys", "change the keys",
    synonyms: ["rebind", "remap", "change key", "key bindings", "keymap"], keys: [])
  static let keys = Command("settings-keys", "the keys of all commands", keys: ["K"], in: .open)
  static let edit = Command("change-setting", "change", keys: ["Enter"], in: .open)
  static let next = Command("next-value", "next value", keys: ["Right", "l"], in: .open)
  static let previous = Command("previous-value", "previous value", keys: ["Left", "h"], in: .open)
  static let restore = Command("default-value", "restore the default", keys: ["x"], in: .open)
  static let submit = Command("save-value", "save", keys: ["Enter"], in: .open)
  static let cancel = Command("leave-value", "cancel", keys: ["Escape"], isDismissal: true)

  public static let all = [show, showKeys, keys, edit, next, previous, restore, submit, cancel]

  /// The commands that change the value of a row in steps.
  @MainActor
  static func steps(_ step: @escaping @MainActor (Int) -> Void) -> [RowCommand] {
    [RowCommand(next, .perform { step(1) }), RowCommand(previous, .perform { step(-1) })]
  }
}

extension [String] {
  /// The choice a number of steps after a value. After the last one comes the first.
  func choice(_ step: Int, after value: String) -> String? {
    guard let index = firstIndex(of: value) else { return first }
    return self[(index + step + count) % count]
  }
}
