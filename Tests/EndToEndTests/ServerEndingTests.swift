import Foundation
import Glibc
import ProgramSupport
import StoreSupport
import Testing

/// Commands that are ended while a server says nothing, and those that nobody hears.
@Suite(.endsInTime) struct ServerEndingTests {
  private static let commands = [
    ["sync"], ["list", "--account", "ada"], ["login", "--no-browser"], ["login", "--token", "-"], ["post", "Once"],
  ]

  private let folder: TemporaryFolder
  private let reader: LiveReader
  private let server: PostingServer

  init() throws {
    folder = try TemporaryFolder()
    reader = LiveReader(in: folder)
    server = try PostingServer()
    try folder.write("a-token\n", to: "token")
  }

  private var outgoing: OutgoingCheck { OutgoingCheck(directory: folder.path(of: ".local/share/tern")) }

  private func signIn() async throws {
    let signedIn = try await reader.tern(["login", server.origin, "--token", "-"], input: "a-token\n")
    try #require(signedIn.status == .exited(0), "\(signedIn.errors)")
  }

  private func whole(_ command: [String]) -> [String] {
    command[0] == "login" ? ["login", server.origin] + command.dropFirst() : command
  }

  @Test(arguments: commands, [SIGINT, SIGTERM])
  func `A signal ends it at once with its own status, and what is kept is whole`(
    command: [String], signal: Int32
  ) async throws {
    try await signIn()
    // A post is on its way by then.
    server.fallSilent(at: command[0] == "post" ? "/api/v1/statuses" : "/")
    let tern = try RunningTern(whole(command), input: folder.path(of: "token"), in: folder)
    #expect(try await comesTrue { server.unanswered > 0 })
    tern.kill(signal)
    #expect(try await tern.end() == -signal)
    #expect(try tern.said().isEmpty)
    #expect(try tern.complained().withoutReaders.allSatisfy(\.isNewline))
    try expectWhole(folder.path(of: ".local/share/tern"))

    server.fallSilent(at: nil)
    let written = command[0] == "post" ? ["Once"] : []
    #expect(try await outgoing.all() == written)
    // Nobody takes over what another Tern may still be at.
    try outgoing.letTimePass(seconds: 70)
    for _ in 0..<2 { #expect(try await reader.tern(["sync"]).status == .exited(0)) }
    #expect(server.texts == written)
    #expect(try await outgoing.all().isEmpty)
  }

  /// Runs it as a shell does that leads its streams elsewhere; a token is on its standard input.
  /// - Parameter script: `tern` in it is Tern with its arguments.
  private func tern(_ arguments: [String], in script: String) async throws -> Tern.Outcome {
    let command = script.replacing("tern", with: #""$TERN" "$@" <"$HOME/token""#)
    return try await Tern.run(
      "/bin/sh", ["-c", command, "sh"] + arguments,
      environment: ["HOME": folder.path, "TZ": "UTC", "LANG": "C.UTF-8", "TERN": Tern.path])
  }

  @Test(arguments: commands.filter { $0 != ["login", "--no-browser"] })
  func `Where what it says cannot be written it has done its work, and says so`(command: [String]) async throws {
    try await signIn()
    let full = try await tern(whole(command), in: "tern >/dev/full")
    #expect(full.status == .exited(74))
    #expect(full.errors.hasSuffix("tern: cannot write: No space left on device\n"))
    if command[0] == "post" {
      #expect(full.errorsBesidesReaders.hasPrefix("tern: it was sent: http://127.0.0.1/@ada/1000\n"))
      #expect(server.texts == ["Once"])
    } else {
      #expect(!full.errorLine.contains("\n"))
    }
    try expectWhole(folder.path(of: ".local/share/tern"))
    #expect(try await outgoing.all().isEmpty)
    #expect(try await !reader.ids(["--account", "ada"]).isEmpty)
    #expect(try await reader.tern(["accounts", "--no-demo"]).output.split(separator: "\n").count == 1)
  }

  @Test(
    arguments: commands.filter { $0 != ["login", "--no-browser"] },
    ["tern >&-", "tern 2>&-", "tern >&- 2>&-", "tern 2>/dev/full", "{ tern; echo $? >&3; } 3>&2 | :"])
  func `Whoever listens to nothing that it says has it done all the same`(
    command: [String], script: String
  ) async throws {
    try await signIn()
    let outcome = try await tern(whole(command), in: script)
    #expect(outcome.status == .exited(0))
    #expect(outcome.errorsBesidesReaders == (script.contains("|") ? "0\n" : ""))
    #expect(server.texts == (command[0] == "post" ? ["Once"] : []))
    try expectWhole(folder.path(of: ".local/share/tern"))
    #expect(try await reader.tern(["accounts", "--no-demo"]).output.split(separator: "\n").count == 1)
  }

  @Test func `Where standard input is closed there is nothing on it`() async throws {
    try await signIn()
    let ended: [(command: [String], status: Int32, says: String)] = [
      (["sync"], 0, ""), (["list", "--account", "ada"], 0, ""), (["post", "Once"], 0, ""),
      (["post", "-"], 64, "tern: there is nothing to post\n"),
      (["login", server.origin, "--token", "-"], 64, "tern: there is no token on standard input\n"),
    ]
    for (command, status, says) in ended {
      let outcome = try await tern(command, in: "tern <&-")
      #expect(outcome.status == .exited(status), "\(command): \(outcome.errors)")
      #expect(outcome.errorsBesidesReaders == says, "\(command)")
    }
    let mute = try await tern(["login", server.origin, "--token", "-"], in: "tern <&- >&- 2>&-")
    #expect(mute.status == .exited(64))
    #expect(server.texts == ["Once"])
    try expectWhole(folder.path(of: ".local/share/tern"))
  }
}

/// A token that is typed on a terminal.
@Suite(.needsTerminal, .endsInTime) struct TypedTokenTests {
  private let folder: TemporaryFolder
  private let server: PostingServer
  private let command: [String]

  /// A shell that goes on after ^C has ended Tern.
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
    folder = try TemporaryFolder()
    server = try PostingServer()
    command = ["login", server.origin, "--token", "-"]
  }

  @Test func `What is typed is not shown, and opens the account`() async throws {
    try await Terminal.open(command, folder: folder) { terminal in
      try await terminal.see("Token:")
      try await terminal.type("a-tokem")
      try await terminal.press("BSpace")
      try await terminal.type("n")
      try await terminal.press("Enter")
      #expect(try await terminal.end() == 0)
      let screen = try await terminal.see("@ada@127.0.0.1", "is signed in")
      #expect(!screen.contains("a-toke"))
    }
    #expect(try folder.text(of: LiveReader.credentials).contains("a-token\""))
  }

  @Test func `The end of the input ends the token`() async throws {
    try await Terminal.open(command, folder: folder) { terminal in
      try await terminal.see("Token:")
      try await terminal.press("C-d")
      #expect(try await terminal.end() == 64)
      try await terminal.see("tern: there is no token on standard input")
    }
    try await Terminal.open(command, folder: folder) { terminal in
      try await terminal.see("Token:")
      try await terminal.type("a-token")
      try await terminal.press("C-d", "C-d")
      #expect(try await terminal.end() == 0)
      #expect(!(try await terminal.screen().contains("a-token")))
    }
  }

  @Test func `^C at the question has the terminal show again what is typed`() async throws {
    try await Terminal.open(command, script: Self.script, folder: folder) { terminal in
      try await terminal.see("Token:")
      try await terminal.type("t0k")
      try await terminal.press("C-c")
      #expect(try await terminal.end() == 128 + Int(SIGINT))
      #expect(!(try await terminal.screen().contains("t0k")))
    }
    #expect(server.asked == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGALRM, SIGPWR])
  func `A signal leaves nothing of it to whoever reads the terminal next`(signal: Int32) async throws {
    let terminal = try RawTerminal(command, in: folder)
    #expect(try await terminal.wait(for: "Token: "))
    #expect(try await comesTrue { !terminal.isAsBefore })
    terminal.write(Array("t0k3n".utf8))
    // What comes to the terminal after the signal is for whoever is there then.
    try await terminal.settle()
    kill(terminal.process, signal)
    #expect(try await terminal.end() == -signal)
    #expect(terminal.isAsBefore && terminal.unreadInput == 0)
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("t0k"))
    #expect(server.asked == 0)
  }

  @Test func `^C ends what waits for the server afterwards`() async throws {
    server.fallSilent(at: "/")
    try await Terminal.open(command, script: Self.script, folder: folder) { terminal in
      try await terminal.see("Token:")
      try await terminal.type("t0k3n\n")
      #expect(try await comesTrue { server.unanswered > 0 })
      try await terminal.press("C-c")
      #expect(try await terminal.end() == 128 + Int(SIGINT))
      #expect(!(try await terminal.screen().contains("t0k3n")))
    }
  }

  @Test func `^Z gives the terminal to the shell as it was, and fg asks once more`() async throws {
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
      try await terminal.see("the same and asked again") { screen in
        screen.contains("the same") && screen.split(separator: "\n").last?.hasSuffix("Token:") == true
      }
      try await terminal.type("a-token\n")
      let screen = try await terminal.see("@ada@127.0.0.1", "is signed in", "ready>")
      #expect(!screen.contains("t0k") && !screen.contains("a-token"))
      try await terminal.type("stty -a | cmp - before && echo 'as it was'\n")
      try await terminal.see("\nas it was")
    }
    #expect(try folder.text(of: LiveReader.credentials).contains("a-token\""))
  }
}
