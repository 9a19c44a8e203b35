import Domain
import TerminalKit

/// The commands of the composer. `^X` opens their menu.
public enum ComposerCommands {
  static let menu = "options"

  private static func command(_ id: String, _ title: String, _ keys: KeySequence...) -> Command {
    Command("composer-" + id, title, keys: keys, in: .write, menu: menu)
  }

  public static let send = command("send", "send", "C-s", "M-Enter", "C-x Enter")
  public static let leave = Command(
    "composer-leave", "save draft and close", keys: ["Escape"], in: .write, isDismissal: true,
    over: [ProgramCommands.back])
  public static let visibility = command("visibility", "visibility", "C-x v")
  public static let warning = command("warning", "content warning", "C-x w")
  public static let file = command("file", "attach a file", "C-x a")
  public static let pastePicture = command("paste-picture", "attach the picture on the clipboard", "C-x i")
  public static let describe = command("describe", "describe attachment", "C-x d")
  public static let focus = command("focus", "focal point of attachment", "C-x f")
  static let removeFile = command("remove-file", "remove attachment", "C-x x")
  public static let poll = command("poll", "add or edit a poll", "C-x p")
  public static let pollDuration = command("poll-duration", "poll duration", "C-x t")
  static let multipleChoice = command("poll-several", "allow one or multiple choices", "C-x m")
  static let removePoll = command("remove-poll", "remove poll", "C-x P")
  public static let quotePolicy = command("quote-policy", "who may quote it", "C-x q")
  public static let account = command("account", "write as another account", "C-x u")
  public static let language = command("language", "language", "C-x l")
  public static let sensitive = command("sensitive", "mark as sensitive or not", "C-x s")
  public static let schedule = command("schedule", "schedule", "C-x T")
  public static let preview = command("preview", "preview", "C-x r")
  public static let split = command("split", "split into a thread", "C-x c")
  public static let editor = command("editor", "edit in $EDITOR", "C-x C-e", "C-x e")
  public static let next = command("next-draft", "next draft", "C-x o")
  public static let list = command("list-drafts", "save and show all drafts", "C-x D")
  public static let new = command("new", "save and start a new post", "C-x n")
  public static let discard = command("discard", "discard draft", "C-x k")
  public static let confirmDiscard = Command(
    "composer-confirm-discard", "yes, discard it", keys: ["y"], in: .write, isConfirmation: true)

  /// The entries of menus with numbers.
  public static let choice = (1...9).map { number in
    Command(
      "composer-choice-\(number)", "choice \(number)", keys: [KeySequence([.character(Character("\(number)"))])],
      in: .write)
  }

  static let nextField = Command("composer-next-field", "next field", keys: ["Tab"], in: .write)
  static let previousField = Command("composer-previous-field", "previous field", keys: ["BTab"], in: .write)
  static let changeField = Command(
    "composer-change-field", "change the field", keys: ["Enter"], in: .write, over: [EditorCommands.newline])
  static let fieldBelow = Command(
    "composer-field-below", "field below", keys: ["Down", "C-n", "Right"], in: .write,
    over: [EditorCommands.down, EditorCommands.right])
  static let fieldAbove = Command(
    "composer-field-above", "field above", keys: ["Up", "C-p", "Left"], in: .write,
    over: [EditorCommands.up, EditorCommands.left])
  static let leaveFields = Command(
    "composer-leave-fields", "back to the text", keys: ["Escape"], in: .write, isDismissal: true)

  static let nextCompletion = Command("next-completion", "next suggestion", keys: ["Down"], in: .write)
  static let previousCompletion = Command(
    "previous-completion", "previous suggestion", keys: ["Up"], in: .write)
  static let acceptCompletion = Command("accept-completion", "accept suggestion", keys: ["Tab"], in: .write)
  static let closeCompletions = Command(
    "close-completions", "close suggestions", keys: ["Escape"], in: .write, isDismissal: true)

  public static let submit = Command("composer-submit", "OK", keys: ["Enter"], in: .write)
  static let completePrompt = Command("composer-complete-path", "complete", keys: ["Tab"], in: .write)
  public static let cancel = Command("composer-cancel", "cancel", keys: ["Escape"], in: .write, isDismissal: true)

  public static let all =
    [
      send, leave, visibility, warning, file, pastePicture, describe, focus, removeFile, poll, pollDuration,
      multipleChoice, removePoll, quotePolicy, account, language, sensitive, schedule, preview, split, editor, next,
      list, new, discard, confirmDiscard,
    ] + choice + [
      nextField, previousField, changeField, fieldBelow, fieldAbove, leaveFields, nextCompletion, previousCompletion,
      acceptCompletion, closeCompletions, submit, completePrompt, cancel,
    ]
}
