/// What a person types and pastes where there is a field or an editor for it.
extension Navigator {
  /// What is pasted is text and nothing else: it goes where a person types into, or nowhere.
  func paste(_ text: String) {
    guard !size.isTooSmall else { return }
    defer { focusedContentDidChange() }
    remark = nil
    if menu == nil, let field = focusedField {
      willHandleKey()
      field.paste(text)
      fieldDidChange()
    } else if menu == nil, let editor = focusedEditor {
      willHandleKey()
      editor.paste(text)
    } else {
      remark = "No field here to paste into"
    }
  }

  /// Shows that a typed character could not be read: a replacement character in the text, and a sentence.
  func insertReplacement(encoding: String) {
    guard !size.isTooSmall else { return }
    if menu == nil, focusedField != nil || focusedEditor != nil { handle(.character("\u{FFFD}")) }
    say("Not \(encoding): check the terminal’s encoding")
  }

  /// Which keys can mean something but text on a screen.
  func freeKeys(in screen: (any ViewController)?) -> @Sendable (Key) -> Bool {
    if screen?.focusedField != nil { return { !TextField.takes($0) } }
    if screen?.focusedEditor != nil { return { !TextEditor.takes($0) } }
    return { _ in true }
  }

  /// Whether Alt and a key are that, and not Esc and the key typed right after it. Terminals send the same for both. In a
  /// text they are always the former: whoever tries a key there has not left it.
  func meansSomething(_ key: Key) -> Bool {
    !size.isTooSmall && (focusedEditor != nil || activeBindings.binding(for: key) != nil)
  }
}
