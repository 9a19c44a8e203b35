extension TextEditor {
  /// What can be done with it: always the same, so that what keys do need not be found anew.
  func makeOffers() -> [Offer] {
    moving + selecting + deleting + killing + (content.keepsLines ? [newline] : [])
  }

  private func offer(_ command: Command, _ action: @escaping @MainActor (TextEditor) -> Void) -> Offer {
    Offer(command) { [weak self] in self.map(action) }
  }

  private func offer(_ command: Command, edit: @escaping @MainActor (inout EditedText) -> Void) -> Offer {
    offer(command) { editor in editor.edit { edit(&$0) } }
  }

  private func offers(
    _ command: Command, selecting: Command?, _ action: @escaping @MainActor (TextEditor, Bool) -> Void
  ) -> [Offer] {
    [offer(command) { action($0, false) }] + (selecting.map { [offer($0) { action($0, true) }] } ?? [])
  }

  private func offers(
    _ command: Command, selecting: Command?, _ unit: TextUnit, _ direction: TextDirection
  ) -> [Offer] {
    offers(command, selecting: selecting) { editor, selects in
      editor.edit { $0.move(unit, direction, selects: selects) }
    }
  }

  private var newline: Offer { offer(EditorCommands.newline) { (text: inout EditedText) in text.type("\n") } }

  private var moving: [Offer] {
    typealias Commands = EditorCommands
    let units =
      offers(Commands.left, selecting: Commands.selectLeft, .character, .backward)
      + offers(Commands.right, selecting: Commands.selectRight, .character, .forward)
      + offers(Commands.wordLeft, selecting: Commands.selectWordLeft, .word, .backward)
      + offers(Commands.wordRight, selecting: Commands.selectWordRight, .word, .forward)
      + offers(Commands.sentenceStart, selecting: nil, .sentence, .backward)
      + offers(Commands.sentenceEnd, selecting: nil, .sentence, .forward)
      + offers(Commands.textStart, selecting: Commands.selectTextStart, .text, .backward)
      + offers(Commands.textEnd, selecting: Commands.selectTextEnd, .text, .forward)
    let lines =
      offers(Commands.up, selecting: Commands.selectUp) { $0.move(lines: -1, selects: $1) }
      + offers(Commands.down, selecting: Commands.selectDown) { $0.move(lines: 1, selects: $1) }
      + offers(Commands.lineStart, selecting: Commands.selectLineStart) { $0.moveInLine(.backward, selects: $1) }
      + offers(Commands.lineEnd, selecting: Commands.selectLineEnd) { $0.moveInLine(.forward, selects: $1) }
      + offers(Commands.pageUp, selecting: Commands.selectPageUp) { $0.move(pages: -1, selects: $1) }
      + offers(Commands.pageDown, selecting: Commands.selectPageDown) { $0.move(pages: 1, selects: $1) }
      + offers(Commands.paragraphUp, selecting: Commands.selectParagraphUp) {
        $0.moveByParagraph(.backward, selects: $1)
      }
      + offers(Commands.paragraphDown, selecting: Commands.selectParagraphDown) {
        $0.moveByParagraph(.forward, selects: $1)
      }
    return units + lines
  }

  private var selecting: [Offer] {
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

  private var deleting: [Offer] {
    [
      offer(EditorCommands.deleteBackward) { (text: inout EditedText) in text.delete(.character, .backward) },
      offer(EditorCommands.deleteForward) { (text: inout EditedText) in text.delete(.character, .forward) },
      offer(EditorCommands.transpose) { (text: inout EditedText) in text.transpose() },
      offer(EditorCommands.undo) { (text: inout EditedText) in text.undo() },
      offer(EditorCommands.redo) { (text: inout EditedText) in text.redo() },
    ]
  }

  private var killing: [Offer] {
    [
      kill(EditorCommands.deleteWordBackward, .word, .backward),
      kill(EditorCommands.deleteWordForward, .word, .forward),
      kill(EditorCommands.killBlankWord, .blankWord, .backward), kill(EditorCommands.killToEnd, .paragraph, .forward),
      kill(EditorCommands.killToStart, .paragraph, .backward),
      offer(EditorCommands.yank) { (text: inout EditedText) in text.yank() },
      offer(EditorCommands.yankNext) { (text: inout EditedText) in text.yankNext() },
    ]
  }

  private func kill(_ command: Command, _ unit: TextUnit, _ direction: TextDirection) -> Offer {
    offer(command) { (editor: TextEditor) in
      editor.copySelection()
      editor.edit { $0.kill(unit, direction) }
    }
  }

  private func copySelection() {
    if let text = content.selectedText { copies?(text) }
  }
}
