import Foundation
import ProgramSupport
import Testing

/// The Home of all accounts as one timeline.
@Suite(.needsServer, .needsTerminal, .endsInTime) struct AllAccountsTests {
  private let user = ServerUser()
  private var folder: TemporaryFolder { user.folder }

  private func isFavourite(_ post: String, by name: String, at server: MastodonMock) async throws -> Bool {
    try await server.ask("GET", "/api/v1/statuses/\(post)", by: name).object["favourited"] as? Bool == true
  }

  @Test func `Posts of all accounts come in live, are acted on by their account, and the position is kept`()
    async throws
  {
    let server = try await MastodonMock.start(in: folder)
    let post = try await server.post("Who is there?", by: "ada")
    try await user.signIn(as: "ada", at: server)
    try await user.signIn(as: "grace", at: server)
    // Both accounts have the post before the timeline opens: neither then comes in later.
    #expect(try await user.tern(["sync"]).status == .exited(0))
    try await Terminal.open(["all"], size: (100, 30), folder: folder) { terminal in
      // Each account has the post.
      try await terminal.see("two copies") { screen in
        screen.contains("as @ada@") && screen.components(separatedBy: "Who is there?").count == 3
      }
      try await terminal.press("j")
      try await terminal.see("as @grace@", "· 2")
      try await terminal.press("f")
      #expect(try await becomesTrue { try await isFavourite(post, by: "grace", at: server) })
      #expect(try await !isFavourite(post, by: "ada", at: server))
      // The selection does not move.
      try await server.post("It is me.", by: "alan")
      try await terminal.see("as @grace@", "1 new above")
      try await terminal.press("q", "q")
      #expect(try await terminal.end() == 0)
    }
    try await Terminal.open(["all"], size: (100, 30), folder: folder) { terminal in
      try await terminal.see("as @grace@", "1 new above")
      try await terminal.press("u")
      try await terminal.see("▌ It is me.", "all caught up")
      try await terminal.press("q", "q")
      #expect(try await terminal.end() == 0)
    }
  }
}
