import Domain
import FoundationEssentials
import TerminalKit
import TestSupport
import Testing

@testable import Composer

/// What goes with a text: files, a question, the moment at which it is published.
@MainActor
struct ComposerAttachmentTests {
  private let bench = ComposerHarness()
  private let grace = Post.fixture(id: "7", author: Profile(handle: "grace@far.example", name: "Grace"), text: "Tea?")

  @Test func `when it is published stands in the header, until it is to be at once again`() async {
    await bench.open()
    await bench.type("Tern")
    await bench.press("C-x T")
    #expect(bench.screen().contains("Publish at"))
    await bench.type("soon")
    await bench.press("Enter")
    #expect(bench.screen().contains("A time is “2026-12-01 09:00”, “tomorrow 9:00” or “+2h”."))
    await bench.press("C-x T")
    await bench.type("2031-12-01 9:00")
    await bench.press("Enter")
    #expect(bench.screen().contains("to be published at 2031-12-01 09:00"))
    await bench.press("M-Enter")
    #expect(bench.publishing.sent.withLock { $0 }.compactMap(\.publishAt).map(LocalTime.minute) == ["2031-12-01 09:00"])

    let other = ComposerHarness()
    await other.open(Draft(account: .demo("ada"), text: "Tern", publishAt: .noon, changedAt: .noon))
    await other.press("M-Enter")
    #expect(other.screen().contains("The server wants at least five minutes until then."))
    #expect(other.publishing.sent.withLock { $0 }.isEmpty)
    await other.press("C-x T")
    await other.press("C-u Enter")
    #expect(!other.screen().contains("to be published"))
    await other.press("M-Enter")
    #expect(other.publishing.sent.withLock { $0 }.map(\.publishAt) == [nil])
  }

  @Test func `a server that publishes nothing later says so, and a change or a thread has no such moment`() async {
    bench.publishing.known.withLock { $0.canSchedule = false }
    await bench.open()
    await bench.press("C-x T")
    #expect(bench.screen().contains("The server publishes nothing later."))
    let changing = ComposerHarness()
    await changing.open(.edit(grace, source: PostSource(text: "Tea?", warning: ""), by: .demo("ada"), at: .noon))
    await changing.press("C-x T")
    #expect(!changing.screen().contains("Publish at"))
    let thread = ComposerHarness()
    let text = String(repeating: "long ", count: 200)
    let later = Date.noon.addingTimeInterval(86_400)
    await thread.open(Draft(account: .demo("ada"), text: text, publishAt: later, changedAt: .noon))
    await thread.press("C-x c")
    await thread.press("M-Enter")
    #expect(thread.screen().contains("A thread cannot be published later."))
    #expect(thread.publishing.sent.withLock { $0 }.isEmpty)
  }

  @Test func `a question takes two answers to be sent`() async {
    await bench.open()
    await bench.type("Tea?")
    await bench.press("C-x p")
    await bench.type("black")
    await bench.press("Enter")
    #expect(bench.screen().contains("A question needs two answers"))
    await bench.press("C-x p")
    await bench.type(" / green / none")
    await bench.press("Enter")
    #expect(bench.screen(height: 24).contains("○ green"))
    await bench.press("C-x t 3")
    await bench.press("C-x m")
    #expect(bench.screen(height: 24).contains("several answers · open for 1 hour"))
    await bench.press("M-Enter")
    let poll = bench.publishing.sent.withLock { $0.first?.poll }
    #expect(poll == DraftPoll(options: ["black", "green", "none"], duration: 3_600, allowsSeveral: true))
  }

  @Test func `a file is completed, described, and its silence said once`() async {
    await bench.open()
    await bench.press("C-x a")
    await bench.type("/home/ada/cat.")
    await bench.press("Tab")
    await bench.press("Enter")
    await bench.press("Escape")
    #expect(bench.screen().contains("▣ cat.png · not said what it shows"))
    await bench.press("M-Enter")
    #expect(bench.screen().contains("What a file shows has not been said."))
    await bench.press("C-x d 1")
    await bench.type("a cat that sleeps")
    await bench.press("Enter")
    #expect(bench.screen().contains("▣ cat.png · a cat that sleeps"))
    await bench.press("M-Enter")
    #expect(bench.publishing.sent.withLock { $0.first?.media.map(\.path) } == ["/home/ada/cat.png"])
  }

  @Test(arguments: [
    ("/home/ada/none.png", "There is no file /home/ada/none.png."),
    ("/home/ada/catalogue.txt", "is of no kind that goes with a post"),
  ])
  func `a file that cannot go with a post is refused at once`(path: String, words: String) async {
    await bench.open()
    await bench.press("C-x a")
    await bench.type(path)
    await bench.press("Enter")
    #expect(bench.screen().contains(words))
  }

  @Test func `a file larger than the server takes is refused before it is sent`() async {
    bench.publishing.known.withLock { $0.limits.imageBytes = 16_000_000 }
    await bench.open()
    await bench.press("C-x a")
    await bench.type("/home/ada/huge.png")
    await bench.press("Enter")
    #expect(bench.screen().contains("huge.png has 90 MB; the server takes 16 MB."))
  }
}
