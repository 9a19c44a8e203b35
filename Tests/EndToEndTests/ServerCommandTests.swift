import FaultServer
import Foundation
import ProgramSupport
import Testing

/// Commands on an account of a server that others have written.
@Suite(.needsServer, .endsInTime) struct ServerCommandTests {
  private let folder: TemporaryFolder
  private let reader: LiveReader

  init() throws {
    folder = try TemporaryFolder()
    reader = LiveReader(in: folder)
  }

  @Test func `Who has signed in by a token lists what the server has, in its order, and reads on without it`()
    async throws
  {
    let server = try await MastodonMock.start(in: folder)
    let signedIn = try await reader.tern(["login", server.origin, "--token", "-"], input: "ada_token\n")
    #expect(signedIn.status == .exited(0) && signedIn.errors.isEmpty)
    #expect(signedIn.output == "Ada Lovelace · @ada@\(server.host) is signed in\n")
    #expect(
      try await reader.tern(["accounts", "--no-demo"]).output == "@ada@\(server.host)\tAda Lovelace\t\(server.host)\n")
    let home = try await server.ids(of: "/api/v1/timelines/home", by: "ada")
    #expect(home.count > 5)
    #expect(try await reader.ids(["--account", "ada@\(server.host)", "--timeline", "Home"]) == home)
    let told = try await reader.tern(["list", "--account", "ada", "--timeline", "Notifications"])
    #expect(told.status == .exited(0) && told.output.contains("Katherine Johnson") && told.output.contains("follow"))
    let found = try await reader.tern(["search", "analytical", "engine", "--account", "ada", "--format", "jsonl"])
    let ids = try LiveReader.ids(in: found.output)
    #expect(!ids.isEmpty && Set(home).isSuperset(of: ids) && ids.count < home.count)

    let new = try await server.post("Punched cards are sorted", by: "grace")
    let synced = try await reader.tern(["sync", "--account", "ada"])
    #expect(synced.status == .exited(0) && synced.errors.isEmpty)
    #expect(synced.output.hasPrefix("@ada@\(server.host)\t") && synced.output.hasSuffix(" posts new\n"))
    // What is new once is not new again.
    #expect(try await reader.tern(["sync"]).output == "@ada@\(server.host)\t0 posts new\n")

    server.stop()
    let list = ["--account", "ada", "--timeline", "Home"]
    #expect(try await reader.ids(list + ["--offline"]) == [new] + home)
    let asked = try await reader.tern(["list"] + list)
    #expect(asked.status == .exited(69) && asked.output.isEmpty)
    #expect(asked.errorLine.contains("127.0.0.1") && !asked.errorLine.contains("\n"))
    let unsynced = try await reader.tern(["sync"])
    #expect(unsynced.status == .exited(69) && unsynced.output.contains("127.0.0.1"))
    let kept = try await reader.tern(["search", "punched", "cards", "sorted", "--offline", "--format", "jsonl"])
    #expect(try LiveReader.ids(in: kept.output) == [new])
    #expect(try await LiveReader.ids(in: reader.tern(["export", "ada"]).output).contains(new))
    try expectWhole(folder.path(of: ".local/share/tern"))
  }

  @Test func `A token is taken from standard input alone, and one that the server does not know signs nobody in`()
    async throws
  {
    let server = try await MastodonMock.start(in: folder)
    let shown = try await reader.tern(["login", server.origin, "--token", "ada_token"])
    #expect(shown.status == .exited(64) && shown.output.isEmpty && !shown.errors.contains("ada_token"))
    let wrong = try await reader.tern(["login", server.origin, "--token", "-"], input: "nobodys_token\n")
    #expect(wrong.status == .exited(77) && wrong.output.isEmpty)
    #expect(wrong.errors == "tern: \(server.host) does not take this token.\n")
    let none = try await reader.tern(["login", server.origin, "--token", "-"])
    #expect(none.status == .exited(64))
    #expect(try await reader.tern(["accounts", "--no-demo"]).status == .exited(69))
    let file = LiveReader.credentials
    #expect(try !folder.exists(file) || !folder.text(of: file).contains("_token\""))
  }

  @Test func `Signing out takes the token back, and what is kept stays or goes as is wished`() async throws {
    let server = try await MastodonMock.start(in: folder)
    for name in ["ada", "grace"] { try await reader.signIn(as: name, at: server) }
    #expect(try await reader.tern(["sync"]).status == .exited(0))
    let unasked = try await reader.tern(["logout", "ada"])
    #expect(unasked.status == .exited(64) && unasked.output.isEmpty)
    #expect(try folder.text(of: LiveReader.credentials).contains("ada_token"))

    let kept = try await reader.tern(["logout", "ada", "--keep-posts"])
    #expect(kept.status == .exited(0) && kept.output == "@ada@\(server.host) is signed out\n", "\(kept.errors)")
    #expect(!(try folder.text(of: LiveReader.credentials).contains("ada_token")))
    #expect(try await server.ask("GET", "/api/v1/accounts/verify_credentials", by: "ada").status == 401)
    #expect(!(try await reader.ids(["--account", "ada", "--timeline", "Home", "--offline"]).isEmpty))
    let ended = try await reader.tern(["list", "--account", "ada", "--timeline", "Home"])
    #expect(ended.status == .exited(77) && ended.output.isEmpty)

    let gone = try await reader.tern(["logout", "grace", "--forget-posts"])
    #expect(gone.status == .exited(0), "\(gone.errors)")
    #expect(try await server.ask("GET", "/api/v1/accounts/verify_credentials", by: "grace").status == 401)
    let left = try await reader.tern(["accounts", "--no-demo"])
    #expect(left.output == "@ada@\(server.host)\tAda Lovelace\t\(server.host)\n")
    try expectWhole(folder.path(of: ".local/share/tern"))
  }

  @Test func `What was signed out of while its server was away may still be open there, and that is said`()
    async throws
  {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    server.stop()
    let outcome = try await reader.tern(["logout", "ada", "--forget-posts"])
    #expect(outcome.status == .exited(69))
    #expect(outcome.errorLine.contains("the token is forgotten here, but \(server.host) may still take it"))
    #expect(!(try folder.text(of: LiveReader.credentials).contains("ada_token")))
    #expect(try await reader.tern(["accounts", "--no-demo"]).status == .exited(69))
  }
}

@Suite struct MastodonMockTests {
  @Test func `There is a server to sign in to`() {
    #expect(
      MastodonMock.isInstalled,
      "mastodon_mock is not installed (make deps-tests does it): all tests that sign in to a server are left out")
  }
}
