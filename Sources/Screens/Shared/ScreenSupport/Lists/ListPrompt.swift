import TerminalKit

/// A field that a list opens in the bottom line.
@MainActor
public struct ListPrompt {
  /// A command of the field, with its hint.
  public typealias Key = (command: Command, hint: String?)

  let label: (String) -> String
  let text: String
  let placeholder: String
  /// nil if the commands of the selected row apply while text is typed.
  let submit: Key?
  let leave: Key
  let didSubmit: (String) -> Bool
  let didLeave: (String) -> Void
  let didChange: (String) -> Void
  /// nil if nothing is completed.
  var completion: PromptCompletion?

  /// - Parameters:
  ///   - label: the label before the field, for the text in it.
  ///   - didSubmit: takes the text. The field stays open if it returns false.
  ///   - didLeave: called with the text when the field is closed by the other command, or by another pane.
  ///   - didChange: called with the text after each key.
  public init(
    _ label: @escaping @MainActor (String) -> String, text: String = "", placeholder: String = "", submit: Key,
    leave: Key, didSubmit: @escaping @MainActor (String) -> Bool,
    didLeave: @escaping @MainActor (String) -> Void = { _ in },
    didChange: @escaping @MainActor (String) -> Void = { _ in }, completion: PromptCompletion? = nil
  ) {
    self.completion = completion
    self.label = label
    self.text = text
    self.placeholder = placeholder
    self.submit = submit
    self.leave = leave
    self.didSubmit = didSubmit
    self.didLeave = didLeave
    self.didChange = didChange
  }

  /// A field that finds rows. While it is open, the rows can be selected, and keys that are not text act on them.
  public init(
    finding label: String, text: String, leave: Key, didLeave: @escaping @MainActor () -> Void,
    didChange: @escaping @MainActor (String) -> Void
  ) {
    self.label = { _ in label }
    self.text = text
    placeholder = ""
    submit = nil
    self.leave = leave
    didSubmit = { _ in true }
    self.didLeave = { _ in didLeave() }
    self.didChange = didChange
  }
}
