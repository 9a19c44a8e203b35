extension TextEditor {
  /// What can be done with it: always the same, so that what keys do need not be found anew.
  func makeAvailableCommands() -> [AvailableCommand] {
    moving + selecting + deleting + killing + (content.keepsLines ? [newline] : [])
  }

  private func offer(_ command: Command, _ action: @escaping @MainActor (TextEditor) -> Void) -> AvailableCommand {
    AvailableCommand(command) { [weak self] in self.map(action) }
  }

  private func offer(_ command: Command, edit: @escaping @MainActor (inout EditedText) -> Void) -> AvailableCommand {
    offer(command) { editor in editor.edit { edit(&$0) } }
  }

  private func availableCommands(
    _ command: Command, selecting: Command?, _ action: @escaping @MainActor (TextEditor, Bool) -> Void
  ) -> [AvailableCommand] {
    [offer(command) { action($0, false) }] + (selecting.map { [offer($0) { action($0, true) }] } ?? [])
  }

  private func availableCommands(
    _ command: Command, selecting: Command?, _ unit: TextUnit, _ direction: TextDirection
  ) -> [AvailableCommand] {
    availableCommands(command, selecting: selecting) { editor, selects in
      editor.edit { $0.move(unit, direction, selects: selects) }
    }
  }

  private var newline: AvailableCommand {
    offer(EditorCommands.newline) { (text: inout EditedText) in text.type("\n") }
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
      offer(EditorCommands.setMark) { (text: inout EditedText) in text.setMark() },
      offer(EditorCommands.deselect) { (text: inout EditedText) in text.deselect() },
      offer(EditorCommands.selectAll) { (text: inout EditedText) in text.select(0..<text.end) },
      offer(EditorCommands.copy) { (editor: TextEditor) in
        editor.copySelection()
        editor.edit { $0.copy() }
      },
    ]
  }

  private var deleting: [AvailableCommand] {
    [
      offer(EditorCommands.deleteBackward) { (text: inout EditedText) in text.delete(.character, .backward) },
      offer(EditorCommands.deleteForward) { (text: inout EditedText) in text.delete(.character, .forward) },
      offer(EditorCommands.transpose) { (text: inout EditedText) in text.transpose() },
      offer(EditorCommands.undo) { (text: inout EditedText) in text.undo() },
      offer(EditorCommands.redo) { (text: inout EditedText) in text.redo() },
    ]
  }

  private var killing: [AvailableCommand] {
    [
      kill(EditorCommands.deleteWordBackward, .word, .backward),
      kill(EditorCommands.deleteWordForward, .word, .forward),
      kill(EditorCommands.killBlankWord, .blankWord, .backward), kill(EditorCommands.killToEnd, .paragraph, .forward),
      kill(EditorCommands.killToStart, .paragraph, .backward),
      offer(EditorCommands.yank) { (text: inout EditedText) in text.yank() },
      offer(EditorCommands.yankNext) { (text: inout EditedText) in text.yankNext() },
    ]
  }

  private func kill(_ command: Command, _ unit: TextUnit, _ direction: TextDirection) -> AvailableCommand {
    offer(command) { (editor: TextEditor) in
      editor.copySelection()
      editor.edit { $0.kill(unit, direction) }
    }
  }

  private func copySelection() {
    if let text = content.selectedText { copies?(text) }
  }
}
