import Domain
import TerminalKit
import TestSupport
import Testing

@testable import PictureView

/// The screen as the user sees it: keys in, lines out.
@MainActor @Suite struct PictureViewTests {
  init() { UTF8Locale.set() }

  private static let two = [
    Media(kind: .image, url: "https://files.example/A", description: "a loom"),
    Media(kind: .image, url: "https://files.example/B"),
  ]

  @Test func `A picture fills the height above its description, and the status has its size and number`() async {
    let harness = await PictureViewHarness(Self.two, kept: ["https://files.example/A"]).open()
    let lines = harness.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first?.contains("Picture by Grace Hopper") == true)
    #expect(lines.contains { $0.contains(String(repeating: "A", count: 60)) })
    #expect(harness.text.contains("a loom"))
    #expect(lines.last { !$0.isEmpty }?.contains("1 of 2 · 640 × 480") == true)
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5), (200, 60)]) func `Every screen shows picture and description`(
    width: Int, height: Int
  ) async {
    let harness = await PictureViewHarness(Self.two, kept: ["https://files.example/A"]).open(width, height)
    #expect(harness.text.contains("a loom"))
    #expect(harness.text.contains("AAAA"))
    await harness.press(.character("n"))
    #expect(harness.text.contains("This picture has") || harness.text.contains("no description"))
  }

  @Test func `Only a new size reloads the picture`() async {
    let harness = await PictureViewHarness(Self.two, kept: ["https://files.example/A"]).open()
    let count = harness.show.state.withLock { $0.requests.count }
    _ = harness.text
    await harness.settle()
    #expect(harness.show.state.withLock { $0.requests.count } == count)
    harness.navigator.handle(.resize(Size(width: 50, height: 18)))
    _ = harness.navigator.draw(size: Size(width: 50, height: 18))
    await harness.clock.settle(harness.runner)
    #expect(harness.show.state.withLock { $0.requests.last?.width } == 50)
  }

  @Test func `A picture is downloaded only by a key`() async {
    let harness = await PictureViewHarness(Self.two).open()
    #expect(harness.text.contains("at files.example"))
    #expect(harness.text.contains("Enter downloads it."))
    #expect(harness.show.state.withLock { $0.fetched.isEmpty })
    await harness.press(.enter)
    #expect(harness.show.state.withLock { $0.fetched } == ["https://files.example/A"])
    #expect(harness.text.contains("AAAA"))
    #expect(!harness.text.contains("downloads"))
  }

  @Test func `The first time, it says what automatic downloads mean`() async {
    let harness = await PictureViewHarness(Self.two).open()
    let text = { harness.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    #expect(text().contains("With fetch-pictures = \"auto\" in the settings, Tern downloads"))
    #expect(text().contains("learn when and from where you read."))
    harness.navigator.push(harness.screen())
    await harness.settle()
    #expect(text().contains("Enter downloads it.") && !text().contains("fetch-pictures"))
  }

  @Test func `With automatic downloads, it is downloaded without a key`() async {
    let harness = PictureViewHarness(Self.two)
    harness.fetching.value = .auto
    _ = await harness.open()
    await harness.settle()
    #expect(harness.show.state.withLock { $0.fetched } == ["https://files.example/A"])
    #expect(harness.text.contains("AAAA"))
  }

  @Test func `With downloads turned off, no key downloads it`() async {
    let harness = PictureViewHarness(Self.two)
    harness.fetching.value = .never
    _ = await harness.open()
    let text = harness.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("at files.example. It is not downloaded, because fetch-pictures is \"never\""))
    await harness.press(.enter)
    #expect(harness.show.state.withLock { $0.fetched.isEmpty } && !harness.text.contains("AAAA"))
  }

  @Test func `A download interrupted by another screen is resumed`() async {
    let harness = await PictureViewHarness(Self.two).open()
    harness.show.state.withLock { $0.secondsToFetch = 3 }
    await harness.press(.enter)
    harness.navigator.push(harness.screen())
    await harness.settle()
    harness.navigator.pop()
    await harness.settle()
    await harness.clock.advance(by: 3, harness.runner)
    await harness.settle()
    #expect(harness.show.state.withLock { $0.fetched.count } == 2)
    #expect(harness.text.contains("AAAA"))
  }

  @Test func `A picture is redrawn if the window is resized while it loads`() async {
    let harness = await PictureViewHarness(Self.two, after: 1).open()
    await harness.clock.advance(by: 1, harness.runner)
    await harness.press(.enter)
    harness.navigator.handle(.resize(Size(width: 50, height: 18)))
    _ = harness.navigator.draw(size: Size(width: 50, height: 18))
    await harness.clock.advance(by: 2, harness.runner)
    #expect(harness.show.state.withLock { $0.requests.last?.width } == 50)
    #expect(harness.show.state.withLock { $0.fetched.count } == 1)
  }

  @Test func `A failure is shown with the description and can be retried`() async {
    let harness = PictureViewHarness(Self.two, kept: ["https://files.example/A"])
    harness.show.state.withLock { $0.failure = .crashed(signal: 11) }
    _ = await harness.open()
    #expect(harness.text.contains("crashed"))
    #expect(harness.text.contains("a loom"))
    await harness.press(.character("R"))
    #expect(harness.text.contains("Tried again: same error."))
    harness.show.state.withLock { $0.failure = nil }
    await harness.press(.character("R"))
    #expect(harness.text.contains("AAAA"))
    #expect(!harness.text.contains("Tried again"))
  }

  @Test func `Retrying a failed download downloads again`() async {
    let harness = await PictureViewHarness(Self.two).open()
    harness.show.state.withLock { $0.failure = .crashed(signal: 11) }
    await harness.press(.enter)
    #expect(harness.text.contains("crashed"))
    harness.show.state.withLock { $0.failure = nil }
    await harness.press(.character("R"))
    #expect(harness.show.state.withLock { $0.fetched.count } == 2)
    #expect(harness.text.contains("AAAA"))
  }

  @Test func `A loading text appears after a while`() async {
    let harness = PictureViewHarness(Self.two, kept: ["https://files.example/A"], after: 3)
    _ = await harness.open()
    #expect(!harness.text.contains("Loading"))
    await harness.clock.advance(by: 1, harness.runner)
    #expect(harness.text.contains("Loading the picture…"))
    // Keys work in the meantime.
    await harness.press(.character("n"))
    #expect(harness.text.contains("no description"))
  }

  @Test func `Keys show the next and previous picture, up to the ends`() async {
    let harness = await PictureViewHarness(Self.two, kept: ["https://files.example/A", "https://files.example/B"])
      .open()
    await harness.press(.character("p"))
    #expect(harness.text.contains("AAAA"))
    await harness.press(.right)
    #expect(harness.text.contains("BBBB"))
    #expect(harness.text.contains("2 of 2"))
    await harness.press(.character("n"))
    #expect(harness.text.contains("BBBB"))
    await harness.press(.character("h"))
    #expect(harness.text.contains("1 of 2"))
  }

  @Test func `A long description can be scrolled`() async {
    let words = (1...60).map { "word\($0)" }.joined(separator: " ")
    let harness = await PictureViewHarness([Media(kind: .image, url: "https://files.example/A", description: words)])
      .open(40, 10)
    #expect(harness.text.contains("word1 "))
    for _ in 0..<30 { await harness.press(.character("j")) }
    #expect(harness.text.contains("word60"))
  }

  @Test func `Control characters in addresses and descriptions are escaped`() async {
    let harness = await PictureViewHarness([Media(kind: .image, url: "\u{1B}[2J", description: "\u{1B}]2;x\u{7}")])
      .open()
    #expect(!harness.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
