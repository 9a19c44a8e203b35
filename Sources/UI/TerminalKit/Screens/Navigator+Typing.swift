/// Typing and pasting into fields and editors.
extension Navigator {
  /// Inserts pasted text into the focused field or editor. It is never interpreted as keys.
  func paste(_ text: String) {
    guard !size.isTooSmall else {
      hasIgnoredInput = true
      return
    }
    defer { focusedContentDidChange() }
    remark = nil
    if let field = focusedField {
      willHandleKey()
      field.paste(text)
      fieldDidChange()
    } else if menu == nil, let editor = focusedEditor {
      willHandleKey()
      editor.paste(text)
    } else {
      remark = Remark(text: "No text field to paste into")
    }
  }

  /// Inserts a replacement character for undecodable input and shows a hint.
  func insertReplacement(encoding: String) {
    guard !size.isTooSmall else { return }
    if focusedField != nil || menu == nil && focusedEditor != nil { handle(.character("\u{FFFD}")) }
    showRemark("Not \(encoding): check the terminal’s encoding")
  }

  /// Whether keys are text.
  var isWriting: Bool { focusedField != nil || focusedEditor != nil }

  /// Says after a resize that keys were ignored, because nothing may be typed into what is not shown.
  func reportIgnoredInput() {
    guard hasIgnoredInput, !size.isTooSmall else { return }
    hasIgnoredInput = false
    showRemark("Ignored what was typed while the terminal was too small")
  }

  /// The keys that are not text input on a screen.
  func freeKeys(in screen: (any ViewController)?) -> @Sendable (Key) -> Bool {
    if let isText = screen?.focusedField?.handledKeys { return { !isText($0) } }
    if screen?.focusedEditor != nil { return { !TextEditor.handles($0) } }
    return { _ in true }
  }

  /// Whether Alt and a key are a command rather than Esc followed by the key; terminals send the same bytes for both.
  /// In an editor it is always a command, so that an unbound key does not leave the text.
  func isBound(_ key: Key) -> Bool {
    !size.isTooSmall && (focusedEditor != nil || activeBindings.binding(for: key) != nil)
  }
}
