import Foundation
import ProgramSupport
import Testing

@Suite("A storm of a thousand sizes ends with the right screen at the last one", .needsTerminal, .endsInTime)
struct ResizeStormTests {
  private static let postCount = 20_000

  @Test("while posts come through a pipe, a few at a time")
  func pipe() async throws {
    try await Turnstile.shared.pass { try await stormPipe() }
  }

  @Test("while an account takes its time")
  func account() async throws {
    try await Turnstile.shared.pass {
      let folder = try TemporaryFolder()
      let calm = try RawTerminal(["demo", "--account", "slow@demo"], in: folder)
      let stormy = try RawTerminal(["demo", "--account", "slow@demo"], in: folder)
      try await storm(stormy) { _ in }
      try await compare(calm, stormy, loaded: "1 of ")
    }
  }

  private func stormPipe() async throws {
    let folder = try TemporaryFolder()
    let pipes = try (0..<2).map { try FilledPipe(at: folder.path(of: "pipe-\($0)")) }
    let arguments = ["-", "--no-demo"]
    let calm = try RawTerminal(arguments, input: pipes[0].path, in: folder)
    let stormy = try RawTerminal(arguments, input: pipes[1].path, in: folder)
    #expect(try await pipes[0].write(Self.posts(0..<Self.postCount)) { try await calm.read() })
    pipes[0].end()
    let half = Self.postCount / 2
    let chunk = half / 20
    #expect(try await pipes[1].write(Self.posts(0..<half)) { try await stormy.read() })
    func feed(after number: Int) async throws {
      if number == 500 {
        stormy.resize(to: (80, 24))
        #expect(try await comesTrue { try await redrawn(stormy).contains("Reading") }, "it does not load any more")
      }
      guard number % 50 == 0 else { return }
      let start = half + (number / 50 - 1) * chunk
      #expect(try await pipes[1].write(Self.posts(start..<start + chunk)) { try await stormy.read() })
    }
    try await storm(stormy, meanwhile: feed)
    pipes[1].end()
    try await compare(calm, stormy, loaded: "1 of 20,000")
  }

  /// - Parameter meanwhile: what else happens after each size.
  private func storm(_ terminal: RawTerminal, meanwhile: (_ number: Int) async throws -> Void) async throws {
    #expect(try await terminal.wait { !$0.isEmpty })
    for number in 1...1_000 {
      terminal.resize(to: (number * 37 % 200 + 1, number * 53 % 60 + 1))
      try await terminal.read()
      try await meanwhile(number)
    }
    terminal.resize(to: (80, 24))
  }

  private func compare(_ calm: RawTerminal, _ stormy: RawTerminal, loaded: String) async throws {
    for terminal in [calm, stormy] {
      #expect(try await comesTrue { try await redrawn(terminal).contains(loaded) })
      terminal.write(Array("jjj".utf8))
      #expect(try await comesTrue { try await redrawn(terminal).contains("4 of") })
    }
    // Either may have been cut short, and ages may turn between them.
    #expect(try await comesTrue { try await redrawn(calm) == redrawn(stormy) })
    for terminal in [calm, stormy] {
      terminal.write([3])
      #expect(try await terminal.end() == 0)
      #expect(terminal.isAsBefore)
    }
  }

  /// ^L draws everything anew, from nothing: the same bytes for the same screen. All of them are there when the next
  /// one begins.
  private func redrawn(_ terminal: RawTerminal) async throws -> String {
    let clear = "\u{1B}[H\u{1B}[2J"
    let start = terminal.output.count
    var parts: [Substring] = []
    for count in 2...3 {
      terminal.write([12])
      let isDrawn = try await terminal.wait { output in
        parts = String(decoding: output[start...], as: UTF8.self).split(
          separator: clear, omittingEmptySubsequences: false)
        return parts.count >= count
      }
      try #require(isDrawn, "it does not draw anew")
    }
    return String(parts[1])
  }

  private static func posts(_ numbers: Range<Int>) -> String {
    numbers.map { number in
      "{\"id\": \"\(number)\", \"createdAt\": \"2011-05-01T12:00:00Z\", \"text\": \"Post \(number)\"}\n"
    }.joined()
  }
}
