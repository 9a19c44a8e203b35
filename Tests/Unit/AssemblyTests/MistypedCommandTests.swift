import Testing

@testable import tern

@Suite("A mistyped command")
struct MistypedCommandTests {
  private static let commands = ["demo", "list", "search", "post", "accounts"]

  private func message(_ arguments: [String], files: [String] = []) -> String? {
    MistypedCommand.failure(in: arguments, commands: Self.commands, exists: files.contains)?.message
  }

  @Test(
    "is reported with a suggestion",
    arguments: [
      ("lst", "no command or file “lst”; did you mean “list”?"),
      ("serach", "no command or file “serach”; did you mean “search”?"),
      ("xylophone", "no command or file “xylophone”"),
    ])
  func suggestion(word: String, message: String) {
    #expect(self.message([word]) == message)
    #expect(self.message([word, "--limit", "3"]) == message)
    #expect(MistypedCommand.failure(in: [word], commands: Self.commands, exists: { _ in false })?.status == .usage)
  }

  @Test(
    "is not a command, file, option or path",
    arguments: ["list", "lists", "-", "--offline", "./lst", "lst.json", "", "@ada@demo"])
  func none(word: String) {
    #expect(message([word], files: ["lists"]) == nil)
  }

  @Test(
    "is found after options and their values",
    arguments: [
      (["--offline", "lst"], "no command or file “lst”; did you mean “list”?"),
      (["--account", "list", "serach"], "no command or file “serach”; did you mean “search”?"),
      (
        ["--no-demo", "--account=ada", "post", "Hello"],
        "no file “post”; a command comes first: tern post …"
      ),
    ])
  func behindOptions(arguments: [String], message: String) {
    #expect(self.message(arguments) == message)
  }

  @Test(
    "is not the value of an option",
    arguments: [["--account", "list"], ["--timeline", "post", "lists"], ["--offline"], ["--log"], ["--", "lst"]])
  func noneBehindOptions(arguments: [String]) {
    #expect(message(arguments, files: ["lists"]) == nil)
  }

  @Test("knows which shared options are flags")
  func flags() throws {
    for option in try SharedOptions.helpMessage(columns: 80).matches(of: Regex("  (--[a-z-]+)( <)?")) {
      let name = String(option.output[1].substring ?? "")
      guard name != "--help", name != "--version" else { continue }
      let isFlag = option.output[2].substring == nil
      #expect((message([name, "lst"]) == nil) == !isFlag, "\(name)")
    }
  }

  @Test("is printed without control characters")
  func harmless() {
    #expect(message(["\u{1B}[2Jlst"])?.contains("\u{1B}") == false)
  }

  @Test("is not an empty command line")
  func nothing() {
    #expect(message([]) == nil)
  }

  @MainActor
  @Test("The help lists all shared options")
  func help() throws {
    let help = TernCommand.helpMessage(columns: 80)
    let options = try SharedOptions.helpMessage(columns: 80).matches(of: Regex("  (--[a-z-]+)")).map { match in
      String(match.output[1].substring ?? "")
    }
    #expect(options.count >= 8)
    for option in options where option != "--help" { #expect(help.contains("\n  \(option) "), "\(option)") }
  }
}
