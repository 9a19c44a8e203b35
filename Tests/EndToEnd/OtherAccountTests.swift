import Foundation
import ProgramSupport
import Testing

/// Acting and writing as another account than the one on the screen.
@Suite(.needsServer, .needsTerminal, .endsInTime) struct OtherAccountTests {
  private let user = ServerUser()
  private var folder: TemporaryFolder { user.folder }

  private func open(_ server: MastodonMock, body: (Terminal) async throws -> Void) async throws {
    try await user.signIn(as: "ada", at: server)
    try await user.signIn(as: "grace", at: server)
    // The simulated server does not find posts by their addresses, so the account has to know the post.
    #expect(try await user.tern(["sync"]).status == .exited(0))
    try folder.write("undo-send = 0\n", to: ".config/tern/config.toml")
    try await Terminal.open(["--account", "ada"], folder: folder, body: body)
  }

  private func isFavourite(_ post: String, by name: String, at server: MastodonMock) async throws -> Bool {
    try await server.ask("GET", "/api/v1/statuses/\(post)", by: name).object["favourited"] as? Bool == true
  }

  @Test func `Another account likes a post, and undo takes it back`() async throws {
    let server = try await MastodonMock.start(in: folder)
    let post = try await server.post("Who is there?", by: "ada")
    try await open(server) { terminal in
      try await terminal.see("▌ Who is there?")
      try await terminal.press("a", "A")
      try await terminal.see("@grace")
      try await terminal.press("1")
      try await terminal.see("follow the author")
      try await terminal.press("f")
      try await terminal.see("Liked as @grace")
      #expect(try await becomesTrue { try await isFavourite(post, by: "grace", at: server) })
      #expect(try await !isFavourite(post, by: "ada", at: server))
      try await terminal.press("a", "A", "1", "f")
      try await terminal.see("Already liked as @grace")
      try await terminal.press("U")
      try await terminal.see("Undone")
      #expect(try await becomesTrue { try await !isFavourite(post, by: "grace", at: server) })
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test func `A reply begun in one account is sent by the other`() async throws {
    let server = try await MastodonMock.start(in: folder)
    let post = try await server.post("Who is there?", by: "ada")
    try await open(server) { terminal in
      try await terminal.see("▌ Who is there?")
      try await terminal.press("r")
      try await terminal.see("Reply to", "@ada")
      try await terminal.type("It is me.")
      try await terminal.press("C-x", "u", "1")
      try await terminal.see("You now write as @grace", "It is me.")
      try await terminal.press("M-Enter")
      #expect(
        try await becomesTrue {
          let replies = try await server.ask("GET", "/api/v1/statuses/\(post)/context", by: "ada").object["descendants"]
          let first = (replies as? [[String: Any]])?.first
          return ((first?["account"] as? [String: Any])?["acct"] as? String)?.hasPrefix("grace") == true
        })
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }
}
