import Domain
import FoundationEssentials
import Runtime
import TerminalKit
import TestSupport
import Testing

@testable import Outbox

/// Notices about sent posts.
@MainActor
struct OutboxNoticesTests {
  private let harness = OutboxHarness()
  private let messages = MessageRecorder()
  private let notices: OutboxNotices

  @MainActor
  private final class MessageRecorder {
    private(set) var all: [String] = []
    private(set) var severities: [Severity] = []
    var failures: Int { severities.count { $0 != .notice } }

    func record(_ text: String, _ severity: Severity) {
      all.append(text)
      severities.append(severity)
    }
  }

  init() {
    notices = OutboxNotices(
      harness.publishing, keymap: Observed(.standard), clock: harness.clock, runner: harness.runner
    ) { [messages] in
      messages.record($0, $1)
    }
  }

  private func setEntries(_ entries: OutboxEntry...) async {
    harness.publishing.setEntries(entries)
    await harness.settle()
  }

  private func notify(_ news: OutboxEvent) async {
    harness.publishing.news.notify(news)
    await harness.settle()
  }

  private let offline = TimelineError.offline(host: "timeline.example")

  @Test func `Sent and scheduled posts are announced`() async {
    await harness.settle()
    await notify(.sent(DraftID("a"), .post(.fixture())))
    await notify(.sent(DraftID("a"), .scheduled(at: .noon)))
    #expect(notices.lastSent?.id == Post.fixture().id)
    #expect(messages.all == ["Sent · ' shows it", "Scheduled for \(LocalTime.minute(.noon)) · D shows it"])
    #expect(messages.failures == 0)
  }

  @Test func `A waiting post is announced once per reason`() async {
    await setEntries(harness.entry("a", .waiting(since: nil)))
    #expect(messages.all.isEmpty)
    await setEntries(harness.entry("a", .waiting(since: offline)))
    #expect(messages.severities == [.warning])
    await setEntries(harness.entry("a", .sending(until: .distantFuture)))
    await setEntries(harness.entry("a", .waiting(since: offline)))
    #expect(messages.all == ["1 post is waiting: can’t reach timeline.example. D shows drafts and outbox."])
    await setEntries(harness.entry("a", .waiting(since: offline)), harness.entry("b", .waiting(since: offline)))
    await setEntries(
      harness.entry("a", .waiting(since: .sessionExpired(handle: "ada", host: "timeline.example"))),
      harness.entry("b", .waiting(since: offline)))
    #expect(
      messages.all.dropFirst() == [
        "2 posts are waiting: can’t reach timeline.example. D shows drafts and outbox.",
        "2 posts are waiting: your session at timeline.example has expired. D shows drafts and outbox.",
      ])
    // A post that was sent and waits again later is announced again.
    await setEntries()
    await setEntries(harness.entry("a", .waiting(since: offline)))
    #expect(messages.all.last == "1 post is waiting: can’t reach timeline.example. D shows drafts and outbox.")
    #expect(messages.all.count == 4 && messages.failures == 4)
  }

  @Test func `The message about waiting posts is withdrawn when none waits, or the outbox is opened`() async {
    var withdrawn: [String] = []
    let notices = OutboxNotices(
      harness.publishing, keymap: Observed(.standard), clock: harness.clock, runner: harness.runner,
      announce: { _, _ in },
      withdraw: { withdrawn.append($0) })
    let message = "1 post is waiting: can’t reach timeline.example. D shows drafts and outbox."
    await setEntries(harness.entry("a", .waiting(since: offline)))
    await setEntries(harness.entry("a", .sending(until: .distantFuture)))
    #expect(withdrawn.isEmpty)
    await setEntries()
    #expect(withdrawn == [message])
    await setEntries(harness.entry("b", .waiting(since: offline)))
    notices.outboxDidOpen()
    #expect(withdrawn == [message, message])
    await notify(.refused(harness.draft("c"), .refused(host: "timeline.example", message: "No")))
    notices.outboxDidOpen()
    #expect(withdrawn.last?.hasPrefix("Not posted: ") == true && withdrawn.count == 3)
  }

  @Test func `A retry on request announces the same reason again`() async {
    await setEntries(harness.entry("a", .waiting(since: offline)))
    notices.reportNextResult(for: DraftID("a"))
    // Changes before the retry announce nothing.
    await setEntries(harness.entry("a", .waiting(since: offline)), harness.entry("b", .waiting(since: nil)))
    #expect(messages.all.count == 1)
    for _ in 0..<2 {
      await setEntries(harness.entry("a", .sending(until: .distantFuture)))
      await setEntries(harness.entry("a", .waiting(since: offline)))
      #expect(messages.all.count == 2)
    }
    notices.reportNextResult()
    await setEntries(harness.entry("a", .sending(until: .distantFuture)))
    await setEntries(harness.entry("a", .waiting(since: offline)))
    let message = "1 post is waiting: can’t reach timeline.example. D shows drafts and outbox."
    #expect(messages.all == Array(repeating: message, count: 3))
  }

  @Test func `A post that needs confirmation names the key of the outbox`() async {
    await setEntries(harness.entry("a", .needsConfirmation(.mayHaveBeenSent)))
    #expect(
      messages.all == ["1 post needs confirmation: it may have been posted already. D shows drafts and outbox."])
    await setEntries(
      harness.entry("a", .needsConfirmation(.mayHaveBeenSent)), harness.entry("b", .needsConfirmation(.tooOld)))
    #expect(
      messages.all.last
        == "2 posts need confirmation: it was sent more than a day ago. D shows drafts and outbox.")
  }

  @Test func `A refused post is announced with the server's reason`() async {
    await harness.settle()
    await notify(.refused(harness.draft("a"), .refused(host: "timeline.example", message: "Text is too long")))
    #expect(
      messages.all == [
        "Not posted: timeline.example says “Text is too long”. Saved as a draft. D shows drafts and outbox."
      ])
  }

  @Test func `Uploads are announced in steps of ten percent`() async {
    await harness.settle()
    for share in [0.1, 0.12, 0.14, 0.5, 0.51, 7] { await notify(.uploading(DraftID("a"), file: 1, share: share)) }
    #expect(messages.all == ["Uploading file 2: 10 %", "Uploading file 2: 50 %", "Uploading file 2: 100 %"])
  }

  @Test func `With --offline, sent posts are announced as waiting`() {
    harness.publishing.canSend = false
    let offline = OutboxNotices(
      harness.publishing, keymap: Observed(.standard), clock: harness.clock, runner: harness.runner
    ) { [messages] in
      messages.record($0, $1)
    }
    offline.didSend(delay: 5)
    offline.didSend(delay: 0)
    #expect(messages.all == Array(repeating: "Waiting to send: Tern runs with --offline.", count: 2))
    #expect(messages.failures == 0)
  }

  @Test func `The time left to undo sending counts down`() async {
    var replaced: [String] = []
    let notices = OutboxNotices(
      harness.publishing, keymap: Observed(.standard), clock: harness.clock, runner: harness.runner,
      announce: { [messages] in messages.record($0, $1) }, replace: { replaced += [$0, $1] })
    notices.didSend(delay: 3)
    await harness.settle()
    await harness.advance(1)
    #expect(replaced == ["Sending in 3 s · U undo", "Sending in 2 s · U undo"])
    await harness.advance(9)
    #expect(replaced.suffix(3) == ["Sending in 1 s · U undo", "Sending in 1 s · U undo", "Sending…"])
    #expect(messages.all == ["Sending in 3 s · U undo"])
  }

  @Test func `A sent post is announced with the time left to undo it`() {
    notices.didSend(delay: 5)
    notices.didSend(delay: 0)
    #expect(messages.all == ["Sending in 5 s · U undo", "Sending…"])
    #expect(OutboxNotices.undoFailureMessage(nil) == "Too late to undo: already sent.")
    #expect(OutboxNotices.undoFailureMessage(.busy(path: "/x")).contains("another Tern is using the store"))
  }
}
