import TerminalKit

/// Commands to assign keys to.
enum SampleCommands {
  static let refresh = Command("refresh", "refresh", keys: ["R", "F5"])
  static let accounts = Command("switch-account", "switch account", keys: ["g s"], menu: "go to")

  static let all = ProgramCommands.all + ListCommands.all + [refresh, accounts]
}
