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
    for place in places() {
      lines += ["", "### \(place.heading)", "", "| keys | command | ID |", "|---|---|---|"]
      lines += rows(of: place.commands).map { row in
        "| \(row.label { keys(of: $0, quoting: "`") }) | \(cell(row.title)) | \(row.label { "`\($0.id)`" }) |"
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
    let keyLines = places().flatMap { place -> [String] in
      let entries = rows(of: place.commands.filter { !$0.keys.isEmpty }).map { row in
        [".TP", ".B \(roff(row.label { keys(of: $0, quoting: "") }))", roff(row.title)]
      }
      return [".SS \(roff(place.heading))"]
        + entries.enumerated().filter { !entries[..<$0.offset].contains($0.element) }.flatMap(\.element)
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

  /// The places with their commands, each command at the first place where it works.
  private static func places() -> [(heading: String, commands: [Command])] {
    var seen: Set<String> = []
    return AppCommands.places.compactMap { place in
      let commands = place.commands.filter { seen.insert($0.id).inserted }
      let heading = place.name.prefix(1).uppercased() + place.name.dropFirst()
      return commands.isEmpty ? nil : (heading, commands)
    }
  }

  /// A command, or numbered ones such as “timeline 1” to “timeline 9”.
  private struct Row {
    var commands: [Command]

    var title: String { commands[0].title + (commands.count > 1 ? " to \(commands.count)" : "") }

    /// The texts of the first and the last command that has one.
    func label(_ text: (Command) -> String) -> String {
      let texts = commands.map(text).filter { !$0.isEmpty }
      return texts.count > 1 ? "\(texts[0]) … \(texts[texts.count - 1])" : texts.first ?? ""
    }
  }

  /// The rows of commands. Numbered ones are one row.
  private static func rows(of commands: [Command]) -> [Row] {
    commands.reduce(into: []) { rows, command in
      let stem = command.id.prefix { !$0.isNumber }
      if let row = rows.last, stem.hasSuffix("-"), row.commands[0].id == "\(stem)1",
        command.id == "\(stem)\(row.commands.count + 1)"
      {
        rows[rows.count - 1].commands.append(command)
      } else {
        rows.append(Row(commands: [command]))
      }
    }
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
      .replacing("…", with: "...")
      .replacing("\"", with: "\\(dq").replacing("^", with: "\\(ha").replacing("~", with: "\\(ti")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
