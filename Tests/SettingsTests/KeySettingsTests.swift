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

  @Test func `A key of one’s own comes before the standard ones`() {
    #expect(keys(of: SampleCommands.refresh, #""g h" = "refresh""#) == ["gh", "R", "F5"])
    #expect(read(#""g h" = "refresh""#).settings.keymap.label(of: SampleCommands.refresh) == "gh")
    #expect(read(#""g h" = "refresh""#).faults.isEmpty)
  }

  @Test func `Several keys name one command, in the order in which they stand`() {
    let text = "z = \"refresh\"\na = \"refresh\"\nF5 = \"refresh\"\n\".\" = \"refresh\"\n\"C-r\" = \"refresh\""
    #expect(keys(of: SampleCommands.refresh, text) == ["z", "a", "F5", ".", "^R", "R"])
  }

  @Test func `False takes a key away from whatever has it, and what begins with it`() {
    #expect(keys(of: SampleCommands.refresh, "R = false") == ["F5"])
    #expect(keys(of: SampleCommands.refresh, "R = false\nF5 = false") == [])
    #expect(read("R = false\nF5 = false").settings.keymap.label(of: SampleCommands.refresh) == nil)
    #expect(keys(of: SampleCommands.accounts, "g = false") == [])
    #expect(keys(of: ListCommands.first, "g = false") == ["Home"])
    #expect(keys(of: ProgramCommands.quit, "q = false\n\"Q\" = \"quit\"") == ["Q"])
    #expect(keys(of: ProgramCommands.back, "q = false") == ["Esc", "Backspace"])
  }

  @Test func `A key of one’s own is first wherever its command is offered, and the standard ones are not`() {
    let keymap = read("j = \"refresh\"").settings.keymap
    let availableCommands = [ListCommands.next, SampleCommands.refresh].map { AvailableCommand($0) {} }
    let words = keymap.bindings(of: availableCommands).map { "\($0.keysLabel): \($0.title)" }
    #expect(words == ["Down: next", "j R F5: refresh"])
    // What quit keeps of the standard has no more weight than before.
    let quitting = read("Q = \"quit\"").settings.keymap
    let leaving = [ProgramCommands.back, ProgramCommands.quit].map { AvailableCommand($0) {} }
    #expect(quitting.bindings(of: leaving).map(\.keysLabel) == ["Esc q Backspace", "Q"])
    #expect(quitting.bindings(of: leaving.reversed()).map(\.keysLabel) == ["Q q", "Esc Backspace"])
  }

  @Test func `A sequence of one’s own takes the place of the standard key that it begins with`() {
    let keymap = read("\"j h\" = \"refresh\"").settings.keymap
    let availableCommands = [ListCommands.next, SampleCommands.refresh].map { AvailableCommand($0) {} }
    #expect(keymap.bindings(of: availableCommands).map(\.keysLabel) == ["Down", "R F5", "j"])
    #expect(keymap.label(of: ListCommands.next) == "Down")
  }

  @Test(
    "What is no key, and no command, is named with its place",
    arguments: [
      (#"gg = "first""#, "2:1: “gg” is no key: keys one after another have blanks between them, \"g g\""),
      (
        #""Hyper-x" = "first""#,
        "2:1: “Hyper-x” is no key: keys are \"j\", \"g h\", \"C-d\", \"F5\", \"PgDn\", \"Space\""
      ),
      (#""" = "first""#, "2:1: “” is no key: keys are \"j\", \"g h\", \"C-d\", \"F5\", \"PgDn\", \"Space\""),
      (#"x = "refrsh""#, "2:5: there is no command “refrsh”; did you mean “refresh”?"),
      (#"x = "xyzzy-plugh""#, "2:5: there is no command “xyzzy-plugh”; tern config names them all"),
      ("x = true", "2:5: a key is for a command’s name in quotation marks, or for false"),
      ("x = 3", "2:5: a key is for a command’s name in quotation marks, or for false"),
      ("x.y = \"refresh\"", "2:1: a key is for a command’s name in quotation marks, or for false"),
      ("\"é\" = false", "2:1: “é” does nothing that could be taken away"),
      ("\"C-c\" = false", "2:1: ^C ends Tern at once, whatever else is set: it does nothing else"),
      ("\"x C-c\" = \"refresh\"", "2:1: ^C ends Tern at once, whatever else is set: it does nothing else"),
    ]) func faults(line: String, fault: String)
  {
    let reading = read(line + "\nX = \"help\"")
    #expect(reading.faults.map(\.description) == [fault])
    #expect(reading.settings.keymap == Keymap(added: ["help": ["X"]]))
  }

  @Test func `The key that ends Tern at once can be told again`() {
    #expect(faults("\"C-c\" = \"quit-at-once\"") == [])
  }

  @Test func `A key that is there twice is named with both places, and the first one stands`() {
    let text = "\"C-d\" = \"refresh\"\nx = \"help\"\n \"^D\" = \"help\""
    #expect(faults(text) == ["4:2: “^D” stands at 2:1 already"])
    #expect(keys(of: SampleCommands.refresh, text) == ["^D", "R", "F5"])
    #expect(keys(of: ProgramCommands.help, text) == ["x", "?", "F1"])
  }

  @Test func `A key with which another one begins is named with both places, and the first one stands`() {
    let shortLast = "\"x h\" = \"refresh\"\nx = \"help\""
    #expect(
      faults(shortLast) == ["3:1: “xh” begins with “x”: there can be one of them only, and the other stands at 2:1"])
    #expect(keys(of: SampleCommands.refresh, shortLast) == ["xh", "R", "F5"])
    #expect(keys(of: ProgramCommands.help, shortLast) == ["?", "F1"])
    let longLast = "x = \"help\"\n\"x h\" = \"refresh\""
    #expect(
      faults(longLast) == ["3:1: “xh” begins with “x”: there can be one of them only, and the other stands at 2:1"])
    // One that is taken away stands in nobody's way.
    #expect(faults("R = false\n\"R h\" = \"help\"") == [])
  }
}
