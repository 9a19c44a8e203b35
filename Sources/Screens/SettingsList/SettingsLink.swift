import TerminalKit

/// Something that is set in another place of the program, but looked for in the settings.
public struct SettingsLink: Sendable {
  /// “filters”. The settings have no such name.
  public let name: String
  let explanation: String
  /// The commands that set it; their keys are shown.
  public let commands: [Command]

  public init(_ name: String, _ explanation: String, _ commands: [Command]) {
    (self.name, self.explanation, self.commands) = (name, explanation, commands)
  }
}
