import Foundation
import ProgramSupport
import Testing

/// Posts and actions of the program as others see them at the server.
@Suite(.needsServer, .needsTerminal, .endsInTime) struct ServerWritingTests {
  private let reader = ServerUser()
  private var folder: TemporaryFolder { reader.folder }

  private func open(body: (Terminal) async throws -> Void) async throws {
    try folder.write("undo-send = 0\n", to: ".config/tern/config.toml")
    try await Terminal.open(["--account", "ada"], folder: folder, body: body)
  }

  private func texts(at server: MastodonMock) async throws -> [String] {
    try await server.ask("GET", "/api/v1/timelines/home?limit=40", by: "ada").objects.compactMap {
      $0["content"] as? String
    }
  }

  @Test func `A reply, a favourite and an edit reach the server`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let question = try await server.post("Who is there?", by: "grace")
    try await open { terminal in
      try await terminal.see("▌ Who is there?", "1 of 10")
      try await terminal.press("f")
      try await terminal.see("♥ 1")
      #expect(
        try await becomesTrue {
          try await server.ask("GET", "/api/v1/statuses/\(question)", by: "ada").object["favourited"] as? Bool == true
        })
      try await terminal.press("r")
      try await terminal.see("Reply to Grace Hopper", "@grace")
      try await terminal.type("It is me.")
      try await terminal.press("M-Enter")
      #expect(try await becomesTrue { try await texts(at: server).contains { $0.contains("It is me.") } })
      // The position stays, below the new post.
      try await terminal.see("Sent · ", "2 of 11", "▌ Who is there?")
      let reply = try #require(
        try await server.ask("GET", "/api/v1/timelines/home?limit=1", by: "ada").objects.first)
      #expect(reply["in_reply_to_id"] as? String == question)
      try await terminal.press("g", "g")
      try await terminal.see("It is me.")
      try await terminal.press("a", "e")
      try await terminal.see("Edit post", "It is me.")
      try await terminal.type(" And you?")
      try await terminal.press("M-Enter")
      #expect(try await becomesTrue { try await texts(at: server).contains { $0.contains("It is me. And you?") } })
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  /// The relationship of ada with another account at the server.
  private func relationship(with accountID: String, at server: MastodonMock) async throws -> [String: Any] {
    try await server.ask("GET", "/api/v1/accounts/relationships?id[]=\(accountID)", by: "ada").objects.first ?? [:]
  }

  @Test func `Unfollow, mute and block reach the server and can be undone`()
    async throws
  {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let post = try await server.post("Who is there?", by: "grace")
    let account = try await server.ask("GET", "/api/v1/statuses/\(post)", by: "ada").object["account"]
    let grace = try #require((account as? [String: Any])?["id"] as? String)
    func hasRelationship(_ name: String, _ value: Bool) async throws -> Bool {
      try await becomesTrue { try await relationship(with: grace, at: server)[name] as? Bool == value }
    }
    let isFollowed = try await relationship(with: grace, at: server)["following"] as? Bool == true
    try await open { terminal in
      try await terminal.see("▌ Who is there?")
      try await terminal.press("p")
      try await terminal.see(isFollowed ? "f unfollow" : "f follow")
      try await terminal.press("f")
      try await terminal.see(isFollowed ? "f follow" : "f unfollow")
      #expect(try await hasRelationship("following", !isFollowed))
      try await terminal.press("U")
      #expect(try await hasRelationship("following", isFollowed))
      try await terminal.press("a", "m", "1")
      try await terminal.see("muted")
      #expect(try await hasRelationship("muting", true))
      try await terminal.press("a", "m")
      #expect(try await hasRelationship("muting", false))
      try await terminal.press("a", "X", "y")
      try await terminal.see("blocked")
      #expect(try await hasRelationship("blocking", true))
      try await terminal.press("q", "q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test func `A failed post waits, is announced, and is sent once by the next sync`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    try await open { terminal in
      try await terminal.see("1 of 9")
      // Fail all requests, because a post is retried as soon as any other request succeeds.
      try await server.fail("/api/v1/statuses", by: "status", times: nil)
      try await terminal.press("c")
      try await terminal.see("New post")
      try await terminal.type("Not lost")
      try await terminal.press("M-Enter")
      try await terminal.see("1 post is waiting")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    #expect(try await !texts(at: server).contains { $0.contains("Not lost") })
    try await server.stopFailing()
    // A post that was being sent belongs to the ended program for another minute.
    let isSent = try await becomesTrue { try await reader.tern(["sync"]).output.contains(", 1 sent") }
    #expect(isSent)
    #expect(try await texts(at: server).filter { $0.contains("Not lost") }.count == 1)
    #expect(try await reader.tern(["sync"]).output.contains("sent") == false)
  }

  @Test func `A draft survives a kill and can be continued`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    try await open { terminal in
      try await terminal.see("1 of 9")
      try await terminal.press("c")
      try await terminal.see("New post")
      try await terminal.type("Half a thought")
      try await terminal.see("Half a thought", "486 left")
      // It is stored soon after the last key.
      let log = folder.path(of: ".local/share/tern/tern.sqlite-wal")
      let isStored = try await becomesTrue {
        try Data(contentsOf: URL(filePath: log)).firstRange(of: Data("Half a thought".utf8)) != nil
      }
      #expect(isStored)
      kill(try await terminal.process(), SIGKILL)
    }
    try await open { terminal in
      try await terminal.see("1 of 9")
      try await terminal.press("c")
      try await terminal.see("1 draft kept")
      try await terminal.press("C-x", "o")
      try await terminal.see("Half a thought", "Draft from")
      try await terminal.press("Escape")
      try await terminal.see("1 of 9")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }
}
