import TerminalKit

/// The default settings as a file with comments, printed by `tern config`.
public struct SettingsText {
  private let commands: [Command]

  public init(commands: [Command]) {
    self.commands = commands
  }

  public var text: String { (heading + settings + searches + keys).joined(separator: "\n") + "\n" }

  private var heading: [String] {
    [
      "# Tern’s default settings.", "#",
      "# To change some, copy them to $XDG_CONFIG_HOME/tern/config.toml or ~/.config/tern/config.toml. Keep only what you",
      "# change. Changes apply as soon as the file is saved; tern config check lists its errors.",
    ]
  }

  private var settings: [String] {
    Setting.all().flatMap { [""] + $0.explanation.map { "# \($0)" } + [$0.line(of: .standard)] }
  }

  /// An example in comments.
  private var searches: [String] {
    [
      "",
      "# Searches shown as tabs, in this order: title, query and account. A search without an account is a tab in each",
      "# account and searches all of them.",
      "# [[\(SettingsReader.searchesName)]]", "# name = \"Looms\"", "# query = \"(loom OR weave) has:image\"",
      "# account = \"@ada@mastodon.example\"",
    ]
  }

  /// The default keys as comments. A key can be set only once, but several commands share keys on different screens.
  private var keys: [String] {
    [
      "",
      "# Your keys: a key, or a sequence of keys separated by spaces, and a command ID. They are added to the default",
      "# keys. false removes the default meaning of a key.",
      "[\(SettingsReader.keysName)]", "# \"g z\" = \"refresh\"", "# \"s\" = false", "",
      "# All commands with their default keys:",
    ] + commands.flatMap(lines)
  }

  private func lines(of command: Command) -> [String] {
    ["#", "# \(command.title):"]
      + command.keys.map { "# \(Self.literal($0.names)) = \(Self.literal(command.id))" }
  }

  /// A TOML string on one line.
  static func literal(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
