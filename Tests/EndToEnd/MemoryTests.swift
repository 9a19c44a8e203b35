import Foundation
import ProgramSupport
import Testing

@Suite("Session", .needsTerminal, .endsInTime)
struct MemoryTests {
  @Test("The next start opens the last account at the last position")
  func place() async throws {
    let folder = TemporaryFolder()
    try await Terminal.open(["--account", "ada@demo"], folder: folder) { terminal in
      try await terminal.see("1 of 73")
      try await terminal.press("j", "j")
      try await terminal.see("3 of 73")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    try await Terminal.open([], folder: folder) { terminal in
      try await terminal.see("@ada@demo", "3 of 73")
    }
  }

  @Test("The position is saved after a signal", arguments: [SIGTERM, SIGHUP])
  func placeAfterSignal(number: Int32) async throws {
    let folder = TemporaryFolder()
    try await Terminal.open(["--account", "ada@demo"], folder: folder) { terminal in
      try await terminal.see("1 of 73")
      try await terminal.press("j")
      try await terminal.see("2 of 73")
      kill(try await terminal.process(), number)
      _ = try await terminal.end()
    }
    try await Terminal.open([], folder: folder) { terminal in
      try await terminal.see("@ada@demo", "2 of 73")
    }
  }

  @Test("XDG_STATE_HOME and --state-directory set the directory, readable by the owner only")
  func directory() async throws {
    for (arguments, variables, path) in [
      ([], [:], ".local/state/tern"), ([], ["XDG_STATE_HOME": "STATE"], "state/tern"),
      (["--state-directory", "here"], [:], "here"),
    ] as [([String], [String: String], String)] {
      let folder = TemporaryFolder()
      let environment = variables.mapValues { _ in folder.path(of: "state") }
      try await Terminal.open(
        ["--account", "ada@demo"] + arguments, environment: environment, folder: folder
      ) { terminal in
        try await terminal.see("1 of 73")
        try await terminal.press("q")
        #expect(try await terminal.end() == 0)
      }
      #expect(try folder.permissions(of: path + "/session.json") == 0o600)
      #expect(try folder.permissions(of: path) == 0o700)
    }
  }

  @Test("A session that cannot be saved is reported, and Tern continues")
  func unwritable() async throws {
    let folder = TemporaryFolder()
    try folder.write("", to: "in the way")
    let arguments = ["--account", "ada@demo", "--state-directory", "in the way"]
    try await Terminal.open(arguments, folder: folder) { terminal in
      try await terminal.see("1 of 73", "in the way")
      try await terminal.press("C-n")
      try await terminal.see("@empty@demo")
      try await terminal.press("C-p")
      try await terminal.see("@ada@demo", "1 of 73")
      try await terminal.press("j")
      try await terminal.see("2 of 73")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("Keys work while another Tern holds the lock, and the position is saved at the end")
  func heldLock() async throws {
    let folder = TemporaryFolder()
    try folder.makeFolder(".local/state/tern")
    let lock = open(folder.path(of: ".local/state/tern/session.lock"), O_RDWR | O_CREAT, 0o600)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX) == 0)
    try await Terminal.open(["--account", "ada@demo"], folder: folder) { terminal in
      try await terminal.see("1 of 73")
      // Each of 41 tab changes is saved; waiting for the lock takes two seconds each.
      let start = ContinuousClock.now
      for _ in 0..<10 { try await terminal.press("Tab", "BTab", "Tab", "BTab") }
      try await terminal.press("Tab")
      try await terminal.see("1 of 13")
      #expect(ContinuousClock.now - start < .seconds(80))
      try await terminal.press("BTab")
      try await terminal.see("1 of 73")
      try await terminal.press("j", "j")
      try await terminal.see("3 of 73")
      flock(lock, LOCK_UN)
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    try await Terminal.open([], folder: folder) { terminal in
      try await terminal.see("@ada@demo", "3 of 73")
    }
  }

  @Test("Session and log contain no password")
  func password() async throws {
    try await Terminal.open(["--account", "password@demo", "--log", "log"]) { terminal in
      // The form already contains the handle.
      try await terminal.see("password@demo", "Password")
      try await terminal.type("wrong-word")
      try await terminal.press("Enter")
      try await terminal.see("password@demo", "Wrong password.")
      try await terminal.press("C-u")
      try await terminal.type("open-sesame")
      try await terminal.press("Enter")
      let screen = try await terminal.see("Home", "1 of ")
      #expect(!screen.contains("open-sesame"))
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
      let session = try terminal.folder.text(of: ".local/state/tern/session.json")
      let log = try terminal.folder.text(of: "log")
      #expect(session.contains("password@demo") && log.contains("password@demo"))
      for secret in ["open-sesame", "wrong-word"] {
        #expect(!session.contains(secret))
        #expect(!log.contains(secret))
      }
    }
  }
}
