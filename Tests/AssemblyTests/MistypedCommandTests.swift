import Testing

@testable import tern

@Suite("A mistyped command")
struct MistypedCommandTests {
  private static let commands = ["demo", "list", "search", "post", "accounts"]

  private func message(_ arguments: [String], files: [String] = []) -> String? {
    MistypedCommand.failure(in: arguments, commands: Self.commands, exists: files.contains)?.message
  }

  @Test(
    "is told with the one that was meant",
    arguments: [
      ("lst", "no command or file “lst”; did you mean “list”?"),
      ("serach", "no command or file “serach”; did you mean “search”?"),
      ("xylophone", "no command or file “xylophone”"),
    ])
  func told(word: String, message: String) {
    #expect(self.message([word]) == message)
    #expect(self.message([word, "--limit", "3"]) == message)
    #expect(MistypedCommand.failure(in: [word], commands: Self.commands, exists: { _ in false })?.status == .usage)
  }

  @Test(
    "is none that is a command, a file, an option or a path",
    arguments: ["list", "lists", "-", "--offline", "./lst", "lst.json", ""])
  func none(word: String) {
    #expect(message([word], files: ["lists"]) == nil)
  }

  @Test("is harmless where it is shown")
  func harmless() {
    #expect(message(["\u{1B}[2Jlst"])?.contains("\u{1B}") == false)
  }

  @Test("Nothing at all is no command")
  func nothing() {
    #expect(message([]) == nil)
  }

  @MainActor
  @Test("The help names the options that all share, and every command")
  func help() throws {
    let help = TernCommand.helpMessage(columns: 80)
    let options = try SharedOptions.helpMessage(columns: 80).matches(of: Regex("  (--[a-z-]+)")).map { match in
      String(match.output[1].substring ?? "")
    }
    #expect(options.count >= 8)
    for option in options where option != "--help" { #expect(help.contains("\n  \(option) "), "\(option)") }
  }
}
