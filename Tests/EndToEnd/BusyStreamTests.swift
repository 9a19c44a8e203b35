import Foundation
import ProgramSupport
import SimulatedServer
import Testing

/// A stream of a thousand new posts a second while the user is reading.
@Suite(.needsTerminal, .endsInTime) struct BusyStreamTests {
  private static let newPostCount = 3_000
  /// The allowed growth of memory, in kB. A debug build uses more than an optimised one; a leak per event would exceed
  /// this.
  private static let maxGrowth = 60_000

  private let reader = ServerUser()
  private var folder: TemporaryFolder { reader.folder }

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

  @Test func `Keys work at once, the visible posts stay in place, and all posts are counted and stored`()
    async throws
  {
    let server = try SimulatedSocketServer(streamedCount: Self.newPostCount)
    server.write(40)
    let ids = server.ids
    try await reader.signIn(at: server.origin)
    // There are posts before the stream starts.
    #expect(try await reader.tern(["sync"]).status == .exited(0))
    try await Terminal.open(["--account", "ada", "--timeline", "Home"], folder: folder) { terminal in
      try await terminal.see("▌ Post number \(ids[0])")
      let before = try residentMemory(try await terminal.process())
      for index in 1...6 {
        try await terminal.press("j")
        try await terminal.see("▌ Post number \(ids[index])")
      }
      let above = posts(on: try await terminal.screen())
      let all = Self.grouped(Self.newPostCount)
      var index = 6
      // Posts also arrive during the six keys above; on a busy machine all may have arrived by then.
      var keyCount = 6
      var screen = try await terminal.screen()
      while !screen.contains(" Home \(all) ") {
        // Down and up in turn; the marker shows the selection.
        try await terminal.press(index == 6 ? "k" : "j")
        index = index == 6 ? 5 : 6
        screen = try await terminal.see("▌ Post number \(ids[index])")
        keyCount += 1
        try #require(keyCount < 10_000, "not all of the posts are counted:\n\(screen)")
      }
      if index == 5 { try await terminal.press("j") }
      try await terminal.see("▌ Post number \(ids[6])", " \(Self.grouped(Self.newPostCount + 7)) · \(all) new above")
      screen = try await terminal.screen()
      #expect(posts(on: screen) == above)
      #expect(try residentMemory(try await terminal.process()) < before + Self.maxGrowth)
      try await terminal.press("q")
      #expect(try await terminal.end() == 0)
    }
    #expect(server.ids.count == Self.newPostCount + 40)
    let arguments = ["--limit", "\(server.ids.count)", "--account", "ada", "--timeline", "Home", "--offline"]
    #expect(try await reader.ids(arguments) == server.ids)
  }
}
