import Foundation
import ProgramSupport
import Testing

@Suite("A thousand resizes end with the correct screen", .needsTerminal, .endsInTime)
struct ResizeStormTests {
  private static let postCount = 20_000

  @Test("while posts arrive through a pipe")
  func pipe() async throws {
    try await ConcurrencyLimiter.shared.run { try await resizeWhileReadingPipe() }
  }

  @Test("while a slow account loads")
  func account() async throws {
    try await ConcurrencyLimiter.shared.run {
      let folder = TemporaryFolder()
      let steady = try RawTerminal(["demo", "--account", "slow@demo"], in: folder)
      let resized = try RawTerminal(["demo", "--account", "slow@demo"], in: folder)
      try await resizeRepeatedly(resized) { _ in }
      try await compare(steady, resized, loaded: "1 of ")
    }
  }

  private func resizeWhileReadingPipe() async throws {
    let folder = TemporaryFolder()
    let pipes = try (0..<2).map { try FilledPipe(at: folder.path(of: "pipe-\($0)")) }
    let arguments = ["-", "--no-demo"]
    let steady = try RawTerminal(arguments, input: pipes[0].path, in: folder)
    let resized = try RawTerminal(arguments, input: pipes[1].path, in: folder)
    #expect(try await pipes[0].write(Self.posts(0..<Self.postCount)) { try await steady.read() })
    pipes[0].end()
    let half = Self.postCount / 2
    let chunk = half / 20
    #expect(try await pipes[1].write(Self.posts(0..<half)) { try await resized.read() })
    func feed(after number: Int) async throws {
      if number == 500 {
        resized.resize(to: (80, 24))
        #expect(
          try await becomesTrue { try await fullRedraw(resized).contains("Reading") }, "loading has already finished")
      }
      guard number % 50 == 0 else { return }
      let start = half + (number / 50 - 1) * chunk
      #expect(try await pipes[1].write(Self.posts(start..<start + chunk)) { try await resized.read() })
    }
    try await resizeRepeatedly(resized, meanwhile: feed)
    pipes[1].end()
    try await compare(steady, resized, loaded: "1 of 20,000")
  }

  /// - Parameter meanwhile: called after each resize.
  private func resizeRepeatedly(_ terminal: RawTerminal, meanwhile: (_ number: Int) async throws -> Void) async throws {
    #expect(try await terminal.wait { !$0.isEmpty })
    for number in 1...1_000 {
      terminal.resize(to: (number * 37 % 200 + 1, number * 53 % 60 + 1))
      try await terminal.read()
      try await meanwhile(number)
    }
    terminal.resize(to: (80, 24))
  }

  private func compare(_ steady: RawTerminal, _ resized: RawTerminal, loaded: String) async throws {
    for terminal in [steady, resized] {
      #expect(try await becomesTrue { try await fullRedraw(terminal).contains(loaded) })
      terminal.write(Array("jjj".utf8))
      #expect(try await becomesTrue { try await fullRedraw(terminal).contains("4 of") })
    }
    // Reading may have been interrupted, or ages may change between the two.
    #expect(try await becomesTrue { try await fullRedraw(steady) == fullRedraw(resized) })
    for terminal in [steady, resized] {
      terminal.write([3])
      #expect(try await terminal.end() == 0)
      #expect(terminal.isRestored)
    }
  }

  /// The bytes of a full redraw by ^L, the same for the same screen. They are complete when the next redraw starts.
  private func fullRedraw(_ terminal: RawTerminal) async throws -> String {
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
      try #require(isDrawn, "the screen is not redrawn")
    }
    return String(parts[1])
  }

  private static func posts(_ numbers: Range<Int>) -> String {
    numbers.map { number in
      "{\"id\": \"\(number)\", \"createdAt\": \"2011-05-01T12:00:00Z\", \"text\": \"Post \(number)\"}\n"
    }.joined()
  }
}
