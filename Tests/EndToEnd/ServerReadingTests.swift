import Foundation
import ProgramSupport
import Testing

/// Read positions, gaps and notifications with a server.
@Suite(.needsServer, .needsTerminal, .endsInTime) struct ServerReadingTests {
  private let reader = ServerUser()
  private var folder: TemporaryFolder { reader.folder }

  private func open(body: (Terminal) async throws -> Void) async throws {
    try await Terminal.open(["--account", "ada"], folder: folder, body: body)
  }

  private func quit(_ terminal: Terminal) async throws {
    try await terminal.press("q")
    #expect(try await terminal.end() == 0)
  }

  @Test func `The read position is synchronised with the server`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    func marker() async throws -> String? {
      let response = try await server.ask("GET", "/api/v1/markers?timeline[]=home", by: "ada").object
      return (response["home"] as? [String: Any])?["last_read_id"] as? String
    }
    let first = try #require(try await server.ids(of: "/api/v1/timelines/home", by: "ada").first)
    // The first session that knows the server's markers sends none: nothing was read in it.
    var isSent = false
    for _ in 0..<4 where !isSent {
      try await open { terminal in
        try await terminal.see("1 of 9")
        isSent = try await becomesTrue(polls: 400) { try await marker() == first }
        try await quit(terminal)
      }
    }
    #expect(isSent)
    let lower = try await server.post("Read elsewhere", by: "grace")
    try await server.post("Not read yet", by: "grace")
    _ = try await server.ask("POST", "/api/v1/markers", by: "ada", body: .form([("home[last_read_id]", lower)]))
    try await open { terminal in
      try await terminal.see("the same position, and one of two unread") {
        $0.contains(" Home 1 ") && $0.contains("3 of 11 · 1 new above")
      }
      try await terminal.press("u")
      try await terminal.see("▌ Not read yet", "1 of 11")
      let newest = try await server.ids(of: "/api/v1/timelines/home", by: "ada").first
      #expect(try await becomesTrue { try await marker() == newest })
      try await quit(terminal)
    }
  }

  @Test func `A gap is filled from below and the position stays`() async throws {
    let server = try await MastodonMock.start(in: folder)
    // Without the stream, the failing request is the one for the gap.
    try folder.write("stream = false\n", to: ".config/tern/config.toml")
    for number in 1...30 { try await server.post("Warp \(number)", by: "grace") }
    try await reader.signIn(at: server)
    try await open { terminal in
      try await terminal.see("▌ Warp 30", "1 of 39")
      try await terminal.type(String(repeating: "j", count: 25))
      try await terminal.see("▌ Warp 5", "26 of 39")
      try await quit(terminal)
    }
    for number in 1...100 { try await server.post("Weft \(number)", by: "alan") }
    try await open { terminal in
      // Forty posts were loaded. Posts may be missing between them and the others.
      try await terminal.see("▌ Warp 5")
      // The timeline was loaded a moment ago and is not reloaded automatically.
      try await terminal.press("R")
      try await terminal.see("▌ Warp 5", "40 new above")
      try await server.fail("/api/v1/timelines/home", by: "status")
      try await terminal.type(String(repeating: "k", count: 25))
      try await terminal.see("▌ Warp 30", "\(server.host) says “")
      try await terminal.press("k")
      try await terminal.see("Some posts are not loaded")
      try await terminal.press("Enter")
      // The lowest new post is selected. Continue through the gap to the posts loaded first.
      try await terminal.see("▌ Weft 1")
      for number in stride(from: 10, through: 90, by: 10) { try await moveUp(to: number, in: terminal) }
      try await quit(terminal)
    }
    let cached = try await reader.tern([
      "list", "--account", "ada", "--timeline", "Home", "--offline", "--limit", "200",
    ])
    let texts = cached.output.split(separator: "\n").compactMap { line -> Substring? in
      line.firstRange(of: /We?[a-z]+ \d+/).map { line[$0] }
    }
    let expected = (1...100).reversed().map { "Weft \($0)" } + (1...30).reversed().map { "Warp \($0)" }
    #expect(texts.map(String.init).filter { $0.hasPrefix("W") } == expected)
  }

  /// Moves the selection up. Keys pressed before posts are loaded stop at the last loaded one, so they are repeated.
  private func moveUp(to number: Int, in terminal: Terminal) async throws {
    var isThere = false
    for _ in 0..<10 where !isThere {
      let selected = try await terminal.screen().firstMatch(of: /▌ Weft (\d+)/).flatMap { Int($0.1) } ?? number
      try await terminal.type(String(repeating: "k", count: max(0, number - selected)))
      isThere = try await becomesTrue(polls: 100) { try await terminal.screen().contains("▌ Weft \(number)") }
    }
    #expect(isThere, "Weft \(number) is not selected")
  }

  @Test func `A notification runs the user's command without a terminal and without secrets`()
    async throws
  {
    let server = try await MastodonMock.start(in: folder)
    try folder.write(
      """
      bell = true
      notify-command = '(env; ls -l /proc/$$/fd; tty) >"$HOME/running" 2>&1; mv "$HOME/running" "$HOME/finished"'

      """, to: ".config/tern/config.toml")
    try await reader.signIn(at: server)
    try await open { terminal in
      try await terminal.see("1 of 9")
      // Notifications from before the first check are not announced.
      var isNotified = false
      for _ in 0..<10 where !isNotified {
        try await server.post("@ada The cards are punched", by: "grace")
        isNotified = try await becomesTrue(polls: 200) { folder.exists("finished") }
      }
      #expect(isNotified)
      try await quit(terminal)
    }
    let output = try folder.text(of: "finished")
    #expect(output.contains("TERN_ACCOUNT=@ada@\(server.host)\n"))
    #expect(output.contains("TERN_KIND=mention\n"))
    #expect(output.contains("TERN_FROM=Grace Hopper (@grace@\(server.host))\n"))
    #expect(output.contains("The cards are punched\n"))
    #expect(output.contains(" 0 -> /dev/null") && output.contains("not a tty"))
    #expect(!output.contains("socket:") && !output.contains("pts/") && !output.contains("ada_token"))
  }
}
