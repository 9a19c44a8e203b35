import FaultServer
import Foundation
import ProgramSupport
import Testing

/// Commands with an account at mastodon_mock.
@Suite(.needsServer, .endsInTime) struct ServerCommandTests {
  private let reader = ServerUser()
  private var folder: TemporaryFolder { reader.folder }

  @Test func `An account signed in by token lists, searches, syncs and works offline`()
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
    let notifications = try await reader.tern(["list", "--account", "ada", "--timeline", "Notifications"])
    #expect(
      notifications.status == .exited(0) && notifications.output.contains("Katherine Johnson")
        && notifications.output.contains("follow"))
    let found = try await reader.tern(["search", "analytical", "engine", "--account", "ada", "--format", "jsonl"])
    let ids = try ServerUser.ids(in: found.output)
    #expect(!ids.isEmpty && Set(home).isSuperset(of: ids) && ids.count < home.count)

    let new = try await server.post("Punched cards are sorted", by: "grace")
    let synced = try await reader.tern(["sync", "--account", "ada"])
    #expect(synced.status == .exited(0) && synced.errors.isEmpty)
    #expect(synced.output.hasPrefix("@ada@\(server.host)\t") && synced.output.hasSuffix(" posts new\n"))
    // The same posts are not new again.
    #expect(try await reader.tern(["sync"]).output == "@ada@\(server.host)\t0 posts new\n")

    server.stop()
    let list = ["--account", "ada", "--timeline", "Home"]
    #expect(try await reader.ids(list + ["--offline"]) == [new] + home)
    let failed = try await reader.tern(["list"] + list)
    #expect(failed.status == .exited(69) && failed.output.isEmpty)
    #expect(failed.errorLine.contains("127.0.0.1") && !failed.errorLine.contains("\n"))
    let unsynced = try await reader.tern(["sync"])
    #expect(unsynced.status == .exited(69) && unsynced.output.contains("127.0.0.1"))
    let cached = try await reader.tern(["search", "punched", "cards", "sorted", "--offline", "--format", "jsonl"])
    #expect(try ServerUser.ids(in: cached.output) == [new])
    #expect(try await ServerUser.ids(in: reader.tern(["export", "ada"]).output).contains(new))
    try expectConsistentStore(folder.path(of: ".local/share/tern"))
  }

  @Test func `A token is read from standard input only; an unknown token is rejected`()
    async throws
  {
    let server = try await MastodonMock.start(in: folder)
    let shown = try await reader.tern(["login", server.origin, "--token", "ada_token"])
    #expect(shown.status == .exited(64) && shown.output.isEmpty && !shown.errors.contains("ada_token"))
    let wrong = try await reader.tern(["login", server.origin, "--token", "-"], input: "unknown_token\n")
    #expect(wrong.status == .exited(77) && wrong.output.isEmpty)
    #expect(wrong.errors == "tern: \(server.host) rejected the token.\n")
    let none = try await reader.tern(["login", server.origin, "--token", "-"])
    #expect(none.status == .exited(64))
    #expect(try await reader.tern(["accounts", "--no-demo"]).status == .exited(69))
    let file = ServerUser.credentials
    #expect(try !folder.exists(file) || !folder.text(of: file).contains("_token\""))
  }

  @Test func `Signing out revokes the token and keeps or removes the cached posts`() async throws {
    let server = try await MastodonMock.start(in: folder)
    for name in ["ada", "grace"] { try await reader.signIn(as: name, at: server) }
    #expect(try await reader.tern(["sync"]).status == .exited(0))
    let undecided = try await reader.tern(["logout", "ada"])
    #expect(undecided.status == .exited(64) && undecided.output.isEmpty)
    #expect(try folder.text(of: ServerUser.credentials).contains("ada_token"))

    let kept = try await reader.tern(["logout", "ada", "--keep-posts"])
    #expect(kept.status == .exited(0) && kept.output == "@ada@\(server.host) is signed out\n", "\(kept.errors)")
    #expect(!(try folder.text(of: ServerUser.credentials).contains("ada_token")))
    #expect(try await server.ask("GET", "/api/v1/accounts/verify_credentials", by: "ada").status == 401)
    #expect(!(try await reader.ids(["--account", "ada", "--timeline", "Home", "--offline"]).isEmpty))
    let ended = try await reader.tern(["list", "--account", "ada", "--timeline", "Home"])
    #expect(ended.status == .exited(77) && ended.output.isEmpty)

    let gone = try await reader.tern(["logout", "grace", "--forget-posts"])
    #expect(gone.status == .exited(0), "\(gone.errors)")
    #expect(try await server.ask("GET", "/api/v1/accounts/verify_credentials", by: "grace").status == 401)
    let left = try await reader.tern(["accounts", "--no-demo"])
    #expect(left.output == "@ada@\(server.host)\tAda Lovelace\t\(server.host)\n")
    try expectConsistentStore(folder.path(of: ".local/share/tern"))
  }

  @Test func `Signing out without the server reports that the token may still be valid`()
    async throws
  {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    server.stop()
    let outcome = try await reader.tern(["logout", "ada", "--forget-posts"])
    #expect(outcome.status == .exited(69))
    #expect(outcome.errorLine.contains("the token was removed here, but \(server.host) may still accept it"))
    #expect(!(try folder.text(of: ServerUser.credentials).contains("ada_token")))
    #expect(try await reader.tern(["accounts", "--no-demo"]).status == .exited(69))
  }
}

@Suite struct MastodonMockTests {
  @Test func `mastodon_mock is installed`() {
    #expect(
      MastodonMock.isInstalled,
      "mastodon_mock is not installed (make deps-tests does it): all tests that sign in to a server are skipped")
  }
}
