import Settings
import TerminalKit
import Testing

@MainActor @Suite struct KeySettingsTests {
  private func read(_ keys: String) -> SettingsParseResult {
    SettingsReader(commands: SampleCommands.all).read(Array("[keys]\n\(keys)\n".utf8))
  }

  private func keys(of command: Command, _ text: String) -> [String] {
    read(text).settings.keymap.keys(of: command).map(\.label)
  }

  private func faults(_ text: String) -> [String] { read(text).faults.map(\.description) }

  @Test func `The user's key comes before the default keys`() {
    #expect(keys(of: SampleCommands.refresh, #""g h" = "refresh""#) == ["gh", "R", "F5"])
    #expect(read(#""g h" = "refresh""#).settings.keymap.label(of: SampleCommands.refresh) == "gh")
    #expect(read(#""g h" = "refresh""#).faults.isEmpty)
  }

  @Test func `Several keys of a command are in the order of the file`() {
    let text = "z = \"refresh\"\na = \"refresh\"\nF5 = \"refresh\"\n\".\" = \"refresh\"\n\"C-r\" = \"refresh\""
    #expect(keys(of: SampleCommands.refresh, text) == ["z", "a", "F5", ".", "^R", "R"])
  }

  @Test func `False removes a key and all sequences that begin with it`() {
    #expect(keys(of: SampleCommands.refresh, "R = false") == ["F5"])
    #expect(keys(of: SampleCommands.refresh, "R = false\nF5 = false") == [])
    #expect(read("R = false\nF5 = false").settings.keymap.label(of: SampleCommands.refresh) == nil)
    #expect(keys(of: SampleCommands.accounts, "g = false") == [])
    #expect(keys(of: ListCommands.first, "g = false") == ["Home"])
    #expect(keys(of: ProgramCommands.quit, "q = false\n\"Q\" = \"quit\"") == ["Q"])
    #expect(keys(of: ProgramCommands.back, "q = false") == ["Esc", "Backspace"])
  }

  @Test func `The user's key wins over the default key of another command`() {
    let keymap = read("j = \"refresh\"").settings.keymap
    let availableCommands = [ListCommands.next, SampleCommands.refresh].map { AvailableCommand($0) {} }
    let words = keymap.bindings(of: availableCommands).map { "\($0.keysLabel): \($0.title)" }
    #expect(words == ["Down: next", "j R F5: refresh"])
    // The remaining default keys of quit have their usual priority.
    let quitting = read("Q = \"quit\"").settings.keymap
    let leaving = [ProgramCommands.back, ProgramCommands.quit].map { AvailableCommand($0) {} }
    #expect(quitting.bindings(of: leaving).map(\.keysLabel) == ["Esc q Backspace", "Q"])
    #expect(quitting.bindings(of: leaving.reversed()).map(\.keysLabel) == ["Q q", "Esc Backspace"])
  }

  @Test func `The user's sequence replaces the default key that it begins with`() {
    let keymap = read("\"j h\" = \"refresh\"").settings.keymap
    let availableCommands = [ListCommands.next, SampleCommands.refresh].map { AvailableCommand($0) {} }
    #expect(keymap.bindings(of: availableCommands).map(\.keysLabel) == ["Down", "R F5", "j"])
    #expect(keymap.label(of: ListCommands.next) == "Down")
  }

  @Test(
    "Invalid keys and commands are faults with a position",
    arguments: [
      (#"gg = "first""#, "2:1: “gg” is not a key: put spaces between the keys of a sequence, \"g g\""),
      (
        #""Hyper-x" = "first""#,
        "2:1: “Hyper-x” is not a key: valid keys are \"j\", \"g h\", \"C-d\", \"F5\", \"PgDn\", \"Space\""
      ),
      (
        #""" = "first""#,
        "2:1: “” is not a key: valid keys are \"j\", \"g h\", \"C-d\", \"F5\", \"PgDn\", \"Space\""
      ),
      (#"x = "refrsh""#, "2:5: unknown command “refrsh”; did you mean “refresh”?"),
      (#"x = "xyzzy-plugh""#, "2:5: unknown command “xyzzy-plugh”; tern config lists all commands"),
      ("x = true", "2:5: a key takes a command ID in quotation marks, or false"),
      ("x = 3", "2:5: a key takes a command ID in quotation marks, or false"),
      ("x.y = \"refresh\"", "2:1: a key takes a command ID in quotation marks, or false"),
      ("\"é\" = false", "2:1: “é” has no default meaning to remove"),
      ("\"C-c\" = false", "2:1: ^C always quits Tern and cannot be changed"),
      ("\"x C-c\" = \"refresh\"", "2:1: ^C always quits Tern and cannot be changed"),
    ]) func faults(line: String, fault: String)
  {
    let reading = read(line + "\nX = \"help\"")
    #expect(reading.faults.map(\.description) == [fault])
    #expect(reading.settings.keymap == Keymap(added: ["help": ["X"]]))
  }

  @Test func `The key that always quits may be set to its command`() {
    #expect(faults("\"C-c\" = \"quit-at-once\"") == [])
  }

  @Test func `A repeated key is a fault with both positions, and the first one applies`() {
    let text = "\"C-d\" = \"refresh\"\nx = \"help\"\n \"^D\" = \"help\""
    #expect(faults(text) == ["4:2: “^D” is already set at 2:1"])
    #expect(keys(of: SampleCommands.refresh, text) == ["^D", "R", "F5"])
    #expect(keys(of: ProgramCommands.help, text) == ["x", "?", "F1"])
  }

  @Test func `A key and a sequence that begins with it are a fault, and the first one applies`() {
    let shortLast = "\"x h\" = \"refresh\"\nx = \"help\""
    #expect(
      faults(shortLast) == ["3:1: “xh” begins with “x”: only one of them can be set, and the other is at 2:1"])
    #expect(keys(of: SampleCommands.refresh, shortLast) == ["xh", "R", "F5"])
    #expect(keys(of: ProgramCommands.help, shortLast) == ["?", "F1"])
    let longLast = "x = \"help\"\n\"x h\" = \"refresh\""
    #expect(
      faults(longLast) == ["3:1: “xh” begins with “x”: only one of them can be set, and the other is at 2:1"])
    // A removed key does not conflict.
    #expect(faults("R = false\n\"R h\" = \"help\"") == [])
  }
}
