/// What edits a text of several lines.
///
/// The keys are those of readline and Emacs (^A ^E ^B ^F ^P ^N ^D ^K ^U ^W ^Y ^T, M-b M-f M-d, ^Space), and those that other
/// programs have for the same: arrows with Control for words and with Shift for selecting, Home, End, Delete. Where the two
/// disagree, what the terminal's own programs do counts: ^A is the beginning of the line and ^V a page down; the terminal
/// itself pastes. ^Z suspends Tern as everywhere, so ^_ takes back (which is what terminals send for ^/, too) and M-u, as in
/// nano; ^R and M-r do it again, as in vi. ^X begins sequences, as in Emacs.
///
/// M- is Alt, or Esc right before the key. M-O, M-P, M-X, M-[, M-], M-^ and M-_ begin something else in what terminals send, and
/// are not used.
public enum EditorCommands {
  private static func move(_ id: String, _ title: String, _ keys: KeySequence...) -> Command {
    Command("editor-" + id, title, keys: keys, in: .edit)
  }

  public static let left = move("left", "back a character", "Left", "C-b")
  public static let right = move("right", "forward a character", "Right", "C-f")
  public static let up = move("up", "up a line", "Up", "C-p")
  public static let down = move("down", "down a line", "Down", "C-n")
  public static let wordLeft = move("word-left", "back a word", "M-b", "C-Left", "M-Left")
  public static let wordRight = move("word-right", "forward a word", "M-f", "C-Right", "M-Right")
  public static let lineStart = move("line-start", "beginning of the line", "C-a", "Home")
  public static let lineEnd = move("line-end", "end of the line", "C-e", "End")
  public static let sentenceStart = move("sentence-start", "beginning of the sentence", "M-a")
  public static let sentenceEnd = move("sentence-end", "end of the sentence", "M-e")
  public static let paragraphUp = move("paragraph-up", "back a paragraph", "M-{", "C-Up")
  public static let paragraphDown = move("paragraph-down", "forward a paragraph", "M-}", "C-Down")
  public static let textStart = move("text-start", "beginning of the text", "M-<", "C-Home")
  public static let textEnd = move("text-end", "end of the text", "M->", "C-End")
  public static let pageUp = move("page-up", "page up", "PageUp", "M-v")
  public static let pageDown = move("page-down", "page down", "PageDown", "C-v")

  public static let selectLeft = move("select-left", "select back a character", "S-Left")
  public static let selectRight = move("select-right", "select forward a character", "S-Right")
  public static let selectUp = move("select-up", "select up a line", "S-Up")
  public static let selectDown = move("select-down", "select down a line", "S-Down")
  public static let selectWordLeft = move("select-word-left", "select back a word", "C-S-Left")
  public static let selectWordRight = move("select-word-right", "select forward a word", "C-S-Right")
  public static let selectLineStart = move("select-line-start", "select to the beginning of the line", "S-Home")
  public static let selectLineEnd = move("select-line-end", "select to the end of the line", "S-End")
  public static let selectParagraphUp = move("select-paragraph-up", "select back a paragraph", "C-S-Up")
  public static let selectParagraphDown = move("select-paragraph-down", "select forward a paragraph", "C-S-Down")
  public static let selectTextStart = move("select-text-start", "select to the beginning of the text", "C-S-Home")
  public static let selectTextEnd = move("select-text-end", "select to the end of the text", "C-S-End")
  public static let selectPageUp = move("select-page-up", "select a page up", "S-PageUp")
  public static let selectPageDown = move("select-page-down", "select a page down", "S-PageDown")
  public static let setMark = move("set-mark", "select from here on", "C-Space")
  public static let deselect = move("deselect", "select nothing", "C-g")
  public static let selectAll = move("select-all", "select all", "C-x h")
  public static let copy = move("copy", "copy what is selected", "M-w")

  public static let newline = move("newline", "new line", "Enter")
  public static let deleteBackward = move("delete-backward", "delete the character before", "BSpace", "C-h")
  public static let deleteForward = move("delete-forward", "delete the character behind", "C-d", "DC")
  public static let deleteWordBackward = move("delete-word-backward", "cut the word before", "M-BSpace", "C-BSpace")
  public static let deleteWordForward = move("delete-word-forward", "cut the word behind", "M-d", "C-DC")
  public static let killBlankWord = move("kill-word", "cut back to a blank, or what is selected", "C-w")
  public static let killToEnd = move("kill-to-end", "cut to the end of the line", "C-k")
  public static let killToStart = move("kill-to-start", "cut to the beginning of the line", "C-u")
  public static let yank = move("yank", "put in what was cut", "C-y")
  public static let yankNext = move("yank-next", "put in what was cut before that", "M-y")
  public static let transpose = move("transpose", "exchange two characters", "C-t")
  public static let undo = move("undo", "take back", "C-_", "M-u")
  public static let redo = move("redo", "do again", "C-r", "M-r")

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

  /// What every screen has, and has its keys while a text is written, too: it means nothing else to anybody.
  public static let beside: Set<Command> = [
    ProgramCommands.quitAtOnce, ProgramCommands.redraw, ProgramCommands.suspend,
  ]
}
