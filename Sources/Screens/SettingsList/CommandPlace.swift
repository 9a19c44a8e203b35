import TerminalKit

/// The commands that work in one place of the program.
public struct CommandPlace: Sendable {
  /// “timelines”.
  public let name: String
  public let commands: [Command]

  public init(_ name: String, _ commands: [Command]) {
    self.name = name
    self.commands = commands
  }
}
