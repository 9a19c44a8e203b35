import Foundation
import ProgramSupport
import Testing

/// What a server and the program know together: how far somebody has read, what is missing, and who is to be called.
@Suite(.needsServer, .needsTerminal, .endsInTime) struct ServerReadingTests {
  private let folder: TemporaryFolder
  private let reader: LiveReader

  init() throws {
    folder = try TemporaryFolder()
    reader = LiveReader(in: folder)
  }

  private func open(body: (Terminal) async throws -> Void) async throws {
    try await Terminal.open(["--account", "ada"], folder: folder, body: body)
  }

  private func quit(_ terminal: Terminal) async throws {
    try await terminal.press("q")
    #expect(try await terminal.end() == 0)
  }

  @Test func `What is read here is read at the server, and the other way round`() async throws {
    let server = try await MastodonMock.start(in: folder)
    try await reader.signIn(at: server)
    func marker() async throws -> String? {
      let answer = try await server.ask("GET", "/api/v1/markers?timeline[]=home", by: "ada").object
      return (answer["home"] as? [String: Any])?["last_read_id"] as? String
    }
    let first = try #require(try await server.ids(of: "/api/v1/timelines/home", by: "ada").first)
    // Whoever quits waits for a short while only: on a machine at work, what was not told is told the next time.
    for _ in 0..<5 {
      try await open { terminal in
        try await terminal.see("1 of 9")
        try await quit(terminal)
      }
      if try await marker() == first { break }
    }
    // The program has ended before it would have been told by itself.
    #expect(try await marker() == first)
    let lower = try await server.post("Read elsewhere", by: "grace")
    try await server.post("Not read yet", by: "grace")
    _ = try await server.ask("POST", "/api/v1/markers", by: "ada", body: .form([("home[last_read_id]", lower)]))
    try await open { terminal in
      try await terminal.see("the same place, and one of two unread") {
        $0.contains(" Home 1 ") && $0.contains("3 of 11 · 1 unread")
      }
      try await terminal.press("u")
      try await terminal.see("▌ Not read yet", "1 of 11")
      try await quit(terminal)
    }
    #expect(try await marker() == server.ids(of: "/api/v1/timelines/home", by: "ada").first)
  }

  @Test func `Who reads up to what is missing has it filled from below, and stays where they are`() async throws {
    let server = try await MastodonMock.start(in: folder)
    // What is to fail is then the question for what is missing.
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
      // Forty have come; what lies between them and the others is not known to be nothing.
      try await terminal.see("▌ Warp 5")
      // It was asked a moment ago, and is not by itself again.
      try await terminal.press("R")
      try await terminal.see("▌ Warp 5", "40 unread")
      try await server.fail("/api/v1/timelines/home", by: "status")
      try await terminal.type(String(repeating: "k", count: 25))
      try await terminal.see("▌ Warp 30", "\(server.host): “")
      try await terminal.press("k")
      try await terminal.see("Some posts are not loaded")
      try await terminal.press("Enter")
      // The lowest of what has come is selected; on through all that was missing, up to what had come first.
      try await terminal.see("▌ Weft 1")
      for number in stride(from: 11, through: 91, by: 10) { try await goUp(to: number, in: terminal) }
      try await quit(terminal)
    }
    let kept = try await reader.tern(["list", "--account", "ada", "--timeline", "Home", "--offline", "--limit", "200"])
    let texts = kept.output.split(separator: "\n").compactMap { line -> Substring? in
      line.firstRange(of: /We?[a-z]+ \d+/).map { line[$0] }
    }
    let wanted = (1...100).reversed().map { "Weft \($0)" } + (1...30).reversed().map { "Warp \($0)" }
    #expect(texts.map(String.init).filter { $0.hasPrefix("W") } == wanted)
  }

  /// Keys that come before the next posts do lead no further than to the last one that is there.
  private func goUp(to number: Int, in terminal: Terminal) async throws {
    var isThere = false
    for _ in 0..<10 where !isThere {
      let selected = try await terminal.screen().firstMatch(of: /▌ Weft (\d+)/).flatMap { Int($0.1) } ?? number
      try await terminal.type(String(repeating: "k", count: max(0, number - selected)))
      isThere = try await comesTrue(looks: 100) { try await terminal.screen().contains("▌ Weft \(number)") }
    }
    #expect(isThere, "Weft \(number) is not selected")
  }

  @Test func `A notification runs the person's command, which has no terminal and nothing that opens the account`()
    async throws
  {
    let server = try await MastodonMock.start(in: folder)
    try folder.write(
      """
      bell = true
      notify-command = '(env; ls -l /proc/$$/fd; tty) >"$HOME/said" 2>&1; mv "$HOME/said" "$HOME/told"'

      """, to: ".config/tern/config.toml")
    try await reader.signIn(at: server)
    try await open { terminal in
      try await terminal.see("1 of 9")
      // What was there before the program has looked for the first time is no news.
      var isNotified = false
      for _ in 0..<10 where !isNotified {
        try await server.post("@ada The cards are punched", by: "grace")
        isNotified = try await comesTrue(looks: 200) { folder.exists("told") }
      }
      #expect(isNotified)
      try await quit(terminal)
    }
    let told = try folder.text(of: "told")
    #expect(told.contains("TERN_ACCOUNT=@ada@\(server.host)\n"))
    #expect(told.contains("TERN_KIND=mention\n"))
    #expect(told.contains("TERN_FROM=Grace Hopper (@grace@\(server.host))\n"))
    #expect(told.contains("The cards are punched\n"))
    #expect(told.contains(" 0 -> /dev/null") && told.contains("not a tty"))
    #expect(!told.contains("socket:") && !told.contains("pts/") && !told.contains("ada_token"))
  }
}
