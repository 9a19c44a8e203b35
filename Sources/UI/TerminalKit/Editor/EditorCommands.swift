/// Editing of multi-line text.
///
/// The keys follow readline and Emacs (^A ^E ^B ^F ^P ^N ^D ^K ^U ^W ^Y, M-b M-f M-d, ^Space) and desktop editors
/// (arrows with Control for words and with Shift for selection, Home, End, Delete). In conflicts terminal programs take
/// precedence: ^A is the start of the line and ^V a page down; the terminal itself pastes. ^Z suspends Tern, so undo is
/// ^_, which terminals also send for ^/, and M-u as in nano. Redo is ^R and M-r, as in vi. ^X starts sequences, as in
/// Emacs.
///
/// M- is Alt, or Esc before the key. M-O, M-P, M-X, M-[, M-], M-^ and M-_ start control sequences of terminals and are
/// not used.
public enum EditorCommands {
  private static func move(_ id: String, _ title: String, _ keys: KeySequence...) -> Command {
    Command("editor-" + id, title, keys: keys, in: .edit)
  }

  public static let left = move("left", "previous character", "Left", "C-b")
  public static let right = move("right", "next character", "Right", "C-f")
  public static let up = move("up", "previous line", "Up", "C-p")
  public static let down = move("down", "next line", "Down", "C-n")
  static let wordLeft = move("word-left", "previous word", "M-b", "C-Left", "M-Left")
  static let wordRight = move("word-right", "next word", "M-f", "C-Right", "M-Right")
  public static let lineStart = move("line-start", "start of line", "C-a", "Home")
  static let lineEnd = move("line-end", "end of line", "C-e", "End")
  public static let sentenceStart = move("sentence-start", "start of sentence", "M-a")
  static let sentenceEnd = move("sentence-end", "end of sentence", "M-e")
  static let paragraphUp = move("paragraph-up", "previous paragraph", "M-{", "C-Up")
  static let paragraphDown = move("paragraph-down", "next paragraph", "M-}", "C-Down")
  public static let textStart = move("text-start", "start of text", "M-<", "C-Home")
  static let textEnd = move("text-end", "end of text", "M->", "C-End")
  public static let pageUp = move("page-up", "page up", "PageUp", "M-v")
  public static let pageDown = move("page-down", "page down", "PageDown", "C-v")

  static let selectLeft = move("select-left", "select previous character", "S-Left")
  static let selectRight = move("select-right", "select next character", "S-Right")
  static let selectUp = move("select-up", "select previous line", "S-Up")
  static let selectDown = move("select-down", "select next line", "S-Down")
  static let selectWordLeft = move("select-word-left", "select previous word", "C-S-Left")
  static let selectWordRight = move("select-word-right", "select next word", "C-S-Right")
  static let selectLineStart = move("select-line-start", "select to start of line", "S-Home")
  static let selectLineEnd = move("select-line-end", "select to end of line", "S-End")
  static let selectParagraphUp = move("select-paragraph-up", "select previous paragraph", "C-S-Up")
  static let selectParagraphDown = move("select-paragraph-down", "select next paragraph", "C-S-Down")
  static let selectTextStart = move("select-text-start", "select to start of text", "C-S-Home")
  static let selectTextEnd = move("select-text-end", "select to end of text", "C-S-End")
  static let selectPageUp = move("select-page-up", "select page up", "S-PageUp")
  static let selectPageDown = move("select-page-down", "select page down", "S-PageDown")
  static let setMark = move("set-mark", "start selecting", "C-Space")
  static let deselect = move("deselect", "clear selection", "C-g")
  static let selectAll = move("select-all", "select all", "C-x h")
  public static let copy = move("copy", "copy selection", "M-w")

  public static let newline = move("newline", "new line", "Enter")
  static let deleteBackward = move("delete-backward", "delete previous character", "BSpace", "C-h")
  static let deleteForward = move("delete-forward", "delete next character", "C-d", "DC")
  static let deleteWordBackward = move("delete-word-backward", "cut previous word", "M-BSpace", "C-BSpace")
  static let deleteWordForward = move("delete-word-forward", "cut next word", "M-d", "C-DC")
  static let killBlankWord = move("kill-word", "cut back to a space, or the selection", "C-w")
  static let killToEnd = move("kill-to-end", "cut to end of line", "C-k")
  static let killToStart = move("kill-to-start", "cut to start of line", "C-u")
  static let yank = move("yank", "paste cut text", "C-y")
  public static let undo = move("undo", "undo", "C-_", "M-u")
  public static let redo = move("redo", "redo", "C-r", "M-r")

  /// In the order of the help.
  public static let all =
    [
      left, right, up, down, wordLeft, wordRight, lineStart, lineEnd, sentenceStart, sentenceEnd, paragraphUp,
      paragraphDown, textStart, textEnd, pageUp, pageDown, newline, deleteBackward, deleteForward, deleteWordBackward,
      deleteWordForward, killBlankWord, killToEnd, killToStart, yank, undo, redo,
    ] + [
      setMark, deselect, selectAll, copy, selectLeft, selectRight, selectUp, selectDown, selectWordLeft,
      selectWordRight,
      selectLineStart, selectLineEnd, selectParagraphUp, selectParagraphDown, selectTextStart, selectTextEnd,
      selectPageUp, selectPageDown,
    ]

  /// Global commands that stay available while an editor has the focus.
  static let alwaysAvailable: Set<Command> = [
    ProgramCommands.quitAtOnce, ProgramCommands.redraw, ProgramCommands.suspend, ProgramCommands.help,
  ]
}
