import ProgramSupport
import Testing

/// Panes and columns in a real terminal.
@Suite("Panes and columns", .needsTerminal, .endsInTime)
struct PaneTests {
  @Test("The detail pane follows the selection; resizing keeps selection and focus")
  func resizing() async throws {
    try await Terminal.open(["demo", "--account", "ada@demo"], size: (130, 30)) { terminal in
      _ = try await terminal.see("1 of 73", "3 replies · 12 reposts · 40 likes")
      try await terminal.press("j", "j")
      _ = try await terminal.see("3 of 73", "4 reposts · 31 likes")
      try await terminal.press("Enter")
      _ = try await terminal.see("1 of 1", "Esc back")
      try await terminal.resize(to: (80, 24))
      _ = try await terminal.see("Post by Alan Turing", "1 of 1")
      try await terminal.press("Escape")
      _ = try await terminal.see("3 of 73")
      try await terminal.resize(to: (170, 40))
      _ = try await terminal.see("── Accounts ", "3 of 73", "4 reposts · 31 likes")
      try await terminal.press("q")
      _ = try await terminal.see("the shell is back")
    }
  }

  @Test("Columns are restored at the next start with accounts and timelines")
  func columns() async throws {
    let folder = TemporaryFolder()
    try folder.write("layout = \"columns\"\ndemo = true\n", to: "config.toml")
    let arguments = ["--config", folder.path(of: "config.toml"), "--state-directory", folder.path(of: "state")]
    try await Terminal.open(arguments, size: (120, 30), folder: folder) { terminal in
      _ = try await terminal.see("1 of 73", "@ada Then the loop has an invariant")
      try await terminal.press("+")
      _ = try await terminal.see("Column of")
      try await terminal.type("nemo")
      try await terminal.press("Enter")
      _ = try await terminal.see("Home is empty")
      try await terminal.press("h", "2")
      _ = try await terminal.see("1 of 13", "Home is empty")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    try await Terminal.open(arguments, size: (120, 30), folder: folder) { terminal in
      _ = try await terminal.see("1 of 13", "Home is empty")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("A single screen that was chosen with a key is kept at the next start")
  func layout() async throws {
    let folder = TemporaryFolder()
    try folder.write("demo = true\n", to: "config.toml")
    let arguments = [
      "--config", folder.path(of: "config.toml"), "--state-directory", folder.path(of: "state"), "--account",
      "ada@demo",
    ]
    try await Terminal.open(arguments, size: (120, 30), folder: folder) { terminal in
      _ = try await terminal.see("1 of 73", "3 replies · 12 reposts · 40 likes")
      try await terminal.press("|")
      _ = try await terminal.see("@ada Then the loop has an invariant")
      try await terminal.press("|")
      _ = try await terminal.see("One screen at a time")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    try await Terminal.open(arguments, size: (120, 30), folder: folder) { terminal in
      _ = try await terminal.see("a single screen") { $0.contains("1 of 73") && !$0.contains("3 replies · 12 reposts") }
      try await terminal.press("|")
      _ = try await terminal.see("Panes", "3 replies · 12 reposts · 40 likes")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }
}
