import Foundation
import ProgramSupport
import Testing

@Suite("A storm of sizes")
struct ResizeStormTests {
  @Test(
    "of a thousand while posts load ends with the right screen at the last one",
    arguments: [(["posts.jsonl", "--no-demo"], "1 of 20,000"), (["demo", "--account", "slow@demo"], "1 of ")])
  func storm(arguments: [String], loaded: String) async throws {
    try await Turnstile.shared.pass { try await storm(arguments, loaded) }
  }

  private func storm(_ arguments: [String], _ loaded: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.posts, to: "posts.jsonl")
    let arguments = arguments.map { $0 == "posts.jsonl" ? folder.path(of: $0) : $0 }
    let calm = try RawTerminal(arguments, in: folder)
    let stormy = try RawTerminal(arguments, in: folder)
    #expect(try await stormy.wait { !$0.isEmpty })
    for number in 1...1_000 {
      stormy.resize(to: (number * 37 % 200 + 1, number * 53 % 60 + 1))
      try await stormy.read()
    }
    stormy.resize(to: (80, 24))
    for terminal in [calm, stormy] {
      #expect(try await comesTrue { try await redrawn(terminal).contains(loaded) })
      terminal.write(Array("jjj".utf8))
      try await terminal.settle(for: 300)
    }
    let screens = try await [redrawn(calm), redrawn(stormy)]
    #expect(screens[0] == screens[1])
    #expect(screens[0].contains("4 of"))
    for terminal in [calm, stormy] {
      terminal.write([3])
      #expect(try await terminal.end() == 0)
      #expect(terminal.isAsBefore)
    }
  }

  /// ^L draws everything anew, from nothing: the same bytes for the same screen.
  private func redrawn(_ terminal: RawTerminal) async throws -> String {
    let start = terminal.output.count
    terminal.write([12])
    try await terminal.settle(for: 200)
    return String(decoding: terminal.output[start...], as: UTF8.self)
  }

  private static let posts = (0..<20_000).map { number in
    "{\"id\": \"\(number)\", \"createdAt\": \"2011-05-01T12:00:00Z\", \"text\": \"Post \(number)\"}\n"
  }.joined()
}
