import FaultServer
import Foundation
import ProgramSupport
import Testing

/// The program in a terminal, on an account of a server that others have written.
@Suite(.needsServer, .needsTerminal, .endsInTime) struct ServerProgramTests {
  private let folder: TemporaryFolder
  private let reader: LiveReader

  init() throws {
    folder = try TemporaryFolder()
    reader = LiveReader(in: folder)
  }

  /// Of what was asked and of the stream, the screen tells what failed last.
  private static func saysThatNobodyAnswers(_ screen: String) -> Bool {
    screen.contains("127.0.0.1:") && [" does not answer", "The connection to "].contains { screen.contains($0) }
  }

  private func open(_ arguments: [String] = [], body: (Terminal) async throws -> Void) async throws {
    try await Terminal.open(["--log", folder.path(of: "log")] + arguments, folder: folder, body: body)
  }

  @Test func `A post that somebody writes comes by itself, and the selected one stays where it is`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    try await open(["--account", "ada"]) { terminal in
      try await terminal.see("Home", "@ada@\(server.host)", "1 of 9")
      try await terminal.press("j")
      try await terminal.see("2 of 9", "▌ Alan Turing", "▌ Brilliant work here")
      let id = try await server.post("Fresh from the loom", by: "grace")
      try await terminal.see("the count at the tab, and the same post selected") {
        $0.contains(" Home 1 ") && $0.contains("3 of 10 · 1 unread") && $0.contains("▌ Brilliant work here")
      }
      // It stands above what the person looks at, and nothing has moved.
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

  @Test func `S has the server look for people, tags and posts, and Enter opens them`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    _ = try await server.post("Nobody has seen this #turingmill yet", by: "alan")
    try await open(["--account", "ada", "--timeline", "Home"]) { terminal in
      try await terminal.see("Home", " of ")
      try await terminal.press("/", "t", "u", "r", "i", "n", "g", "Enter")
      try await terminal.see("Search: turing", "S ask")
      try await terminal.press("S")
      try await terminal.see("turing at 127.0.0.1", "── People", "▌ Alan Turing", "── Tags", "#turingmill", "── Posts")
      try await terminal.press("j", "Enter")
      try await terminal.see("a tag's timeline") { $0.contains("turingmill") && $0.contains("1 of 1") }
      try await terminal.press("Escape")
      try await terminal.see("turing at 127.0.0.1", "2 of ")
      try await terminal.press("k", "Enter")
      try await terminal.see("▌ Alan Turing  @alan", "Posts and replies")
      try await terminal.press("q", "q", "q", "q")
      #expect(try await terminal.end() == 0)
    }
    // Who asks no server is offered none.
    try await open(["--account", "ada", "--offline"]) { terminal in
      try await terminal.see("Home", " of ")
      try await terminal.press("/", "t", "u", "r", "i", "n", "g", "Enter")
      try await terminal.see("Search: turing") { !$0.contains("S ask") }
      try await terminal.press("S")
      try await terminal.see("S does nothing here")
    }
  }

  @Test func `Enter opens a post with the thread that the server knows, and Esc leads back to it`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let asked = try await server.post("Who has the punched cards?", by: "grace")
    let reply: [(name: String, value: String)] = [("status", "They are in the mill"), ("in_reply_to_id", asked)]
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

  @Test func `Each way in which the server fails is said beside the posts, which stay`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    try await open(["--account", "ada"]) { terminal in
      try await terminal.see("1 of 9", "Grace Hopper")
      try await failInEachWay(server, in: terminal)
    }
  }

  private func failInEachWay(_ server: MastodonMock, in terminal: Terminal) async throws {
    // The last one is a limit: nothing is asked before its end.
    let failures = [
      ("status", "\(server.host): “"), ("malformed", "\(server.host): “What came is no answer"),
      ("ratelimit", "\(server.host) asks for patience, next try in "),
    ]
    for (effect, notice) in failures {
      // Until it is told: Tern asks by itself, too.
      try await server.fail("/api/v1/timelines/home", by: effect, times: nil)
      try await terminal.press("R")
      try await terminal.see(notice, "posts as of", "Grace Hopper", "1 of 9")
      try await server.stopFailing()
    }
  }

  @Test func `With the server gone the cached posts stand there at once, and the notice says who does not answer`()
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
      try await terminal.see("who does not answer") { Self.saysThatNobodyAnswers($0) && $0.contains("3 of 9") }
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    try await open { terminal in
      try await terminal.see("who does not answer") { Self.saysThatNobodyAnswers($0) && $0.contains("3 of 9") }
      try await terminal.press("R", "j")
      try await terminal.see("who does not answer") { Self.saysThatNobodyAnswers($0) && $0.contains("4 of 9") }
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    try await open(["--offline"]) { terminal in
      try await terminal.see("the posts, and no complaint") { $0.contains("4 of 9") && !Self.saysThatNobodyAnswers($0) }
    }
  }

  @Test func `Of what opens the account, nothing is in the log, the store, the export, on the screen or in a process`()
    async throws
  {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let secrets = Secrets(folder: folder)
    let token = ["ada_token"]
    try await open(["--account", "ada"]) { terminal in
      try await terminal.see("1 of 9")
      try secrets.expectNone(in: try await terminal.process(), of: token)
      try await failInEachWay(server, in: terminal)
      try folder.write(try await terminal.screen(), to: "screen.txt")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    for (number, arguments) in [
      ["sync"], ["export", "ada"], ["list", "--account", "ada", "--log", folder.path(of: "log")],
    ]
    .enumerated() {
      let outcome = try await reader.tern(arguments)
      try folder.write(outcome.output + outcome.errors, to: "said-\(number).txt")
    }
    server.stop()
    let outcome = try await reader.tern(["sync"])
    try folder.write(outcome.output + outcome.errors, to: "said-at-last.txt")
    #expect(try folder.text(of: "log").contains("ada@\(server.host)"))
    try secrets.expect(onlyIn: LiveReader.credentials)
  }

  @Test func `A helper that keeps the token is given it by a pipe, and nothing else of Tern's has it`() async throws {
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
    // Run by itself, it could still be open for writing in a program that another test has just started.
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
