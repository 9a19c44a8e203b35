import Domain
import TerminalKit
import TestSupport
import Testing

@testable import Composer

/// What becomes of a draft: it is kept, sent or thrown away.
@MainActor
struct ComposerKeepingTests {
  private let bench = ComposerHarness()
  private let grace = Post.fixture(id: "7", author: Profile(handle: "grace@far.example", name: "Grace"), text: "Tea?")

  private func reply() -> Draft {
    .reply(to: grace, by: .demo("ada"), me: .fixture(handle: "ada"), local: LocalDomains([]), at: .noon)
  }

  @Test func `a draft is on the disk a second after the last key at most, and while one types on`() async {
    await bench.open()
    await bench.type("Te")
    await bench.wait(0.5)
    #expect(bench.drafts.texts == ["Te"])
    for _ in 0..<10 {
      await bench.type("r")
      await bench.wait(0.2)
    }
    #expect(bench.drafts.stores.withLock { $0 } >= 4)
    await bench.wait(1)
    #expect(bench.drafts.texts == ["Te" + String(repeating: "r", count: 10)])
  }

  @Test func `Escape keeps the draft and says so, at once`() async {
    await bench.open()
    await bench.type("Tern")
    await bench.press("Escape")
    #expect(bench.drafts.texts == ["Tern"])
    #expect(bench.ways == ["leave: Kept as a draft."])
  }

  @Test func `where nothing was written nothing is kept, and what was begun is none`() async {
    await bench.open(reply(), subject: grace)
    await bench.press("Escape")
    #expect(bench.drafts.texts.isEmpty)
    #expect(bench.ways == ["leave: "])
  }

  @Test func `a draft of which all is deleted is gone`() async {
    await bench.open()
    await bench.type("T")
    await bench.wait(1)
    await bench.press("BSpace")
    await bench.press("Escape")
    #expect(bench.drafts.texts.isEmpty)
  }

  @Test func `a full disk is said, and what was written stays on the screen`() async {
    await bench.open()
    bench.drafts.error.withLock { $0 = .unusable(path: "/x", reason: "No space left on device") }
    await bench.type("Tern")
    await bench.wait(1)
    #expect(bench.screen().contains("No space left on device"))
    #expect(bench.screen().contains("Tern"))
    bench.drafts.error.withLock { $0 = nil }
    await bench.type("!")
    await bench.wait(1)
    #expect(bench.drafts.texts == ["Tern!"])
  }

  @Test func `a slow disk has what is sent no draft afterwards, and what is thrown away gone`() async {
    bench.drafts.latency.withLock { $0 = 2 }
    await bench.open()
    await bench.type("Tern")
    await bench.wait(1)
    await bench.press("M-Enter")
    // It is sent when what was being kept is kept: nothing puts it among the drafts after that.
    #expect(bench.publishing.sent.withLock { $0.isEmpty })
    await bench.wait(2)
    #expect(bench.publishing.sent.withLock { $0.map(\.text) } == ["Tern"])
    await bench.open()
    await bench.type("Tern")
    await bench.wait(1)
    await bench.press("C-x k y")
    await bench.wait(5)
    #expect(bench.drafts.texts == ["Tern"])
  }

  @Test func `a kept draft is told of, and led away from without a loss`() async {
    await bench.open(Draft(account: .demo("ada"), text: "Tern", changedAt: .noon), isKept: true)
    #expect(bench.screen().contains("Your draft of"))
    await bench.type("s")
    await bench.press("C-x o")
    await bench.type("!")
    await bench.press("C-x D")
    #expect(bench.drafts.texts == ["Terns!"])
    await bench.press("C-x n")
    #expect(bench.ways == ["next", "list", "anew"])
  }

  @Test func `throwing it away asks first`() async {
    await bench.open()
    await bench.type("Tern")
    await bench.wait(1)
    await bench.press("C-x k")
    #expect(bench.drafts.texts == ["Tern"])
    await bench.press("y")
    #expect(bench.drafts.texts.isEmpty)
    #expect(bench.ways == ["leave: Thrown away."])
  }

  @Test func `an outbox that cannot be written loses nothing`() async {
    await bench.open()
    await bench.type("Tern")
    bench.publishing.error.withLock { $0 = .unusable(path: "/x", reason: "No space left on device") }
    await bench.press("M-Enter")
    #expect(bench.screen().contains("It could not be put into the outbox: No space left on device"))
    #expect(bench.drafts.texts == ["Tern"])
    #expect(bench.ways.isEmpty)
  }
}
