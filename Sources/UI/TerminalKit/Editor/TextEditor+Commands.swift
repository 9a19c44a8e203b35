extension TextEditor {
  /// All editing commands. The list is constant, so that the key assignment can be cached.
  func makeAvailableCommands() -> [AvailableCommand] {
    moving + selecting + deleting + killing + (content.keepsLines ? [newline] : [])
  }

  private func available(_ command: Command, _ action: @escaping @MainActor (TextEditor) -> Void) -> AvailableCommand {
    AvailableCommand(command) { [weak self] in self.map(action) }
  }

  private func available(_ command: Command, edit: @escaping @MainActor (inout EditedText) -> Void) -> AvailableCommand
  {
    available(command) { editor in editor.edit { edit(&$0) } }
  }

  private func availableCommands(
    _ command: Command, selecting: Command?, _ action: @escaping @MainActor (TextEditor, Bool) -> Void
  ) -> [AvailableCommand] {
    [available(command) { action($0, false) }] + (selecting.map { [available($0) { action($0, true) }] } ?? [])
  }

  private func availableCommands(
    _ command: Command, selecting: Command?, _ unit: TextUnit, _ direction: TextDirection
  ) -> [AvailableCommand] {
    availableCommands(command, selecting: selecting) { editor, selects in
      editor.edit { $0.move(unit, direction, selects: selects) }
    }
  }

  private var newline: AvailableCommand {
    available(EditorCommands.newline) { (text: inout EditedText) in text.type("\n") }
  }

  private var moving: [AvailableCommand] {
    typealias Commands = EditorCommands
    let units =
      availableCommands(Commands.left, selecting: Commands.selectLeft, .character, .backward)
      + availableCommands(Commands.right, selecting: Commands.selectRight, .character, .forward)
      + availableCommands(Commands.wordLeft, selecting: Commands.selectWordLeft, .word, .backward)
      + availableCommands(Commands.wordRight, selecting: Commands.selectWordRight, .word, .forward)
      + availableCommands(Commands.sentenceStart, selecting: nil, .sentence, .backward)
      + availableCommands(Commands.sentenceEnd, selecting: nil, .sentence, .forward)
      + availableCommands(Commands.textStart, selecting: Commands.selectTextStart, .text, .backward)
      + availableCommands(Commands.textEnd, selecting: Commands.selectTextEnd, .text, .forward)
    let lines =
      availableCommands(Commands.up, selecting: Commands.selectUp) { $0.move(lines: -1, selects: $1) }
      + availableCommands(Commands.down, selecting: Commands.selectDown) { $0.move(lines: 1, selects: $1) }
      + availableCommands(Commands.lineStart, selecting: Commands.selectLineStart) {
        $0.moveInLine(.backward, selects: $1)
      }
      + availableCommands(Commands.lineEnd, selecting: Commands.selectLineEnd) { $0.moveInLine(.forward, selects: $1) }
      + availableCommands(Commands.pageUp, selecting: Commands.selectPageUp) { $0.move(pages: -1, selects: $1) }
      + availableCommands(Commands.pageDown, selecting: Commands.selectPageDown) { $0.move(pages: 1, selects: $1) }
      + availableCommands(Commands.paragraphUp, selecting: Commands.selectParagraphUp) {
        $0.moveByParagraph(.backward, selects: $1)
      }
      + availableCommands(Commands.paragraphDown, selecting: Commands.selectParagraphDown) {
        $0.moveByParagraph(.forward, selects: $1)
      }
    return units + lines
  }

  private var selecting: [AvailableCommand] {
    [
      available(EditorCommands.setMark) { (text: inout EditedText) in text.setMark() },
      available(EditorCommands.deselect) { (text: inout EditedText) in text.deselect() },
      available(EditorCommands.selectAll) { (text: inout EditedText) in text.select(0..<text.end) },
      available(EditorCommands.copy) { (editor: TextEditor) in
        editor.copySelection()
        editor.edit { $0.copy() }
      },
    ]
  }

  private var deleting: [AvailableCommand] {
    [
      available(EditorCommands.deleteBackward) { (text: inout EditedText) in text.delete(.character, .backward) },
      available(EditorCommands.deleteForward) { (text: inout EditedText) in text.delete(.character, .forward) },
      available(EditorCommands.undo) { (text: inout EditedText) in text.undo() },
      available(EditorCommands.redo) { (text: inout EditedText) in text.redo() },
    ]
  }

  private var killing: [AvailableCommand] {
    [
      kill(EditorCommands.deleteWordBackward, .word, .backward),
      kill(EditorCommands.deleteWordForward, .word, .forward),
      kill(EditorCommands.killBlankWord, .blankWord, .backward), kill(EditorCommands.killToEnd, .paragraph, .forward),
      kill(EditorCommands.killToStart, .paragraph, .backward),
      available(EditorCommands.yank) { (text: inout EditedText) in text.yank() },
    ]
  }

  private func kill(_ command: Command, _ unit: TextUnit, _ direction: TextDirection) -> AvailableCommand {
    available(command) { (editor: TextEditor) in
      editor.copySelection()
      editor.edit { $0.kill(unit, direction) }
    }
  }

  private func copySelection() {
    if let text = content.selectedText { didCopy?(text) }
  }
}
