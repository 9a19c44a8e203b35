import Domain
import FoundationEssentials
import Runtime
import TerminalKit
import TestSupport
import Testing

@testable import Outbox

/// What the person is told of posts that were sent, whichever screen is in front.
@MainActor
struct OutboxNoticesTests {
  private let bench = OutboxHarness()
  private let said = Said()
  private let notices: OutboxNotices

  @MainActor
  private final class Said {
    private(set) var all: [String] = []
    private(set) var failures = 0

    func note(_ text: String, _ isFailure: Bool) {
      all.append(text)
      if isFailure { failures += 1 }
    }
  }

  init() {
    notices = OutboxNotices(bench.publishing, keymap: Observed(.standard), runner: bench.runner) { [said] in
      said.note($0, $1)
    }
  }

  private func hold(_ entries: OutboxEntry...) async {
    bench.publishing.hold(entries)
    await bench.settle()
  }

  private func notify(_ news: OutboxNews) async {
    bench.publishing.news.notify(news)
    await bench.settle()
  }

  private let offline = TimelineError.offline(host: "timeline.example")

  @Test func `what is sent and what is published later is told`() async {
    await bench.settle()
    await notify(.sent(DraftID("a"), .post(.fixture())))
    await notify(.sent(DraftID("a"), .scheduled(at: .noon)))
    #expect(said.all == ["Sent.", "It will be published at \(LocalTime.minute(.noon))."])
    #expect(said.failures == 0)
  }

  @Test func `what waits is told once with its reason, however often it is tried, and again for another`() async {
    await hold(bench.entry("a", .waiting(since: nil)))
    #expect(said.all.isEmpty)
    await hold(bench.entry("a", .waiting(since: offline)))
    await hold(bench.entry("a", .sending(until: .distantFuture)))
    await hold(bench.entry("a", .waiting(since: offline)))
    #expect(said.all == ["1 post waits: timeline.example does not answer."])
    await hold(bench.entry("a", .waiting(since: offline)), bench.entry("b", .waiting(since: offline)))
    await hold(
      bench.entry("a", .waiting(since: .sessionExpired(handle: "ada", host: "timeline.example"))),
      bench.entry("b", .waiting(since: offline)))
    #expect(
      said.all.dropFirst() == [
        "2 posts wait: timeline.example does not answer.",
        "2 posts wait: the session at timeline.example has expired.",
      ])
    // What went out and waits again later is another matter.
    await hold()
    await hold(bench.entry("a", .waiting(since: offline)))
    #expect(said.all.last == "1 post waits: timeline.example does not answer.")
    #expect(said.all.count == 4 && said.failures == 4)
  }

  @Test func `what the person has wanted to be tried says its reason again, once it was tried`() async {
    await hold(bench.entry("a", .waiting(since: offline)))
    notices.profileConfirmation(for: DraftID("a"))
    // What is told before it was tried says nothing new.
    await hold(bench.entry("a", .waiting(since: offline)), bench.entry("b", .waiting(since: nil)))
    #expect(said.all.count == 1)
    for _ in 0..<2 {
      await hold(bench.entry("a", .sending(until: .distantFuture)))
      await hold(bench.entry("a", .waiting(since: offline)))
      #expect(said.all.count == 2)
    }
    notices.profileConfirmation()
    await hold(bench.entry("a", .sending(until: .distantFuture)))
    await hold(bench.entry("a", .waiting(since: offline)))
    #expect(said.all == Array(repeating: "1 post waits: timeline.example does not answer.", count: 3))
  }

  @Test func `what needs the person's word names the key that leads to it`() async {
    await hold(bench.entry("a", .needsPerson(.mayHaveBeenSent)))
    #expect(
      said.all == ["1 post needs your word: it may be at the server already. D shows drafts and what waits."])
    await hold(bench.entry("a", .needsPerson(.mayHaveBeenSent)), bench.entry("b", .needsPerson(.isOld)))
    #expect(
      said.all.last == "2 posts need your word: it was sent more than a day ago. D shows drafts and what waits.")
  }

  @Test func `what was refused is told in the server's words, and where it is`() async {
    await bench.settle()
    await notify(.refused(bench.draft("a"), .refused(host: "timeline.example", message: "Text is too long")))
    #expect(
      said.all == [
        "Not sent: timeline.example says “Text is too long”. It is a draft again. D shows drafts and what waits."
      ])
  }

  @Test func `a file on its way is told of by tenths`() async {
    await bench.settle()
    for share in [0.1, 0.12, 0.14, 0.5, 0.51, 7] { await notify(.uploading(DraftID("a"), file: 1, share: share)) }
    #expect(said.all == ["File 2: 10 %", "File 2: 50 %", "File 2: 100 %"])
  }

  @Test func `where nothing goes out, what has been sent is said to wait`() {
    bench.publishing.sends = false
    let offline = OutboxNotices(bench.publishing, keymap: Observed(.standard), runner: bench.runner) { [said] in
      said.note($0, $1)
    }
    offline.didSend(delay: 5)
    offline.didSend(delay: 0)
    #expect(said.all == Array(repeating: "It waits: no server is asked, as --offline says.", count: 2))
    #expect(said.failures == 0)
  }

  @Test func `what has been sent says for how long it can be taken back`() {
    notices.didSend(delay: 5)
    notices.didSend(delay: 0)
    #expect(said.all == ["It goes out in 5 s. U takes it back.", "It goes out."])
    #expect(OutboxNotices.isIrreversible(nil) == "It has gone out already.")
    #expect(OutboxNotices.isIrreversible(.busy(path: "/x")).contains("another Tern is at work on /x"))
  }
}
