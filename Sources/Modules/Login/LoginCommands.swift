import TerminalKit

/// What can be done with accounts and in the form.
public enum LoginCommands {
  public static let open = Command("open-account", "read this account", keys: ["Enter"])
  /// The first nine accounts.
  public static let account = (1...9).map { number in
    Command(
      "account-\(number)", "read account \(number)", keys: [KeySequence([.character(Character("\(number)"))])])
  }
  public static let openForm = Command("sign-in", "sign in to an account", keys: ["n"])

  /// Space presses a button; in a field it is text.
  public static let submit = Command("submit-form", "sign in", keys: ["Enter", "Space"])
  public static let nextField = Command("next-field", "next field", keys: ["Tab", "Down"])
  public static let previousField = Command("previous-field", "previous field", keys: ["BTab", "Up"])
  public static let closeForm = Command(
    "close-form", "close the form", keys: ["Escape", "q", "BSpace"], isWayOut: true,
    over: [ProgramCommands.back, ProgramCommands.quit])
  public static let cancelSignIn = Command(
    "cancel-sign-in", "cancel", keys: ["Escape", "q", "BSpace"], isWayOut: true,
    over: [ProgramCommands.back, ProgramCommands.quit])

  public static let all = [open] + account + [openForm, submit, nextField, previousField, closeForm, cancelSignIn]
}
