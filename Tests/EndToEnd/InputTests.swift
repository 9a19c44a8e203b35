import ProgramSupport
import Testing

@Suite("Pastes and reports of the terminal", .needsTerminal, .endsInTime)
struct InputTests {
  @Test(
    "A paste in a list runs no commands", arguments: ["screen-256color", "xterm-256color", "tmux-256color", "linux"])
  func pasteOnList(type: String) async throws {
    try await Terminal.open(["--account", "ada@demo"], environment: ["TERM": type]) { terminal in
      try await terminal.see("1 of 73")
      try await terminal.paste("Gq")
      try await terminal.see("No text field to paste into")
      try await terminal.press("j")
      try await terminal.see("2 of 73")
      try await terminal.press("q")
      try await terminal.see("the shell is back")
      #expect(try terminal.folder.text(of: "status") == "0\n")
    }
  }

  @Test("A paste into a field becomes one line")
  func pasteIntoField() async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of 73")
      try await terminal.press("/")
      try await terminal.see("Search")
      try await terminal.paste("the\nanalytical\tengine\n")
      try await terminal.see("Search the analytical engine")
      try await terminal.press("Escape")
      try await terminal.see("1 of 73")
    }
  }

  @Test(
    "A report in pieces runs no commands",
    arguments: ["xterm-256color", "tmux-256color", "xterm", "linux"],
    ["\u{1B}[<0;20;2M\u{1B}[<0;20;2m", "\u{1B}[M q(\u{1B}[M#\u{A1}(", "\u{1B}[32;20;2M", "\u{1B}[I\u{1B}[O"])
  func report(type: String, report: String) async throws {
    let folder = try quietFolder()
    let terminal = try RawTerminal(["demo", "--account", "ada@demo"], environment: ["TERM": type], in: folder)
    #expect(try await terminal.wait(for: "1 of 73"))
    try await terminal.settle()
    let length = terminal.output.count
    terminal.write(Array(report.utf8))
    try await terminal.settle()
    try await send(Array(report.utf8), bytewiseTo: terminal)
    #expect(terminal.output.count == length)
    terminal.write(Array("q".utf8))
    #expect(try await terminal.end() == 0)
  }

  @Test("A paste received byte by byte runs no commands")
  func slowPaste() async throws {
    let folder = try quietFolder()
    let terminal = try RawTerminal(["demo", "--account", "ada@demo"], in: folder)
    #expect(try await terminal.wait(for: "1 of 73"))
    try await send(Array("\u{1B}[200~Gq\u{1B}[201~".utf8), bytewiseTo: terminal)
    #expect(try await terminal.wait(for: "No text field to paste into"))
    terminal.write(Array("q".utf8))
    #expect(try await terminal.end() == 0)
  }

  /// A home directory with which nothing is drawn but the reactions to input: pictures would arrive later.
  private func quietFolder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.write("fetch-pictures = \"never\"\n", to: ".config/tern/config.toml")
    return folder
  }

  /// Sends bytes with longer pauses than the timeout of Esc.
  private func send(_ bytes: [UInt8], bytewiseTo terminal: RawTerminal) async throws {
    for byte in bytes {
      terminal.write([byte])
      try await terminal.settle(for: 40)
    }
  }

  @Test("An endless paste runs no commands, and keys work afterwards")
  func endlessPaste() async throws {
    let folder = try quietFolder()
    let terminal = try RawTerminal(["demo", "--account", "ada@demo"], in: folder)
    #expect(try await terminal.wait(for: "1 of 73"))
    terminal.write(Array("\u{1B}[200~".utf8))
    for _ in 0..<100 { terminal.write(Array(repeating: UInt8(ascii: "q"), count: 3_000)) }
    try await terminal.settle()
    #expect(!terminal.hasEnded)
    // A key pressed too soon is part of the paste.
    for _ in 0..<20 where !terminal.hasEnded {
      try await Task.sleep(for: .seconds(3))
      terminal.write([0x03])
      try await terminal.settle()
    }
    #expect(try await terminal.end() == 0)
    #expect(terminal.isRestored)
  }
}
