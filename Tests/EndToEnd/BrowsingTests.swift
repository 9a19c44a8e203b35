import ProgramSupport
import Testing

@Suite("Browsing in a terminal", .needsTerminal, .endsInTime)
struct BrowsingTests {
  @Test("The demo starts with its accounts; Enter opens a timeline")
  func start() async throws {
    try await Terminal.open { terminal in
      try await terminal.see("@ada@demo", "@offline@demo", "keys")
      try await terminal.press("Enter")
      try await terminal.see("Home", "Grace Hopper", "1 of ")
    }
  }

  @Test("Keys move the selection, open a post and go back")
  func browse() async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of ")
      try await terminal.press("j", "j")
      try await terminal.see("3 of ")
      try await terminal.press("G")
      try await terminal.see("73 of 73")
      try await terminal.press("g", "g")
      try await terminal.see("1 of 73")
      try await terminal.press("j", "Enter")
      try await terminal.see("Katherine Johnson", "back")
      try await terminal.press("Escape")
      try await terminal.see("2 of 73")
      try await terminal.press("Tab")
      try await terminal.see("1 of ") { !$0.contains("of 73") }
      try await terminal.press("1")
      try await terminal.see("2 of 73")
    }
  }

  @Test("Function, arrow and page keys work")
  func specialKeys() async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of ")
      try await terminal.press("Down", "Down", "Up")
      try await terminal.see("2 of ")
      try await terminal.press("End")
      try await terminal.see("73 of 73")
      try await terminal.press("PageUp")
      try await terminal.see("the page above") { !$0.contains("73 of 73") }
      try await terminal.press("Home")
      try await terminal.see("1 of 73")
      try await terminal.press("F1")
      try await terminal.see("next post")
    }
  }

  @Test("A key sequence received in two parts has no effect")
  func splitKeys() async throws {
    let folder = TemporaryFolder()
    try await Terminal.open(["--account", "ada@demo"], folder: folder) { terminal in
      try await terminal.see("1 of 73")
      try await terminal.press("/")
      try await terminal.see("Search")
      for parts in [["1b 5b 31", "3b 32 50"], ["1b 5b", "31 3b 35 41"], ["1b 4f", "51"]] {
        // Curses waits 25 ms for the rest of a sequence. This test is about a later rest.
        let commands = parts.map { "send-keys -H \($0)" }.joined(separator: " ; run-shell sleep\\ 0.1 ; ")
        try folder.write(commands, to: "parts")
        try await terminal.tmux(["source-file", folder.path(of: "parts")])
        try await terminal.tmux(["run-shell", "sleep 0.1"])
      }
      try await terminal.type("compiler")
      try await terminal.see("the word alone") { $0.contains("Search compiler ") }
    }
  }

  @Test("Search shows matches while typing, opens them and returns to the timeline")
  func search() async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of 73")
      try await terminal.press("j")
      try await terminal.see("2 of 73")
      try await terminal.press("/")
      try await terminal.see("Search")
      try await terminal.type("coffee")
      try await terminal.see(" Search coffee", " 2 matches", "before the coffee did")
      try await terminal.press("Enter")
      try await terminal.see("1 of 2 matches")
      try await terminal.press("Enter")
      try await terminal.see("Post by Grace Hopper")
      try await terminal.press("Escape")
      try await terminal.see("1 of 2 matches")
      try await terminal.press("Escape")
      try await terminal.see("2 of 73")
    }
  }

  @Test("Up recalls a search, even after a restart; ^O goes back")
  func recall() async throws {
    let folder = TemporaryFolder()
    try await Terminal.open(["--account", "ada@demo"], folder: folder) { terminal in
      try await terminal.see("1 of 73")
      try await terminal.press("/")
      try await terminal.type("coffee")
      try await terminal.press("Enter")
      try await terminal.see("1 of 2 matches")
      try await terminal.press("Escape", "j", "G")
      try await terminal.see("73 of 73")
      try await terminal.press("C-o")
      try await terminal.see("2 of 73")
      try await terminal.press("C-n")
      try await terminal.see("@empty@demo", "Home is empty")
      try await terminal.press("C-o")
      try await terminal.see("@ada@demo", "2 of 73")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    #expect(try folder.text(of: ".local/state/tern/session.json").contains("coffee"))
    try await Terminal.open([], folder: folder) { terminal in
      try await terminal.see("2 of 73")
      try await terminal.press("/")
      try await terminal.see(" Search")
      try await terminal.press("Up")
      try await terminal.see(" Search coffee", " 2 matches")
    }
  }

  @Test("Esc and a character sent together are two keys")
  func escapeAndKey() async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of 73")
      try await terminal.press("Enter")
      try await terminal.see("back")
      try await terminal.press("Escape", "j")
      try await terminal.see("2 of 73")
    }
  }

  @Test("An account keeps its position while others are open")
  func switchAccounts() async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of ")
      try await terminal.press("j", "j", "j", "C-n")
      try await terminal.see("@empty@demo", "Home is empty")
      try await terminal.press("C-n")
      try await terminal.see("@offline@demo", "Can’t reach")
      try await terminal.press("C-p")
      try await terminal.see("@empty@demo", "Home is empty")
      try await terminal.press("C-p")
      try await terminal.see("@ada@demo", "4 of 73")
      try await terminal.press("g", "s")
      try await terminal.see("Accounts", "@ada@demo", "@slow@demo")
      try await terminal.press("Escape")
      try await terminal.see("4 of 73")
      // Accounts can be switched in a thread, too.
      try await terminal.press("Enter")
      try await terminal.see("Post by", "1 of ")
      try await terminal.press("C-n")
      try await terminal.see("@empty@demo", "Home is empty")
    }
  }

  @Test("The selected post stays selected at every terminal size")
  func resize() async throws {
    try await Terminal.open(["--account", "ada@demo"]) { terminal in
      try await terminal.see("1 of ")
      try await terminal.press("j")
      try await terminal.see("2 of 73", "Katherine Johnson")
      for size in [(40, 10), (20, 5), (200, 60), (10, 3), (40, 10), (1, 1), (80, 24)] {
        try await terminal.resize(to: size)
        if size.0 >= 20 {
          // In twenty columns key hints replace the status, and the handle replaces the name.
          try await terminal.see("2 of 73") { $0.contains("atherine") && (size.0 < 40 || $0.contains("2 of 73")) }
        } else if size.0 >= 10 {
          try await terminal.see("the size it needs") { $0.contains("20×5") && !$0.contains("atherine") }
        }
      }
      try await terminal.press("j")
      try await terminal.see("3 of 73")
    }
  }

  @Test("A terminal that is too small shows the needed size; q quits")
  func tooSmall() async throws {
    try await Terminal.open(size: (30, 4)) { terminal in
      try await terminal.see("needs 20×5 · q quit")
      try await terminal.press("j", "?", "q")
      // The shell needs some of the four rows.
      try await terminal.see("the shell is back")
      #expect(try terminal.folder.text(of: "status") == "0\n")
    }
  }
}
