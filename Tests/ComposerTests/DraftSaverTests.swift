import Domain
import Runtime
import TestSupport
import Testing

@testable import Composer

/// A draft's way to the disk, to the outbox, or nowhere.
@MainActor
struct DraftSaverTests {
  @MainActor
  private final class Told {
    var failures: [DraftSaver.Failure] = []
    var ways: [String] = []
  }

  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let drafts: FakeDrafts
  private let publishing = FakePublishing()
  private let told = Told()
  private let disk = StoreError.unusable(path: "/x", reason: "No space left on device")

  init() {
    drafts = FakeDrafts(clock: clock)
  }

  private func keeper(_ text: String = "", isKept: Bool = false) async -> DraftSaver {
    let draft = Draft(id: DraftID("a"), account: .demo("ada"), text: text, changedAt: .noon)
    if isKept { drafts.all.withLock { $0 = [draft] } }
    let keeper = DraftSaver(
      draft, isKept: isKept, drafts: drafts, publishing: publishing, clock: clock, runner: runner)
    keeper.didFail = { [told] in told.failures.append($0) }
    return keeper
  }

  private func settle() async { #expect(await clock.settle(runner)) }
  private func wait(_ seconds: Double) async { #expect(await clock.advance(by: seconds, runner)) }

  private func leave(_ keeper: DraftSaver) { keeper.keep { [told] in told.ways.append("left") } }
  private func send(_ keeper: DraftSaver) {
    keeper.send([keeper.draft], delay: 5) { [told] in told.ways.append("sent \($0.text)") }
  }
  private func throwAway(_ keeper: DraftSaver) { keeper.throwAway { [told] in told.ways.append("gone") } }

  @Test func `what is begun is open, and nothing of it is kept`() async {
    let keeper = await keeper("@grace ")
    #expect(keeper.state == .open(kept: nil))
    #expect(!keeper.isWrittenOn)
    keeper.keep()
    leave(keeper)
    await settle()
    #expect(drafts.texts.isEmpty && told.ways == ["left"])
  }

  @Test func `what is changed is kept after a pause, and says so`() async {
    let keeper = await keeper()
    keeper.change { $0.text = "Tern" }
    #expect(keeper.isWrittenOn && keeper.state == .open(kept: nil))
    await wait(DraftSaver.pause)
    #expect(drafts.texts == ["Tern"])
    #expect(keeper.state == .open(kept: keeper.draft))
    // It is there as it is.
    leave(keeper)
    await settle()
    #expect(drafts.stores.withLock { $0 } == 1 && told.ways == ["left"])
  }

  @Test func `what was kept before is left as it lies, until it is written on`() async {
    let keeper = await keeper("Tern", isKept: true)
    #expect(keeper.state == .open(kept: keeper.draft) && !keeper.isWrittenOn)
    keeper.keep()
    await settle()
    #expect(drafts.stores.withLock { $0 } == 0)
    keeper.change { $0.text = "Terns" }
    #expect(keeper.isWrittenOn)
  }

  @Test func `what the disk does not take stays open, and is not left`() async {
    let keeper = await keeper()
    drafts.error.withLock { $0 = disk }
    keeper.change { $0.text = "Tern" }
    await wait(DraftSaver.pause)
    #expect(keeper.state == .open(kept: nil))
    leave(keeper)
    await settle()
    #expect(told.failures == [.notSaved(disk, isLeaving: false), .notSaved(disk, isLeaving: true)])
    #expect(told.ways.isEmpty)
    drafts.error.withLock { $0 = nil }
    leave(keeper)
    await settle()
    #expect(drafts.texts == ["Tern"] && told.ways == ["left"])
  }

  @Test func `what is sent is closed, and nothing is done to it any more`() async {
    let keeper = await keeper()
    keeper.change { $0.text = "Tern" }
    send(keeper)
    #expect(keeper.state == .closing(kept: nil))
    send(keeper)
    keeper.change { $0.text = "Terns" }
    leave(keeper)
    throwAway(keeper)
    await wait(9)
    #expect(keeper.state == .closed)
    #expect(publishing.sent.withLock { $0.map(\.text) } == ["Tern"])
    #expect(told.ways == ["sent Tern"] && drafts.texts.isEmpty)
  }

  @Test func `an outbox that does not take it has it open again, and kept`() async {
    let keeper = await keeper()
    keeper.change { $0.text = "Tern" }
    publishing.error.withLock { $0 = disk }
    send(keeper)
    await settle()
    #expect(told.failures == [.notSent(disk)])
    #expect(keeper.state == .open(kept: keeper.draft) && drafts.texts == ["Tern"])
    publishing.error.withLock { $0 = nil }
    send(keeper)
    await settle()
    #expect(told.ways == ["sent Tern"])
  }

  @Test func `what is thrown away is gone, or open where the disk says no`() async {
    let keeper = await keeper("Tern", isKept: true)
    throwAway(keeper)
    #expect(keeper.state == .closing(kept: keeper.draft))
    await settle()
    #expect(keeper.state == .closed && drafts.texts.isEmpty && told.ways == ["gone"])
  }

  @Test func `what was settled elsewhere is not sent, becomes another, and stands once among the drafts`() async {
    let keeper = await keeper("Tern", isKept: true)
    drafts.all.withLock { $0 = [] }
    publishing.settled.withLock { $0 = [DraftID("a")] }
    send(keeper)
    await settle()
    #expect(publishing.sent.withLock { $0 }.isEmpty)
    #expect(told.failures == [.wasSettledElsewhere])
    #expect(keeper.draft.id != DraftID("a") && keeper.state == .open(kept: keeper.draft))
    #expect(drafts.texts == ["Tern"])
    // The person wants it all the same.
    send(keeper)
    await settle()
    #expect(told.ways == ["sent Tern"])
  }

  /// What somebody else may have made of it: nothing, or other words.
  @Test(arguments: [[], ["Tern in Ada's words"]])
  func `what was written here is kept beside what somebody else has made of it`(others: [String]) async {
    let keeper = await keeper("Tern", isKept: true)
    drafts.all.withLock { all in
      all = others.map { Draft(id: DraftID("a"), account: .demo("ada"), text: $0, changedAt: .noon) }
    }
    keeper.change { $0.text = "Terns" }
    await wait(DraftSaver.pause)
    #expect(drafts.texts == ["Terns"] + others)
    #expect(told.failures == [.wasSettledElsewhere])
    keeper.change { $0.text = "Terns, too" }
    leave(keeper)
    await settle()
    #expect(drafts.texts == ["Terns, too"] + others && told.ways == ["left"])
    send(keeper)
    await settle()
    #expect(told.ways == ["left", "sent Terns, too"])
  }

  @Test func `a question that somebody else has asked in it stays, beside what was written here`() async {
    let keeper = await keeper("Tern", isKept: true)
    let poll = DraftPoll(options: ["sea", "land"])
    drafts.all.withLock { $0[0].poll = poll }
    send(keeper)
    await settle()
    #expect(publishing.sent.withLock { $0 }.isEmpty && told.failures == [.wasSettledElsewhere])
    #expect(drafts.all.withLock { $0.map(\.poll) } == [nil, poll] && drafts.texts == ["Tern", "Tern"])
  }

  @Test func `what was thrown away elsewhere is there again when one leaves it, for that is what one is told`() async {
    let keeper = await keeper("Tern", isKept: true)
    drafts.all.withLock { $0 = [] }
    keeper.change { $0.visibility = .direct }
    leave(keeper)
    await settle()
    #expect(drafts.texts == ["Tern"] && told.ways == ["left"])
  }
}
