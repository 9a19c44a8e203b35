import Foundation
import ProgramSupport
import Testing

/// A stream that tells of a thousand new posts a second, while somebody reads.
@Suite(.needsTerminal, .endsInTime) struct BusyStreamTests {
  private static let news = 3_000
  /// In kB. A debug build holds more than an optimised one; what grows with each event would be more than that.
  private static let room = 60_000

  private let folder: TemporaryFolder
  private let reader: LiveReader

  init() throws {
    folder = try TemporaryFolder()
    reader = LiveReader(in: folder)
  }

  private func residentMemory(_ process: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
  }

  private static func grouped(_ count: Int) -> String {
    count.formatted(.number.locale(Locale(identifier: "en_US")))
  }

  /// The posts on the screen, from the top.
  private func posts(on screen: String) -> [String] {
    screen.matches(of: /Post number \d+/).map { String($0.output) }
  }

  private func selected(_ index: Int, of server: BusyServer) -> String {
    "▌ Post number \(server.ids[Self.news + index])"
  }

  @Test func `Each key is answered meanwhile, what is read stays where it is, and all is counted and kept`()
    async throws
  {
    let server = try BusyServer(news: Self.news)
    let signedIn = try await reader.tern(["login", server.origin, "--token", "-"], input: "a-token\n")
    try #require(signedIn.status == .exited(0), "\(signedIn.errors)")
    // There is something to read before the stream begins.
    #expect(try await reader.tern(["sync"]).status == .exited(0))
    try await Terminal.open(["--account", "ada", "--timeline", "Home"], folder: folder) { terminal in
      try await terminal.see(selected(0, of: server))
      let before = try residentMemory(try await terminal.process())
      for index in 1...6 {
        try await terminal.press("j")
        try await terminal.see(selected(index, of: server))
      }
      let above = posts(on: try await terminal.screen())
      let all = Self.grouped(Self.news)
      var index = 6
      // The six above are pressed while posts come, too; on a busy machine all of them may have come by then.
      var answered = 6
      var screen = try await terminal.screen()
      while !screen.contains(" Home \(all) ") {
        // One down, one up: where it stands is seen on the mark.
        try await terminal.press(index == 6 ? "k" : "j")
        index = index == 6 ? 5 : 6
        screen = try await terminal.see(selected(index, of: server))
        answered += 1
        try #require(answered < 10_000, "not all of the posts are counted:\n\(screen)")
      }
      if index == 5 { try await terminal.press("j") }
      try await terminal.see(selected(6, of: server), " \(Self.grouped(Self.news + 7)) · \(all) unread")
      screen = try await terminal.screen()
      #expect(posts(on: screen) == above)
      #expect(try residentMemory(try await terminal.process()) < before + Self.room)
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    let kept = ["--limit", "\(server.ids.count)", "--account", "ada", "--timeline", "Home", "--offline"]
    #expect(try await reader.ids(kept) == server.ids)
  }
}
