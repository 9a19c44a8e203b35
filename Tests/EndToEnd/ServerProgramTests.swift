import FaultServer
import Foundation
import ProgramSupport
import Testing

/// The program in a terminal with an account at mastodon_mock.
@Suite(.needsServer, .needsTerminal, .endsInTime) struct ServerProgramTests {
  private let reader = ServerUser()
  private var folder: TemporaryFolder { reader.folder }

  /// Whether the screen reports a connection failure, of a request or of the stream.
  private static func reportsNoConnection(_ screen: String) -> Bool {
    screen.contains("127.0.0.1:") && ["Can’t reach ", "Connection to "].contains { screen.contains($0) }
  }

  private func open(_ arguments: [String] = [], body: (Terminal) async throws -> Void) async throws {
    try await Terminal.open(["--log", folder.path(of: "log")] + arguments, folder: folder, body: body)
  }

  @Test func `A new post arrives automatically, and the selected one stays in place`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    try await open(["--account", "ada"]) { terminal in
      try await terminal.see("Home", " @ada", "1 of 9")
      try await terminal.press("j")
      try await terminal.see("2 of 9", "▌ Alan Turing", "▌ Brilliant work here")
      let id = try await server.post("Fresh from the loom", by: "grace")
      try await terminal.see("the count at the tab, and the same post selected") {
        $0.contains(" Home 1 ") && $0.contains("3 of 10 · 1 new above") && $0.contains("▌ Brilliant work here")
      }
      // It is above the visible posts, which have not moved.
      #expect(!(try await terminal.screen()).contains("Fresh from the loom"))
      try await terminal.press("u")
      try await terminal.see("▌ Fresh from the loom", "1 of 10")
      _ = try await server.ask("DELETE", "/api/v1/statuses/\(id)", by: "grace")
      try await terminal.see("a deleted post gone") { !$0.contains("Fresh from the loom") }
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    let home = try await server.ids(of: "/api/v1/timelines/home", by: "ada")
    #expect(try await reader.ids(["--account", "ada", "--timeline", "Home", "--offline"]) == home)
  }

  @Test func `S searches the server for people, hashtags and posts, and Enter opens them`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    _ = try await server.post("A first look at the #turingmill", by: "alan")
    try await open(["--account", "ada", "--timeline", "Home"]) { terminal in
      try await terminal.see("Home", " of ")
      try await terminal.press("/", "t", "u", "r", "i", "n", "g", "Enter")
      try await terminal.see("Search: turing", "S search")
      try await terminal.press("S")
      try await terminal.see(
        "turing at 127.0.0.1", "── Profiles", "▌ Alan Turing", "── Hashtags", "#turingmill", "── Posts")
      try await terminal.press("j", "Enter")
      try await terminal.see("a tag's timeline") { $0.contains("turingmill") && $0.contains("1 of 1") }
      try await terminal.press("Escape")
      try await terminal.see("turing at 127.0.0.1", "2 of ")
      try await terminal.press("k", "Enter")
      try await terminal.see("▌ Alan Turing  @alan", "Posts and replies")
      try await terminal.press("q", "q", "q", "q")
      #expect(try await terminal.end() == 0)
    }
    // Offline, server search is not available.
    try await open(["--account", "ada", "--offline"]) { terminal in
      try await terminal.see("Home", " of ")
      try await terminal.press("/", "t", "u", "r", "i", "n", "g", "Enter")
      try await terminal.see("Search: turing") { !$0.contains("S search") }
      try await terminal.press("S")
      try await terminal.see("No server to search")
    }
  }

  @Test func `Enter opens a post with its thread from the server, and Esc goes back`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let question = try await server.post("Who has the punched cards?", by: "grace")
    let reply: [(name: String, value: String)] = [("status", "They are in the mill"), ("in_reply_to_id", question)]
    _ = try await server.ask("POST", "/api/v1/statuses", by: "alan", body: .form(reply))
    try await open(["--account", "ada"]) { terminal in
      try await terminal.see("Who has the punched cards?", " of 1")
      try await terminal.press("g", "g")
      try await terminal.see("1 of 1")
      try await terminal.press("j")
      try await terminal.see("▌ Who has the punched cards?")
      try await terminal.press("Enter")
      try await terminal.see("Post by Grace Hopper", "Who has the punched cards?", "They are in the mill")
      try await terminal.press("Escape")
      try await terminal.see("▌ Who has the punched cards?")
    }
  }

  @Test func `Server errors are shown while the posts stay`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    try await open(["--account", "ada"]) { terminal in
      try await terminal.see("1 of 9", "Grace Hopper")
      try await failWithEachError(server, in: terminal)
    }
  }

  private func failWithEachError(_ server: MastodonMock, in terminal: Terminal) async throws {
    // The rate limit comes last, because no requests are sent until it ends.
    let failures = [
      ("status", "\(server.host) says “"),
      ("malformed", "The request to \(server.host) failed: The response is invalid"),
      ("ratelimit", "Rate limited by \(server.host). Retrying in "),
    ]
    for (effect, notice) in failures {
      // Fail all requests until then, because Tern also sends some automatically.
      try await server.fail("/api/v1/timelines/home", by: effect, times: nil)
      try await terminal.press("R")
      try await terminal.see(notice, "posts as of", "Grace Hopper", "1 of 9")
      try await server.stopFailing()
    }
  }

  @Test func `Without the server, cached posts are shown with a notice`()
    async throws
  {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    try await open(["--account", "ada"]) { terminal in
      try await terminal.see("1 of 9")
      try await terminal.press("j", "j")
      try await terminal.see("3 of 9")
      server.stop()
      try await terminal.press("R")
      try await terminal.see("the connection failure") { Self.reportsNoConnection($0) && $0.contains("3 of 9") }
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    try await open { terminal in
      try await terminal.see("the connection failure") { Self.reportsNoConnection($0) && $0.contains("3 of 9") }
      try await terminal.press("R", "j")
      try await terminal.see("the connection failure") { Self.reportsNoConnection($0) && $0.contains("4 of 9") }
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    try await open(["--offline"]) { terminal in
      try await terminal.see("the posts without a notice") { $0.contains("4 of 9") && !Self.reportsNoConnection($0) }
    }
  }

  @Test func `No secret is in the log, the store, the export, on the screen or in a process`()
    async throws
  {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let secrets = Secrets(folder: folder)
    let token = ["ada_token"]
    try await open(["--account", "ada"]) { terminal in
      try await terminal.see("1 of 9")
      try secrets.expectNone(in: try await terminal.process(), of: token)
      try await failWithEachError(server, in: terminal)
      try folder.write(try await terminal.screen(), to: "screen.txt")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    for (number, arguments) in [
      ["sync"], ["export", "ada"], ["list", "--account", "ada", "--log", folder.path(of: "log")],
    ]
    .enumerated() {
      let outcome = try await reader.tern(arguments)
      try folder.write(outcome.output + outcome.errors, to: "output-\(number).txt")
    }
    server.stop()
    let outcome = try await reader.tern(["sync"])
    try folder.write(outcome.output + outcome.errors, to: "output-last.txt")
    #expect(try folder.text(of: "log").contains("ada@\(server.host)"))
    try secrets.expect(onlyIn: ServerUser.credentials)
  }

  @Test func `A credential helper gets the token by a pipe, and Tern stores it nowhere else`() async throws {
    let server = try await MastodonMock.start(in: folder)
    let helper = folder.path(of: "helper")
    try folder.write(
      """
      tr '\\0' '\\n' </proc/self/cmdline >>"$HOME/seen"
      tr '\\0' '\\n' </proc/$$/cmdline >>"$HOME/seen"
      tr '\\0' '\\n' </proc/$$/environ >>"$HOME/seen"
      tr '\\0' '\\n' </proc/$PPID/cmdline >>"$HOME/seen"
      case $1 in
        store) cat >"$HOME/vault" ;;
        get) cat >/dev/null; if [ -e "$HOME/vault" ]; then grep ^password= "$HOME/vault"; fi ;;
        erase) rm "$HOME/vault" ;;
      esac

      """, to: "helper")
    // Run through sh: another process may still have the script open for writing, so it could not be executed.
    try folder.write("credential-helper = \"/bin/sh '\(helper)'\"\n", to: ".config/tern/config.toml")
    try await reader.signIn(at: server)
    #expect(try folder.text(of: "vault").contains("password=ada_token"))
    #expect(!(try await reader.ids(["--account", "ada", "--timeline", "Home"]).isEmpty))
    #expect(try folder.text(of: "seen").contains("HOME=\(folder.path)"))
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where name != "vault" {
      let bytes = FileManager.default.contents(atPath: folder.path(of: name)) ?? Data()
      #expect(bytes.range(of: Data("ada_token".utf8)) == nil, "in \(name)")
    }
    #expect(try await reader.tern(["logout", "ada", "--forget-posts"]).status == .exited(0))
    #expect(!folder.exists("vault"))
  }
}
