import Foundation
import Glibc
import ProgramSupport
import SimulatedServer
import StoreSupport
import Testing

/// Commands ended while the server does not respond, and commands without open output.
@Suite(.endsInTime) struct ServerEndingTests {
  private static let commands = [
    ["sync"], ["list", "--account", "ada"], ["login", "--no-browser"], ["login", "--token", "-"], ["post", "Once"],
  ]

  private let folder: TemporaryFolder
  private let reader: ServerUser
  private let server: SimulatedSocketServer

  init() throws {
    folder = TemporaryFolder()
    reader = ServerUser(in: folder)
    server = try SimulatedSocketServer()
    server.write(1)
    try folder.write("ada_token\n", to: "token")
  }

  private var outbox: OutboxCheck { OutboxCheck(directory: folder.path(of: ".local/share/tern")) }

  private func fullArguments(_ command: [String]) -> [String] {
    command[0] == "login" ? ["login", server.origin] + command.dropFirst() : command
  }

  @Test(arguments: commands, [SIGINT, SIGTERM])
  func `A signal ends the command at once with the signal's status and an intact store`(
    command: [String], signal: Int32
  ) async throws {
    try await reader.signIn(at: server.origin)
    // The post is being sent by then.
    server.stopResponding(at: command[0] == "post" ? "/api/v1/statuses" : "/")
    let tern = try RunningTern(fullArguments(command), input: folder.path(of: "token"), in: folder)
    #expect(try await becomesTrue { server.unansweredCount > 0 })
    tern.kill(signal)
    #expect(try await tern.end() == -signal)
    #expect(try tern.output().isEmpty)
    #expect(try tern.errorOutput().withoutVisibility.allSatisfy(\.isNewline))
    try expectConsistentStore(folder.path(of: ".local/share/tern"))

    server.stopResponding(at: nil)
    let written = command[0] == "post" ? ["Once"] : []
    #expect(try await outbox.all() == written)
    // Posts that another process may be sending are not taken over for a minute.
    try outbox.advanceTime(seconds: 70)
    for _ in 0..<2 { #expect(try await reader.tern(["sync"]).status == .exited(0)) }
    #expect(server.texts == written)
    #expect(try await outbox.all().isEmpty)
  }

  /// Runs Tern in a shell that redirects its streams, with a token on standard input.
  /// - Parameter script: `tern` in it is replaced by the command line.
  private func tern(_ arguments: [String], in script: String) async throws -> Tern.Outcome {
    let command = script.replacing("tern", with: #""$TERN" "$@" <"$HOME/token""#)
    return try await Tern.run(
      "/bin/sh", ["-c", command, "sh"] + arguments,
      environment: ["HOME": folder.path, "TZ": "UTC", "LANG": "C.UTF-8", "TERN": Tern.path])
  }

  @Test(arguments: commands.filter { $0 != ["login", "--no-browser"] })
  func `The work is done and an error reported if the output cannot be written`(command: [String]) async throws {
    try await reader.signIn(at: server.origin)
    let full = try await tern(fullArguments(command), in: "tern >/dev/full")
    #expect(full.status == .exited(74))
    #expect(full.errors.hasSuffix("tern: cannot write: No space left on device\n"))
    if command[0] == "post" {
      #expect(
        full.errorsWithoutVisibility.hasPrefix("tern: the post was sent: \(server.origin)/@ada/\(server.ids[0])\n"))
      #expect(server.texts == ["Once"])
    } else {
      #expect(!full.errorLine.contains("\n"))
    }
    try expectConsistentStore(folder.path(of: ".local/share/tern"))
    #expect(try await outbox.all().isEmpty)
    #expect(try await !reader.ids(["--account", "ada"]).isEmpty)
    #expect(try await reader.tern(["accounts", "--no-demo"]).output.split(separator: "\n").count == 1)
  }

  @Test(
    arguments: commands.filter { $0 != ["login", "--no-browser"] },
    ["tern >&-", "tern 2>&-", "tern >&- 2>&-", "tern 2>/dev/full", "{ tern; echo $? >&3; } 3>&2 | :"])
  func `The work is done even with closed output`(
    command: [String], script: String
  ) async throws {
    try await reader.signIn(at: server.origin)
    let outcome = try await tern(fullArguments(command), in: script)
    #expect(outcome.status == .exited(0))
    #expect(outcome.errorsWithoutVisibility == (script.contains("|") ? "0\n" : ""))
    #expect(server.texts == (command[0] == "post" ? ["Once"] : []))
    try expectConsistentStore(folder.path(of: ".local/share/tern"))
    #expect(try await reader.tern(["accounts", "--no-demo"]).output.split(separator: "\n").count == 1)
  }

  @Test func `A closed standard input counts as empty`() async throws {
    try await reader.signIn(at: server.origin)
    let ended: [(command: [String], status: Int32, errors: String)] = [
      (["sync"], 0, ""), (["list", "--account", "ada"], 0, ""), (["post", "Once"], 0, ""),
      (["post", "-"], 64, "tern: your post is empty\n"),
      (["login", server.origin, "--token", "-"], 64, "tern: no token on standard input\n"),
    ]
    for (command, status, errors) in ended {
      let outcome = try await tern(command, in: "tern <&-")
      #expect(outcome.status == .exited(status), "\(command): \(outcome.errors)")
      #expect(outcome.errorsWithoutVisibility == errors, "\(command)")
    }
    let closed = try await tern(["login", server.origin, "--token", "-"], in: "tern <&- >&- 2>&-")
    #expect(closed.status == .exited(64))
    #expect(server.texts == ["Once"])
    try expectConsistentStore(folder.path(of: ".local/share/tern"))
  }
}

/// A token typed in a terminal.
@Suite(.needsTerminal, .endsInTime) struct TypedTokenTests {
  private let folder: TemporaryFolder
  private let server: SimulatedSocketServer
  private let command: [String]

  /// A shell that continues after ^C.
  private static let script = """
    trap : INT
    stty -a >before
    echo 'here is the shell'
    "$TERN" "$@"
    echo $? >status
    stty -a >after
    echo 'the shell is back'
    exec cat

    """

  init() throws {
    folder = TemporaryFolder()
    server = try SimulatedSocketServer()
    command = ["login", server.origin, "--token", "-"]
  }

  @Test func `A typed token is not shown and signs in`() async throws {
    try await Terminal.open(command, folder: folder) { terminal in
      try await terminal.see("Token:")
      try await terminal.type("ada_tokem")
      try await terminal.press("BSpace")
      try await terminal.type("n")
      try await terminal.press("Enter")
      #expect(try await terminal.end() == 0)
      let screen = try await terminal.see("@ada@127.0.0.1", "is signed in")
      #expect(!screen.contains("ada_toke"))
    }
    #expect(try folder.text(of: ServerUser.credentials).contains("ada_token\""))
  }

  @Test func `The end of input ends the token`() async throws {
    try await Terminal.open(command, folder: folder) { terminal in
      try await terminal.see("Token:")
      try await terminal.press("C-d")
      #expect(try await terminal.end() == 64)
      try await terminal.see("tern: no token on standard input")
    }
    try await Terminal.open(command, folder: folder) { terminal in
      try await terminal.see("Token:")
      try await terminal.type("ada_token")
      try await terminal.press("C-d", "C-d")
      #expect(try await terminal.end() == 0)
      #expect(!(try await terminal.screen().contains("ada_token")))
    }
  }

  @Test func `^C at the prompt restores the echo`() async throws {
    try await Terminal.open(command, script: Self.script, folder: folder) { terminal in
      try await terminal.see("Token:")
      try await terminal.type("t0k")
      try await terminal.press("C-c")
      #expect(try await terminal.end() == 128 + Int(SIGINT))
      #expect(!(try await terminal.screen().contains("t0k")))
    }
    #expect(server.requestCount == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGALRM, SIGPWR])
  func `A signal discards the typed input`(signal: Int32) async throws {
    let terminal = try RawTerminal(command, in: folder)
    #expect(try await terminal.wait(for: "Token: "))
    #expect(try await becomesTrue { !terminal.isRestored })
    terminal.write(Array("t0k3n".utf8))
    // Input after the signal belongs to the next reader of the terminal.
    try await terminal.settle()
    kill(terminal.process, signal)
    #expect(try await terminal.end() == -signal)
    #expect(terminal.isRestored && terminal.unreadInput == 0)
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("t0k"))
    #expect(server.requestCount == 0)
  }

  @Test func `^C ends waiting for the server`() async throws {
    server.stopResponding(at: "/")
    try await Terminal.open(command, script: Self.script, folder: folder) { terminal in
      try await terminal.see("Token:")
      try await terminal.type("t0k3n\n")
      #expect(try await becomesTrue { server.unansweredCount > 0 })
      try await terminal.press("C-c")
      #expect(try await terminal.end() == 128 + Int(SIGINT))
      #expect(!(try await terminal.screen().contains("t0k3n")))
    }
  }

  @Test func `^Z restores the terminal for the shell, and fg prompts again`() async throws {
    let script = """
      stty -a >before
      exec bash --norc --noprofile -i
      """
    try await Terminal.open(command, environment: ["PS1": "ready> "], script: script, folder: folder) { terminal in
      try await terminal.see("ready>")
      try await terminal.type("\"$TERN\" \(command.joined(separator: " "))\n")
      try await terminal.see("Token:")
      try await terminal.type("t0k")
      try await terminal.press("C-z")
      try await terminal.see("Stopped", "ready>")
      try await terminal.type("stty -a | cmp - before && echo 'the same'; fg\n")
      try await terminal.see("the same settings and the prompt") { screen in
        screen.contains("the same") && screen.split(separator: "\n").last?.hasSuffix("Token:") == true
      }
      try await terminal.type("ada_token\n")
      let screen = try await terminal.see("@ada@127.0.0.1", "is signed in", "ready>")
      #expect(!screen.contains("t0k") && !screen.contains("ada_token"))
      try await terminal.type("stty -a | cmp - before && echo 'as it was'\n")
      try await terminal.see("\nas it was")
    }
    #expect(try folder.text(of: ServerUser.credentials).contains("ada_token\""))
  }
}
