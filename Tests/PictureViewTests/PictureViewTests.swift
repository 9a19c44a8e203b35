import Domain
import TerminalKit
import TestSupport
import Testing

@testable import PictureView

/// The screen as somebody has it: keys in, lines out.
@MainActor @Suite struct PictureViewTests {
  init() { UTF8Locale.set() }

  private static let two = [
    Media(kind: .image, url: "https://files.example/A", description: "a loom"),
    Media(kind: .image, url: "https://files.example/B"),
  ]

  @Test func `A picture fills what its words leave, and says how large it is and which of several`() async {
    let bench = await PictureViewHarness(Self.two, kept: ["https://files.example/A"]).open()
    let lines = bench.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first?.contains("Picture by Grace Hopper") == true)
    #expect(lines.contains { $0.contains(String(repeating: "A", count: 60)) })
    #expect(bench.text.contains("a loom"))
    #expect(lines.last { !$0.isEmpty }?.contains("1 of 2 · 640 × 480") == true)
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5), (200, 60)]) func `On each size the words stand with the picture`(
    width: Int, height: Int
  ) async {
    let bench = await PictureViewHarness(Self.two, kept: ["https://files.example/A"]).open(width, height)
    #expect(bench.text.contains("a loom"))
    #expect(bench.text.contains("AAAA"))
    await bench.press(.character("n"))
    #expect(bench.text.contains("This picture has") || bench.text.contains("no description"))
  }

  @Test func `Another size asks for another picture, the same one does not`() async {
    let bench = await PictureViewHarness(Self.two, kept: ["https://files.example/A"]).open()
    let count = bench.show.state.withLock { $0.requests.count }
    _ = bench.text
    await bench.settle()
    #expect(bench.show.state.withLock { $0.requests.count } == count)
    bench.navigator.handle(.resize(Size(width: 50, height: 18)))
    _ = bench.navigator.draw(size: Size(width: 50, height: 18))
    await bench.clock.settle(bench.runner)
    #expect(bench.show.state.withLock { $0.requests.last?.width } == 50)
  }

  @Test func `Nobody is asked for a picture before a key asks for it`() async {
    let bench = await PictureViewHarness(Self.two).open()
    #expect(bench.text.contains("at files.example"))
    #expect(bench.text.contains("Enter fetches it."))
    #expect(bench.show.state.withLock { $0.fetched.isEmpty })
    await bench.press(.enter)
    #expect(bench.show.state.withLock { $0.fetched } == ["https://files.example/A"])
    #expect(bench.text.contains("AAAA"))
    #expect(!bench.text.contains("fetches"))
  }

  @Test func `A fetch that another screen has interrupted goes on`() async {
    let bench = await PictureViewHarness(Self.two).open()
    bench.show.state.withLock { $0.secondsToFetch = 3 }
    await bench.press(.enter)
    bench.navigator.push(bench.screen())
    await bench.settle()
    bench.navigator.pop()
    await bench.settle()
    #expect(await bench.clock.advance(by: 3, bench.runner))
    await bench.settle()
    #expect(bench.show.state.withLock { $0.fetched.count } == 2)
    #expect(bench.text.contains("AAAA"))
  }

  @Test func `A window that changes while a fetched picture is drawn has it drawn anew`() async {
    let bench = await PictureViewHarness(Self.two, after: 1).open()
    await bench.clock.advance(by: 1, bench.runner)
    await bench.press(.enter)
    bench.navigator.handle(.resize(Size(width: 50, height: 18)))
    _ = bench.navigator.draw(size: Size(width: 50, height: 18))
    await bench.clock.advance(by: 2, bench.runner)
    #expect(bench.show.state.withLock { $0.requests.last?.width } == 50)
    #expect(bench.show.state.withLock { $0.fetched.count } == 1)
  }

  @Test func `Why there is none is said, with the words; it can be tried anew`() async {
    let bench = PictureViewHarness(Self.two, kept: ["https://files.example/A"])
    bench.show.state.withLock { $0.failure = .crashed(signal: 11) }
    _ = await bench.open()
    #expect(bench.text.contains("crashed"))
    #expect(bench.text.contains("a loom"))
    await bench.press(.character("R"))
    #expect(bench.text.contains("tried again, and it is the same"))
    bench.show.state.withLock { $0.failure = nil }
    await bench.press(.character("R"))
    #expect(bench.text.contains("AAAA"))
    #expect(!bench.text.contains("tried again"))
  }

  @Test func `What could not be fetched is fetched when it is tried anew, and not only drawn`() async {
    let bench = await PictureViewHarness(Self.two).open()
    bench.show.state.withLock { $0.failure = .crashed(signal: 11) }
    await bench.press(.enter)
    #expect(bench.text.contains("crashed"))
    bench.show.state.withLock { $0.failure = nil }
    await bench.press(.character("R"))
    #expect(bench.show.state.withLock { $0.fetched.count } == 2)
    #expect(bench.text.contains("AAAA"))
  }

  @Test func `That it takes its time is said once it does`() async {
    let bench = PictureViewHarness(Self.two, kept: ["https://files.example/A"], after: 3)
    _ = await bench.open()
    #expect(!bench.text.contains("Drawing"))
    await bench.clock.advance(by: 1, bench.runner)
    #expect(bench.text.contains("Drawing the picture…"))
    // A key is not held up by it.
    await bench.press(.character("n"))
    #expect(bench.text.contains("no description"))
  }

  @Test func `The next and the one before are a key away, to the ends and no further`() async {
    let bench = await PictureViewHarness(Self.two, kept: ["https://files.example/A", "https://files.example/B"]).open()
    await bench.press(.character("p"))
    #expect(bench.text.contains("AAAA"))
    await bench.press(.right)
    #expect(bench.text.contains("BBBB"))
    #expect(bench.text.contains("2 of 2"))
    await bench.press(.character("n"))
    #expect(bench.text.contains("BBBB"))
    await bench.press(.character("h"))
    #expect(bench.text.contains("1 of 2"))
  }

  @Test func `Long words can be read to their end`() async {
    let words = (1...60).map { "word\($0)" }.joined(separator: " ")
    let bench = await PictureViewHarness([Media(kind: .image, url: "https://files.example/A", description: words)])
      .open(40, 10)
    #expect(bench.text.contains("word1 "))
    for _ in 0..<30 { await bench.press(.character("j")) }
    #expect(bench.text.contains("word60"))
  }

  @Test func `What is under a picture's words, or in them, drives no terminal`() async {
    let bench = await PictureViewHarness([Media(kind: .image, url: "\u{1B}[2J", description: "\u{1B}]2;x\u{7}")]).open()
    #expect(!bench.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
