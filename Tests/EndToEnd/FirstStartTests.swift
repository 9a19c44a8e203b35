import ProgramSupport
import Testing

/// The screens of a new user, and of one who has imported an account.
@Suite("The first start", .needsTerminal, .endsInTime)
struct FirstStartTests {
  private let folder = TemporaryFolder()

  private func run(_ arguments: String...) async throws -> Tern.Outcome {
    try await Tern.run(arguments, environment: ["HOME": folder.path, "TZ": "UTC"], in: folder.path)
  }

  @Test("The welcome screen opens the demo; the next start continues there")
  func welcome() async throws {
    try await Terminal.open([], folder: folder) { terminal in
      try await terminal.see("Welcome to Tern", "tern import FILE", "Enter try the demo")
      try await terminal.press("Enter")
      try await terminal.see("@ada@demo", "1 of 19")
      try await terminal.press("Enter")
      try await terminal.see("1 of 73")
      try await terminal.press("j", "q")
      #expect(try await terminal.end() == 0)
    }
    try await Terminal.open([], folder: folder) { terminal in
      try await terminal.see("@ada@demo", "2 of 73")
    }
  }

  @Test("The welcome screen comes before columns")
  func welcomeBeforeColumns() async throws {
    try folder.write("layout = \"columns\"\n", to: ".config/tern/config.toml")
    try await Terminal.open([], size: (120, 30), folder: folder) { terminal in
      try await terminal.see("Welcome to Tern", "Enter try the demo")
      try await terminal.press("Enter")
      try await terminal.see("@ada@demo", "1 of 19")
      try await terminal.press("Enter")
      try await terminal.see("Grace Hopper", "1 of 73")
    }
  }

  @Test("The demo is not listed after an import, unless requested")
  func ownAccounts() async throws {
    // Without accounts, demo posts are not printed, even if read last.
    #expect(try await run("list").errors.contains("no accounts"))
    #expect(try await run("list", "--account", "ada").output.contains("Grace Hopper"))
    #expect(try await run("accounts").output.contains("@ada@demo\tAda Lovelace\tdemo\n"))
    let archive = try SmallArchive(posts: 50, of: "grace", in: folder)
    #expect(try await run("import", archive.path).status == .exited(0))

    #expect(try await run("accounts").output == "@grace\tOwner of grace\tX archive\n")
    #expect(try await run("list", "--account", "ada").status == .exited(64))
    #expect(try await run("list", "--account", "ada@demo").output.contains("Grace Hopper"))
    #expect(try await !run("list").output.contains("Katherine Johnson"))
    try await Terminal.open([], folder: folder) { terminal in
      // The only account needs no choice.
      try await terminal.see("@grace", "1 of 45")
      try await terminal.press("g", "s")
      try await terminal.see("Owner of grace", " posts · ", "1 of 1")
    }
    try await Terminal.open(["--account", "ada@demo"], folder: folder) { terminal in
      try await terminal.see("1 of 73")
      try await terminal.press("C-n")
      try await terminal.see("@grace", "1 of 45")
      try await terminal.press("g", "s")
      try await terminal.see("Owner of grace", "Ada Lovelace", "of 2")
    }
    try await Terminal.open(["demo"], folder: folder) { terminal in
      try await terminal.see("@ada@demo") { $0.contains("1 of 19") && !$0.contains("grace") }
    }
  }
}
