import TerminalKit

/// The standard settings as a file, with comments: `tern config`.
public struct SettingsText {
  private let commands: [Command]

  public init(commands: [Command]) {
    self.commands = commands
  }

  public var text: String { (heading + settings + searches + keys).joined(separator: "\n") + "\n" }

  private var heading: [String] {
    [
      "# Tern’s settings, as they are where nobody has set anything.", "#",
      "# This file is $XDG_CONFIG_HOME/tern/config.toml, or ~/.config/tern/config.toml. Leave in it what is to be",
      "# otherwise. Tern takes a change over while it runs; tern config check says what is wrong.",
    ]
  }

  private var settings: [String] {
    Setting.all().flatMap { [""] + $0.explanation.map { "# \($0)" } + [$0.line(of: .standard)] }
  }

  /// As it stands, it is that of nobody.
  private var searches: [String] {
    [
      "",
      "# Searches that stand as tabs, in this order: what the tab is called, what is looked for, and the account that is",
      "# looked through. Without an account it is all of them, and the tab stands in each.",
      "# [[\(SettingsReader.searchesName)]]", "# name = \"Looms\"", "# query = \"(loom OR weave) has:image\"",
      "# account = \"@ada@mastodon.example\"",
    ]
  }

  /// The standard keys stand in comments: many keys do another thing on another screen, and a key can stand here once.
  private var keys: [String] {
    [
      "",
      "# Keys of your own: a key, or several one after another with blanks between them, and the name of the command",
      "# that they are for. They are added to the standard keys; a key with false has no standard meaning any more.",
      "[\(SettingsReader.keysName)]", "# \"g h\" = \"refresh\"", "# \"s\" = false", "",
      "# All commands, with their standard keys:",
    ] + commands.flatMap(lines)
  }

  private func lines(of command: Command) -> [String] {
    ["#", "# \(command.title):"]
      + command.keys.map { "# \(Self.literal($0.names)) = \(Self.literal(command.id))" }
  }

  /// As TOML has a text in one line.
  static func literal(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
