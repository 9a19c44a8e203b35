/// Editing of multi-line text.
///
/// The keys follow readline and Emacs (^A ^E ^B ^F ^P ^N ^D ^K ^U ^W ^Y ^T, M-b M-f M-d, ^Space) and desktop editors
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
  public static let wordLeft = move("word-left", "previous word", "M-b", "C-Left", "M-Left")
  public static let wordRight = move("word-right", "next word", "M-f", "C-Right", "M-Right")
  public static let lineStart = move("line-start", "start of line", "C-a", "Home")
  public static let lineEnd = move("line-end", "end of line", "C-e", "End")
  public static let sentenceStart = move("sentence-start", "start of sentence", "M-a")
  public static let sentenceEnd = move("sentence-end", "end of sentence", "M-e")
  public static let paragraphUp = move("paragraph-up", "previous paragraph", "M-{", "C-Up")
  public static let paragraphDown = move("paragraph-down", "next paragraph", "M-}", "C-Down")
  public static let textStart = move("text-start", "start of text", "M-<", "C-Home")
  public static let textEnd = move("text-end", "end of text", "M->", "C-End")
  public static let pageUp = move("page-up", "page up", "PageUp", "M-v")
  public static let pageDown = move("page-down", "page down", "PageDown", "C-v")

  public static let selectLeft = move("select-left", "select previous character", "S-Left")
  public static let selectRight = move("select-right", "select next character", "S-Right")
  public static let selectUp = move("select-up", "select previous line", "S-Up")
  public static let selectDown = move("select-down", "select next line", "S-Down")
  public static let selectWordLeft = move("select-word-left", "select previous word", "C-S-Left")
  public static let selectWordRight = move("select-word-right", "select next word", "C-S-Right")
  public static let selectLineStart = move("select-line-start", "select to start of line", "S-Home")
  public static let selectLineEnd = move("select-line-end", "select to end of line", "S-End")
  public static let selectParagraphUp = move("select-paragraph-up", "select previous paragraph", "C-S-Up")
  public static let selectParagraphDown = move("select-paragraph-down", "select next paragraph", "C-S-Down")
  public static let selectTextStart = move("select-text-start", "select to start of text", "C-S-Home")
  public static let selectTextEnd = move("select-text-end", "select to end of text", "C-S-End")
  public static let selectPageUp = move("select-page-up", "select page up", "S-PageUp")
  public static let selectPageDown = move("select-page-down", "select page down", "S-PageDown")
  public static let setMark = move("set-mark", "start selecting", "C-Space")
  public static let deselect = move("deselect", "clear selection", "C-g")
  public static let selectAll = move("select-all", "select all", "C-x h")
  public static let copy = move("copy", "copy selection", "M-w")

  public static let newline = move("newline", "new line", "Enter")
  public static let deleteBackward = move("delete-backward", "delete previous character", "BSpace", "C-h")
  public static let deleteForward = move("delete-forward", "delete next character", "C-d", "DC")
  public static let deleteWordBackward = move("delete-word-backward", "cut previous word", "M-BSpace", "C-BSpace")
  public static let deleteWordForward = move("delete-word-forward", "cut next word", "M-d", "C-DC")
  public static let killBlankWord = move("kill-word", "cut back to a space, or the selection", "C-w")
  public static let killToEnd = move("kill-to-end", "cut to end of line", "C-k")
  public static let killToStart = move("kill-to-start", "cut to start of line", "C-u")
  public static let yank = move("yank", "paste cut text", "C-y")
  public static let yankNext = move("yank-next", "paste earlier cut text", "M-y")
  public static let transpose = move("transpose", "swap two characters", "C-t")
  public static let undo = move("undo", "undo", "C-_", "M-u")
  public static let redo = move("redo", "redo", "C-r", "M-r")

  /// In the order of the help.
  public static let all =
    [
      left, right, up, down, wordLeft, wordRight, lineStart, lineEnd, sentenceStart, sentenceEnd, paragraphUp,
      paragraphDown, textStart, textEnd, pageUp, pageDown, newline, deleteBackward, deleteForward, deleteWordBackward,
      deleteWordForward, killBlankWord, killToEnd, killToStart, yank, yankNext, transpose, undo, redo,
    ] + [
      setMark, deselect, selectAll, copy, selectLeft, selectRight, selectUp, selectDown, selectWordLeft,
      selectWordRight,
      selectLineStart, selectLineEnd, selectParagraphUp, selectParagraphDown, selectTextStart, selectTextEnd,
      selectPageUp, selectPageDown,
    ]

  /// Global commands that stay available while an editor has the focus.
  public static let alwaysAvailable: Set<Command> = [
    ProgramCommands.quitAtOnce, ProgramCommands.redraw, ProgramCommands.suspend,
  ]
}
