import Domain
import TestSupport
import Testing
import TimelineCore

@MainActor @Suite struct UnsentCountTests {
  private let harness = OutboxHarness()
  @Test func `Only what was tried and waits is counted`() async {
    let outbox = harness.publishing
    let count = UnsentCount(outbox, nil, runner: harness.runner)
    await harness.settle()
    let offline = TimelineError.offline(host: "server.example")
    outbox.setEntries([
      harness.entry("just sent", .waiting(since: nil)), harness.entry("sending", .sending(until: .noon)),
      harness.entry("failed", .waiting(since: offline)), harness.entry("unknown", .needsConfirmation(.tooOld)),
    ])
    await harness.settle()
    #expect(count.total == 2)
    outbox.setEntries([])
    await harness.settle()
    #expect(count.total == 0)
  }

  @Test func `Offline, everything waits`() async {
    let (outbox, actions) = (harness.publishing, harness.actions)
    outbox.canSend = false
    let count = UnsentCount(outbox, actions, runner: harness.runner)
    await harness.settle()
    outbox.setEntries([harness.entry("kept", .waiting(since: nil))])
    actions.unsent.notify([.favourite(true, PostID("1")), .bookmark(true, PostID("1"))])
    await harness.settle()
    #expect(count.total == 3)
  }
}
