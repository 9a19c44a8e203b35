import Foundation
import ProgramSupport
import Testing

/// What is written and done in the program, as it is found at the server by others.
@Suite(.needsServer, .needsTerminal, .endsInTime) struct ServerWritingTests {
  private let folder: TemporaryFolder
  private let reader: LiveReader

  init() throws {
    folder = try TemporaryFolder()
    reader = LiveReader(in: folder)
  }

  private func open(body: (Terminal) async throws -> Void) async throws {
    try folder.write("undo-send = 0\n", to: ".config/tern/config.toml")
    try await Terminal.open(["--account", "ada"], folder: folder, body: body)
  }

  private func texts(at server: MastodonMock) async throws -> [String] {
    try await server.ask("GET", "/api/v1/timelines/home?limit=40", by: "ada").objects.compactMap {
      $0["content"] as? String
    }
  }

  @Test func `A post, an answer and a favourite are at the server, and so is what was changed`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let asked = try await server.post("Who is there?", by: "grace")
    try await open { terminal in
      try await terminal.see("▌ Who is there?", "1 of 10")
      try await terminal.press("f")
      try await terminal.see("♥ 1")
      #expect(
        try await comesTrue {
          try await server.ask("GET", "/api/v1/statuses/\(asked)", by: "ada").object["favourited"] as? Bool == true
        })
      try await terminal.press("r")
      try await terminal.see("Answer to Grace Hopper", "@grace")
      try await terminal.type("It is me.")
      try await terminal.press("M-Enter")
      #expect(try await comesTrue { try await texts(at: server).contains { $0.contains("It is me.") } })
      // The place stays where it was, below what has come.
      try await terminal.see("Sent.", "2 of 11", "▌ Who is there?")
      let answer = try #require(
        try await server.ask("GET", "/api/v1/timelines/home?limit=1", by: "ada").objects.first)
      #expect(answer["in_reply_to_id"] as? String == asked)
      try await terminal.press("g", "g")
      try await terminal.see("It is me.")
      try await terminal.press("a", "e")
      try await terminal.see("Changing a post", "It is me.")
      try await terminal.type(" And you?")
      try await terminal.press("M-Enter")
      #expect(try await comesTrue { try await texts(at: server).contains { $0.contains("It is me. And you?") } })
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }

  /// What the server has between ada and somebody.
  private func relationship(with person: String, at server: MastodonMock) async throws -> [String: Any] {
    try await server.ask("GET", "/api/v1/accounts/relationships?id[]=\(person)", by: "ada").objects.first ?? [:]
  }

  @Test func `Whoever is unfollowed, muted and blocked is so at the server, and no more where that was taken back`()
    async throws
  {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    let post = try await server.post("Who is there?", by: "grace")
    let account = try await server.ask("GET", "/api/v1/statuses/\(post)", by: "ada").object["account"]
    let grace = try #require((account as? [String: Any])?["id"] as? String)
    func isSo(_ name: String, _ value: Bool) async throws -> Bool {
      try await comesTrue { try await relationship(with: grace, at: server)[name] as? Bool == value }
    }
    let isFollowed = try await relationship(with: grace, at: server)["following"] as? Bool == true
    try await open { terminal in
      try await terminal.see("▌ Who is there?")
      try await terminal.press("p")
      try await terminal.see(isFollowed ? "f unfollow" : "f follow")
      try await terminal.press("f")
      try await terminal.see(isFollowed ? "f follow" : "f unfollow")
      #expect(try await isSo("following", !isFollowed))
      try await terminal.press("U")
      #expect(try await isSo("following", isFollowed))
      try await terminal.press("a", "m", "1")
      try await terminal.see("muted")
      #expect(try await isSo("muting", true))
      try await terminal.press("a", "m")
      #expect(try await isSo("muting", false))
      try await terminal.press("a", "X", "y")
      try await terminal.see("blocked")
      #expect(try await isSo("blocking", true))
      try await terminal.press("q", "q")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test func `What the server did not take waits, is told of, and goes out once with the next sync`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    try await open { terminal in
      try await terminal.see("1 of 9")
      // A post is tried anew as soon as the server has answered anything else.
      try await server.fail("/api/v1/statuses", by: "status", times: nil)
      try await terminal.press("c")
      try await terminal.see("New post")
      try await terminal.type("Not lost")
      try await terminal.press("M-Enter")
      try await terminal.see("1 post waits")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    #expect(try await !texts(at: server).contains { $0.contains("Not lost") })
    try await server.stopFailing()
    // What was on its way while the program ended is that program's for another minute.
    let isSent = try await comesTrue { try await reader.tern(["sync"]).output.contains(", 1 sent") }
    #expect(isSent)
    #expect(try await texts(at: server).filter { $0.contains("Not lost") }.count == 1)
    #expect(try await reader.tern(["sync"]).output.contains("sent") == false)
  }

  @Test func `A draft outlives its terminal and a kill, and is gone on with`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    try await open { terminal in
      try await terminal.see("1 of 9")
      try await terminal.press("c")
      try await terminal.see("New post")
      try await terminal.type("Half a thought")
      try await terminal.see("Half a thought", "486 left")
      // It is on the disk soon after the last key.
      let log = folder.path(of: ".local/share/tern/tern.sqlite-wal")
      let isKept = try await comesTrue {
        try Data(contentsOf: URL(filePath: log)).firstRange(of: Data("Half a thought".utf8)) != nil
      }
      #expect(isKept)
      kill(try await terminal.process(), SIGKILL)
    }
    try await open { terminal in
      try await terminal.see("1 of 9")
      try await terminal.press("c")
      try await terminal.see("Half a thought", "Your draft of")
      try await terminal.press("Escape")
      try await terminal.see("1 of 9")
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
  }
}
