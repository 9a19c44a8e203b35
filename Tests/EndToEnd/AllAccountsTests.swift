import ProgramSupport
import Testing

/// A search over two accounts, saved as a tab.
@Suite("A search of all accounts", .needsTerminal, .endsInTime)
struct AllAccountsTests {
  private let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    for (handle, words) in [("ada", "quiet harbour"), ("grace", "loud harbour")] {
      let archive = try SmallArchive(posts: 40, of: handle, words: words, in: folder)
      let imported = try await Tern.run(["import", archive.path], environment: ["HOME": folder.path])
      #expect(imported.status == .exited(0), "\(imported.errors)")
    }
  }

  @Test("finds and opens posts of each account, and can be saved as a tab")
  func saved() async throws {
    try await Terminal.open(["--account", "ada"], folder: folder) { terminal in
      try await terminal.see("quiet harbour", "1 of ")
      try await terminal.press("/")
      try await terminal.type("loud")
      try await terminal.see("No results", "^T all accounts")
      try await terminal.press("C-t")
      try await terminal.see("loud harbour", "in all accounts", "in @grace")
      try await terminal.press("BSpace", "BSpace", "BSpace", "BSpace")
      try await terminal.type("harbour of3")
      try await terminal.see("in @ada", "in @grace", "6 in all accounts")
      try await terminal.press("Enter", "j")
      try await terminal.see("2 of 6 matches")
      try await terminal.press("Enter")
      // The thread is loaded from the account of the post.
      try await terminal.see("Owner of grace", "@grace", "loud harbour")
      try await terminal.press("Escape")
      try await terminal.see("2 of 6 matches")
      try await terminal.press("T")
      try await terminal.see("“harbour of3” saved as a tab", "2 of 6")
      try await terminal.press("j", "j", "q")
      #expect(try await terminal.end() == 0)
    }
    try await Terminal.open(["--account", "grace"], folder: folder) { terminal in
      try await terminal.see("loud harbour", "“harbour of3”")
      try await terminal.press("BTab")
      try await terminal.see("in @ada", "1 of 6")
      try await terminal.press("T")
      try await terminal.see("removed")
      try await terminal.press("U")
      try await terminal.see("in @ada", "1 of 6", "“harbour of3”")
      try await terminal.press("1", "q")
      #expect(try await terminal.end() == 0)
    }
    // --timeline accepts it.
    try await Terminal.open(["--account", "grace", "--timeline", "harbour of3"], folder: folder) { terminal in
      try await terminal.see("in @ada", "in @grace", " of 6", "“harbour of3”")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    let listed = try await Tern.run(
      ["list", "--account", "grace", "--timeline", "“harbour of3”", "--format", "jsonl"],
      environment: ["HOME": folder.path, "LANG": "C.UTF-8"])
    #expect(listed.output.split(separator: "\n").count == 6, "\(listed.errors)")
  }

  @Test("restores the tab and its position until the account is removed")
  func place() async throws {
    try await Terminal.open(["--account", "ada"], folder: folder) { terminal in
      try await terminal.see("quiet harbour", "1 of ")
      try await terminal.press("/")
      try await terminal.type("harbour")
      try await terminal.see("44 in all timelines")
      try await terminal.press("Enter", "T")
      try await terminal.see("“harbour” saved as a tab", "1 of 44")
      try await terminal.press("j", "j", "j", "j", "j")
      try await terminal.see("6 of 44")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    try await Terminal.open([], folder: folder) { terminal in
      try await terminal.see("“harbour”", "6 of 44")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    let session = ".local/state/tern/session.json"
    #expect(try folder.text(of: session).contains("harbour"))
    let forgotten = try await Tern.run(["forget", "ada", "--yes"], environment: ["HOME": folder.path])
    #expect(forgotten.status == .exited(0), "\(forgotten.errors)")
    // The query is removed from the session file with the account.
    #expect(try !folder.text(of: session).contains("search:harbour"))
  }

  @Test("prints the account of each post on the command line")
  func commandLine() async throws {
    let home = ["HOME": folder.path]
    let text = try await Tern.run(["search", "harbour of3"], environment: home)
    #expect(text.status == .exited(0), "\(text.errors)")
    #expect(text.output.contains("  in @ada"))
    #expect(text.output.contains("  in @grace"))
    let json = try await Tern.run(["search", "--format", "jsonl", "harbour of3"], environment: home)
    let lines = json.output.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines.filter { $0.hasSuffix(#","foundIn":"@ada"}"#) }.count == 3)
    // The account is not printed if only one is searched.
    let one = try await Tern.run(["search", "--account", "ada", "harbour of3"], environment: home)
    #expect(one.output.contains("harbour"))
    #expect(!one.output.contains("in @ada"))
  }

  @Test("can be limited in the settings to an account that is not listed")
  func settings() async throws {
    try folder.write(
      """
      [[searches]]
      name = "Music"
      query = "music"
      account = "@gatsby@demo"
      """, to: ".config/tern/config.toml")
    let environment = ["HOME": folder.path, "LANG": "C.UTF-8"]
    let list = ["list", "--account", "gatsby@demo", "--timeline"]
    let listed = try await Tern.run(list + ["music"], environment: environment)
    #expect(listed.status == .exited(0) && listed.output.contains("The music"), "\(listed.errors)")
    let unknown = try await Tern.run(list + ["Nope"], environment: environment)
    #expect(unknown.status == .exited(64) && unknown.errors.hasSuffix(", Music\n"), "\(unknown.errors)")
  }

  @Test("has no broken tab after an account is renamed or removed")
  func renamed() async throws {
    try await Terminal.open(["--account", "ada"], folder: folder) { terminal in
      try await terminal.see("quiet harbour", "1 of ")
      try await terminal.press("/")
      try await terminal.type("of3")
      try await terminal.see("3 in all timelines")
      try await terminal.press("Enter")
      try await terminal.see("1 of 3 matches")
      try await terminal.press("T")
      try await terminal.see("“of3” saved as a tab")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    let home = ["HOME": folder.path]
    #expect(try await Tern.run(["rename", "ada", "Harbour master"], environment: home).status == .exited(0))
    try await Terminal.open(["--account", "harbour master"], folder: folder) { terminal in
      try await terminal.see("“of3”", "1 of 3")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    #expect(try await Tern.run(["forget", "ada", "--yes"], environment: home).status == .exited(0))
    try await Terminal.open(["--account", "grace"], folder: folder) { terminal in
      try await terminal.see("loud harbour", "1 of ")
      #expect(!(try await terminal.screen()).contains("“of3”"))
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }
}
