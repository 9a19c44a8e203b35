import Domain
import TerminalKit

/// A command on a list or its selected row: what it does, or why it is unavailable.
@MainActor
public struct RowCommand {
  /// Sends a change.
  /// - Returns: a notice about it; empty for none.
  public typealias Change = @MainActor () async throws(TimelineError) -> String

  public enum Effect {
    /// Opens the row: shows another screen, or edits its value. A click on the selected row does the same.
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
  ///   - hint: the text in the bottom line; nil if the key is not shown there.
  public init(_ command: Command, _ title: String? = nil, hint: String? = nil, _ effect: Effect) {
    self.command = command
    self.title = title
    self.hint = hint
    self.effect = effect
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
