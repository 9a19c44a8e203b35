import Domain
import TerminalKit

/// What can be done while one writes. `^X` opens the small menu of all of it.
public enum ComposerCommands {
  static let menu = "post"

  private static func command(_ id: String, _ title: String, _ keys: KeySequence...) -> Command {
    Command("composer-" + id, title, keys: keys, in: .write, menu: menu)
  }

  public static let send = command("send", "send", "M-Enter", "C-x Enter")
  public static let leave = Command(
    "composer-leave", "keep the draft, and leave", keys: ["Escape"], in: .write, isWayOut: true,
    over: [ProgramCommands.back])
  public static let visibility = command("visibility", "who may read it", "C-x v")
  public static let warning = command("warning", "warning", "C-x w")
  public static let file = command("file", "add a file", "C-x a")
  public static let describe = command("describe", "say what a file shows", "C-x d")
  public static let removeFile = command("remove-file", "take a file away", "C-x x")
  public static let poll = command("poll", "ask a question", "C-x p")
  public static let pollDuration = command("poll-duration", "how long it can be answered", "C-x t")
  public static let several = command("poll-several", "one answer, or several", "C-x m")
  public static let removePoll = command("remove-poll", "ask nothing", "C-x P")
  public static let language = command("language", "language", "C-x l")
  public static let sensitive = command("sensitive", "sensitive, or not", "C-x s")
  public static let schedule = command("schedule", "when it is published", "C-x T")
  public static let preview = command("preview", "how it will look", "C-x r")
  public static let split = command("split", "cut it into a thread", "C-x c")
  public static let editor = command("editor", "go on in $EDITOR", "C-x C-e", "C-x e")
  public static let next = command("next-draft", "another draft", "C-x o")
  public static let list = command("list-drafts", "keep this, and show all drafts", "C-x D")
  public static let new = command("new", "keep this, and begin another", "C-x n")
  public static let discard = command("discard", "throw it away", "C-x k")
  public static let confirmDiscard = Command("composer-confirm-discard", "yes, throw it away", keys: ["y"], in: .write)

  /// In the menus of a few things to choose from.
  public static let choice = (1...9).map { number in
    Command(
      "composer-choice-\(number)", "choice \(number)", keys: [KeySequence([.character(Character("\(number)"))])],
      in: .write)
  }

  public static let nextCompletion = Command("next-completion", "next of what fits", keys: ["Down"], in: .write)
  public static let previousCompletion = Command(
    "previous-completion", "previous of what fits", keys: ["Up"], in: .write)
  public static let acceptCompletion = Command("accept-completion", "take it", keys: ["Tab"], in: .write)
  public static let closeCompletions = Command(
    "close-completions", "type on", keys: ["Escape"], in: .write, isWayOut: true)

  public static let submit = Command("composer-submit", "take it", keys: ["Enter"], in: .write)
  public static let completePrompt = Command("composer-complete-path", "complete", keys: ["Tab"], in: .write)
  public static let cancel = Command("composer-cancel", "leave it", keys: ["Escape"], in: .write, isWayOut: true)

  public static let all =
    [
      send, leave, visibility, warning, file, describe, removeFile, poll, pollDuration, several, removePoll, language,
      sensitive, schedule, preview, split, editor, next, list, new, discard, confirmDiscard,
    ] + choice + [
      nextCompletion, previousCompletion, acceptCompletion, closeCompletions, submit, completePrompt, cancel,
    ]
}
