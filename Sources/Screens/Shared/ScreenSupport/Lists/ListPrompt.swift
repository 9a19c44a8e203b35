import TerminalKit

/// A field that a list opens in the bottom line.
@MainActor
public struct ListPrompt {
  /// A command of the field, with its hint.
  public typealias Key = (command: Command, hint: String?)

  let label: (String) -> String
  let text: String
  let placeholder: String
  let submit: Key
  let leave: Key
  let didSubmit: (String) -> Bool
  let didLeave: (String) -> Void
  let didChange: (String) -> Void

  /// - Parameters:
  ///   - label: the label before the field, for the text in it.
  ///   - didSubmit: takes the text. The field stays open if it returns false.
  ///   - didLeave: called with the text when the field is closed by the other command, or by another pane.
  ///   - didChange: called with the text after each key.
  public init(
    _ label: @escaping @MainActor (String) -> String, text: String = "", placeholder: String = "", submit: Key,
    leave: Key, didSubmit: @escaping @MainActor (String) -> Bool,
    didLeave: @escaping @MainActor (String) -> Void = { _ in },
    didChange: @escaping @MainActor (String) -> Void = { _ in }
  ) {
    self.label = label
    self.text = text
    self.placeholder = placeholder
    self.submit = submit
    self.leave = leave
    self.didSubmit = didSubmit
    self.didLeave = didLeave
    self.didChange = didChange
  }
}
