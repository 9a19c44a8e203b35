import ArgumentParser
import Foundation

@testable import tern

/// A command as ArgumentParser describes it with `--experimental-dump-help` (`ToolInfoV0`).
struct CommandHelp: Decodable {
  struct Argument: Decodable, Hashable {
    struct Name: Decodable, Hashable {
      var kind: String
      var name: String

      var spelling: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: String
    var names: [Name]?
    var abstract: String?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var isOptional: Bool
    var isRepeating: Bool
    var shouldDisplay: Bool

    /// The placeholder of the value in the usage: `n`, or the values to choose from.
    var placeholder: String {
      guard let allValues, !allValues.isEmpty, allValues.count < 6 else { return valueName ?? "" }
      return allValues.joined(separator: "|")
    }
  }

  var commandName: String
  var abstract: String?
  var discussion: String?
  var arguments: [Argument]?
  var subcommands: [CommandHelp]?

  /// The arguments that appear in the help, except `--help` and `--version`.
  var shownArguments: [Argument] {
    (arguments ?? []).filter { argument in
      argument.shouldDisplay && !(argument.names ?? []).contains { ["help", "version"].contains($0.name) }
    }
  }

  /// All commands of Tern with their names as typed: `tern config check`.
  static func all() throws -> [(name: String, help: CommandHelp)] {
    struct Tool: Decodable {
      var command: CommandHelp
    }
    let tool = try JSONDecoder().decode(Tool.self, from: Data(TernCommand._dumpHelp().utf8))
    func list(_ command: CommandHelp, _ name: String) -> [(String, CommandHelp)] {
      [(name, command)] + (command.subcommands ?? []).flatMap { list($0, "\(name) \($0.commandName)") }
    }
    return (tool.command.subcommands ?? []).filter { $0.commandName != "help" }.flatMap { command in
      list(command, command.commandName == "open" ? "tern" : "tern \(command.commandName)")
    }
  }

  /// The options that `tern` itself has. They are listed once; other commands refer to them.
  static func sharedOptions() throws -> [Argument] {
    try all().first { $0.name == "tern" }?.help.shownArguments.filter { $0.kind != "positional" } ?? []
  }
}
