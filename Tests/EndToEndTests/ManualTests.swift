import Foundation
import ProgramSupport
import Testing

/// The manual and `--help` say the same: what the program takes is what the parser says of itself.
@Suite("The manual", .endsInTime)
struct ManualTests {
  /// A command as `--experimental-dump-help` tells of it (ToolInfo V0 of ArgumentParser).
  private struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable {
        var kind: String
        var name: String
      }
      var kind: String
      var names: [Name]?
      var abstract: String?
      var valueName: String?
      var shouldDisplay: Bool
    }
    var commandName: String
    var abstract: String?
    var arguments: [Argument]?
    var subcommands: [Command]?
  }

  private struct Tool: Decodable {
    var command: Command
  }

  private static func tool() async throws -> Command {
    let dump = try await Tern.run(["--experimental-dump-help"])
    return try JSONDecoder().decode(Tool.self, from: Data(dump.output.utf8)).command
  }

  /// The manual's text without what sets it, its sections by their titles; those of COMMANDS by the command.
  private static func manual() throws -> (sections: [String: String], commands: [String: String]) {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let source = try String(contentsOf: repository.appending(path: "Resources/man/tern.1"), encoding: .utf8)
    var (sections, commands): ([String: String], [String: String]) = ([:], [:])
    var (section, command, depth, isTagged) = ("", "", 0, false)
    for line in source.split(separator: "\n").map(String.init) {
      let words = plain(line)
      if line.hasPrefix(".SH ") {
        (section, command) = (words, "")
        continue
      }
      if line == ".RS" { depth += 1 }
      if line == ".RE" { depth -= 1 }
      if line == ".TP", depth == 0 {
        isTagged = true
        continue
      }
      if isTagged, section == "COMMANDS" { command = words }
      isTagged = false
      sections[section, default: ""] += words + " "
      if section == "COMMANDS" { commands[command, default: ""] += words + " " }
    }
    return (sections.mapValues(squeezed), commands.mapValues(squeezed))
  }

  /// A line as a reader sees it.
  private static func plain(_ line: String) -> String {
    var line = line
    for macro in [".SH", ".B", ".I"] where line.hasPrefix(macro + " ") { line.removeFirst(macro.count + 1) }
    // Parts that alternate are put together without the blanks between them.
    for macro in [".BR", ".RB", ".BI", ".IR", ".RI"] where line.hasPrefix(macro + " ") {
      line = parts(String(line.dropFirst(macro.count + 1))).joined()
    }
    if line.hasPrefix(".") { return "" }
    for (code, text) in [("\\-", "-"), ("\\&", ""), ("\\fR", ""), ("\\fP", ""), ("\\(dq", "\""), ("\\ ", " ")] {
      line = line.replacing(code, with: text)
    }
    return line
  }

  /// The arguments of a macro: words, and what stands between quotation marks.
  private static func parts(_ line: String) -> [String] {
    var (parts, part, isQuoted): ([String], String?, Bool) = ([], nil, false)
    var last: Character = " "
    for character in line {
      switch character {
      case "\"":
        isQuoted.toggle()
        part = part ?? ""
      case " " where !isQuoted && last != "\\":
        if let whole = part { parts.append(whole) }
        part = nil
      default: part = (part ?? "") + String(character)
      }
      last = character
    }
    return parts + (part.map { [$0] } ?? [])
  }

  /// Typographic and typewriter's apostrophes are one, and so are blanks.
  private static func squeezed(_ text: String) -> String {
    text.replacing("’", with: "'").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// How the manual says what help says: without the dot at its end, in any case.
  private static func holds(_ text: String, _ sentence: String) -> Bool {
    var sentence = squeezed(sentence)
    while sentence.hasSuffix(".") { sentence.removeLast() }
    return text.lowercased().contains(sentence.lowercased())
  }

  @Test("has each command, each of its options and what help says of them")
  func everything() async throws {
    let (sections, commands) = try Self.manual()
    let options = try #require(sections["OPTIONS"])
    let synopsis = try #require(sections["SYNOPSIS"])
    func check(_ command: Command, _ path: String) {
      // The program itself is what stands in the rest.
      let isOpen = path == "open"
      let text = isOpen ? sections.values.joined(separator: " ") : commands[path]
      guard let text else {
        Issue.record("no command \(path) in the manual")
        return
      }
      if !isOpen { #expect(synopsis.contains("tern \(path)") || path.contains(" "), "\(path) is not in the synopsis") }
      #expect(Self.holds(text, command.abstract ?? ""), "\(path): “\(command.abstract ?? "")”")
      for argument in command.arguments ?? [] where argument.shouldDisplay {
        for name in argument.names ?? [] {
          let shown = (name.kind == "long" ? "--" : "-") + name.name
          #expect(text.contains(shown) || options.contains(shown), "\(shown) of \(path)")
        }
        if let words = argument.abstract {
          let isKnown =
            Self.holds(text, words) || Self.holds(options, words)
            || Self.holds(commands["open"] ?? "", words)
          #expect(isKnown, "\(path) \(argument.names?.first?.name ?? argument.valueName ?? ""): “\(words)”")
        }
      }
      for further in command.subcommands ?? [] { check(further, "\(path) \(further.commandName)") }
    }
    let tool = try await Self.tool()
    let known = (tool.subcommands ?? []).filter { $0.commandName != "help" }
    #expect(known.count > 10)
    for command in known { check(command, command.commandName) }
    // Nor does it have any that there is not.
    let names = Set(
      known.flatMap { command in
        [command.commandName] + (command.subcommands ?? []).map { "\(command.commandName) \($0.commandName)" }
      })
    #expect(Set(commands.keys.filter { !$0.isEmpty }).isSubset(of: names), "\(commands.keys)")
  }

  @Test("A manual that says less is found out")
  func nothingPasses() {
    #expect(Self.holds("Reads the settings from this file; see there.", "the settings from this file."))
    #expect(!Self.holds("Reads settings.", "Read the settings from this file."))
    #expect(
      Self.plain(#".BI \-\-reply\-to " address" "\fR, \fP\-\-quote" " address""#)
        == "--reply-to address, --quote address")
  }
}
