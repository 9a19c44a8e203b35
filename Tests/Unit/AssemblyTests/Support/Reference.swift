import Foundation
import TerminalKit

@testable import Settings
@testable import tern

/// The tables of commands, options, keys and settings in docs/reference.md and in the manual page, generated from the
/// code.
enum Reference {
  /// docs/reference.md.
  static func markdown() throws -> String {
    var lines = [
      "# Reference", "", "This page is generated from the code by `make docs-update`.", "", "## Commands", "",
    ]
    let shared = try CommandHelp.sharedOptions()
    for (name, help) in try CommandHelp.all() {
      lines += ["### \(name)", "", "`\(usage(name, help, shared))`", "", help.abstract ?? ""]
      if let discussion = help.discussion { lines += ["", cell(discussion)] }
      let rows = ownArguments(of: help, name, shared).map { argument in
        "| `\(spelling(argument).replacing("|", with: "\\|"))` | \(cell(explanation(argument))) |"
      }
      if !rows.isEmpty { lines += ["", "| option | meaning |", "|---|---|"] + rows }
      if name != "tern", help.shownArguments.contains(where: shared.contains) {
        lines += ["", "Also takes the options of [`tern`](#tern) that apply."]
      }
      lines.append("")
    }
    lines += ["## Keys", "", "The keys are the defaults; [settings](settings.md) change them by the ID of a command."]
    for group in CommandGroup.allCases {
      lines += ["", "### \(group.title)", "", "| keys | command | ID |", "|---|---|---|"]
      lines += commands(in: group).map { command in
        "| \(keys(of: command, quoting: "`")) | \(cell(command.title)) | `\(command.id)` |"
      }
    }
    lines += ["", "## Settings", "", "| setting | values | default | meaning |", "|---|---|---|---|"]
    lines += Setting.all().map { setting in
      "| `\(setting.name)` | \(cell(setting.allowedValues)) | `\(cell(setting.defaultLiteral))` | "
        + "\(cell(setting.explanation.joined(separator: " "))) |"
    }
    lines += [
      "| `[[searches]]` | | | Searches shown as tabs: `name`, `query`, `account`. |",
      "| `[keys]` | | | Keys of your own: a key, and the ID of its command. |", "",
    ]
    return lines.joined(separator: "\n")
  }

  /// The generated sections of the manual page, by name.
  static func manualSections() throws -> [String: [String]] {
    let shared = try CommandHelp.sharedOptions()
    var synopsis: [String] = []
    var commandLines: [String] = []
    for (name, help) in try CommandHelp.all() {
      synopsis += (synopsis.isEmpty ? [] : [".br"]) + [".B \(roff(name))", roff(arguments(name, help, shared))]
      commandLines += [".TP", ".B \(roff(name))", roff(help.abstract ?? "")]
      if let discussion = help.discussion { commandLines.append(roff(discussion)) }
      let own = ownArguments(of: help, name, shared)
      if !own.isEmpty { commandLines += [".RS"] + own.flatMap(manualEntry) + [".RE"] }
    }
    let keyLines = CommandGroup.allCases.flatMap { group in
      [".SS \(roff(group.title))"]
        + commands(in: group).filter { !$0.keys.isEmpty }.flatMap { command in
          [".TP", ".B \(roff(keys(of: command, quoting: "")))", roff(command.title)]
        }
    }
    let settingLines = Setting.all().flatMap { setting in
      [
        ".TP", ".B \(roff(setting.name))", roff(setting.explanation.joined(separator: " ")),
        roff("Values: \(setting.allowedValues). Default: \(setting.defaultLiteral)."),
      ]
    }
    return [
      "synopsis": synopsis, "commands": commandLines, "options": shared.flatMap(manualEntry), "keys": keyLines,
      "settings": settingLines,
    ]
  }

  private static func commands(in group: CommandGroup) -> [Command] {
    var seen: Set<String> = []
    return AppCommands.all.filter { $0.group == group && seen.insert($0.id).inserted }
  }

  private static func keys(of command: Command, quoting quote: String) -> String {
    command.keys.map { "\(quote)\($0.names.replacing("|", with: quote.isEmpty ? "|" : "\\|"))\(quote)" }
      .joined(separator: quote.isEmpty ? ", " : " ")
  }

  // MARK: - Arguments

  private static func ownArguments(
    of help: CommandHelp, _ name: String, _ shared: [CommandHelp.Argument]
  ) -> [CommandHelp.Argument] {
    help.shownArguments.filter { name == "tern" || !shared.contains($0) }
  }

  private static func usage(_ name: String, _ help: CommandHelp, _ shared: [CommandHelp.Argument]) -> String {
    [name, arguments(name, help, shared)].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func arguments(_ name: String, _ help: CommandHelp, _ shared: [CommandHelp.Argument]) -> String {
    let positional = help.shownArguments.filter { $0.kind == "positional" }.map { argument in
      let word = (argument.valueName ?? "").uppercased() + (argument.isRepeating ? "..." : "")
      return argument.isOptional ? "[\(word)]" : word
    }
    let hasOptions = help.shownArguments.contains { $0.kind != "positional" }
    return (positional + (hasOptions ? ["[options]"] : [])).joined(separator: " ")
  }

  private static func spelling(_ argument: CommandHelp.Argument) -> String {
    guard argument.kind != "positional" else { return (argument.valueName ?? "").uppercased() }
    let names = (argument.names ?? []).map(\.spelling).joined(separator: ", ")
    return argument.kind == "option" ? "\(names) <\(argument.placeholder)>" : names
  }

  private static func explanation(_ argument: CommandHelp.Argument) -> String {
    let text = argument.abstract ?? ""
    guard argument.kind == "option", let value = argument.defaultValue, !value.isEmpty else { return text }
    return "\(text) Default: \(value)."
  }

  // MARK: - Markup

  /// Text on one line of a Markdown table.
  private static func cell(_ text: String) -> String {
    text.replacing("\n", with: " ").replacing("|", with: "\\|").replacing("<", with: "&lt;")
  }

  private static func manualEntry(_ argument: CommandHelp.Argument) -> [String] {
    [".TP", ".B \(roff(spelling(argument)))", roff(explanation(argument))]
  }

  /// A line of text for groff: nothing in it is a request or an escape.
  private static func roff(_ text: String) -> String {
    let escaped = text.replacing("\n", with: " ").replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("’", with: "\\(cq").replacing("“", with: "\\(lq").replacing("”", with: "\\(rq")
      .replacing("\"", with: "\\(dq").replacing("^", with: "\\(ha").replacing("~", with: "\\(ti")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
