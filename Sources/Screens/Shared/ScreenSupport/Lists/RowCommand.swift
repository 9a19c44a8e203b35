import Domain
import TerminalKit

/// A command on a list or its selected row: what it does, or why it is unavailable.
@MainActor
public struct RowCommand {
  /// Sends a change.
  /// - Returns: A notice about it; empty for none.
  public typealias Change = @MainActor () async throws(TimelineError) -> String

  public enum Effect {
    /// Opens another screen. A click on the selected row does the same.
    case open(@MainActor () -> Void)
    case perform(@MainActor () -> Void)
    /// Sends a change, then loads the list again. Changes are sent one after the other.
    case send(Change)
    /// Asks for text first.
    case prompt(@MainActor () -> ListPrompt)
    case menu(@MainActor () -> [RowCommand])
    /// A short sentence without a full stop: “No links here”.
    case unavailable(String)
    /// A command that belongs to more than lists, such as one on a post.
    case existing(AvailableCommand)
  }

  public let command: Command
  let title: String?
  let hint: String?
  public let effect: Effect

  /// - Parameters:
  ///   - title: nil for the title of the command.
  ///   - hint: The text in the bottom line; nil if the key is not shown there.
  public init(_ command: Command, _ title: String? = nil, hint: String? = nil, _ effect: Effect) {
    (self.command, self.title, self.hint, self.effect) = (command, title, hint, effect)
  }

  public init(_ command: Command, _ effect: Effect) { self.init(command, nil, effect) }

  public init(_ available: AvailableCommand) { self.init(available.command, .existing(available)) }
}

@MainActor
extension RowCommand.Effect {
  /// Performs an effect after a confirmation.
  public static func confirm(_ command: Command, _ effect: Self) -> Self { .menu { [RowCommand(command, effect)] } }

  /// - Parameter title: “yes, delete “Friends””.
  public static func confirm(_ command: Command, _ title: String, _ effect: Self) -> Self {
    .menu { [RowCommand(command, title, effect)] }
  }
}

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
  ///   - label: The label before the field, for the text in it.
  ///   - didSubmit: Takes the text. The field stays open if it returns false.
  ///   - didLeave: Called with the text when the field is closed by the other command, or by another pane.
  ///   - didChange: Called with the text after each key.
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
