import Domain
import Runtime
import TestSupport
import Testing

@testable import Composer

/// Saving, sending and discarding with failures and concurrent changes.
@MainActor
struct DraftSaverTests {
  @MainActor
  private final class Recorder {
    var failures: [DraftSaver.OperationFailure] = []
    var navigation: [String] = []
  }

  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let drafts: MemoryDrafts
  private let publishing = FakePublishing()
  private let recorder = Recorder()
  private let disk = StoreError.unusable(path: "/x", reason: "No space left on device")

  init() {
    drafts = MemoryDrafts(clock: clock)
  }

  private func saver(_ text: String = "", isSaved: Bool = false) async -> DraftSaver {
    let draft = Draft(id: DraftID("a"), account: .demo("ada"), text: text, changedAt: .noon)
    if isSaved { drafts.all.withLock { $0 = [draft] } }
    let saver = DraftSaver(
      draft, isSaved: isSaved, drafts: drafts, publishing: publishing, clock: clock, runner: runner)
    saver.didFail = { [recorder] in recorder.failures.append($0) }
    return saver
  }

  private func settle() async { await clock.settle(runner) }
  private func wait(_ duration: Duration) async { await clock.advance(by: duration / .seconds(1), runner) }

  private func leave(_ saver: DraftSaver) { saver.save { [recorder] in recorder.navigation.append("left") } }
  private func send(_ saver: DraftSaver) {
    saver.send([saver.draft], delay: 5) { [recorder] in recorder.navigation.append("sent \($0.text)") }
  }
  private func discard(_ saver: DraftSaver) { saver.discard { [recorder] in recorder.navigation.append("gone") } }

  @Test func `An unchanged new draft is open and not saved`() async {
    let saver = await saver("@grace ")
    #expect(saver.state == .open(saved: nil))
    #expect(!saver.hasUserChanges)
    saver.save()
    leave(saver)
    await settle()
    #expect(drafts.texts.isEmpty && recorder.navigation == ["left"])
  }

  @Test func `A change is saved after a pause`() async {
    let saver = await saver()
    saver.change { $0.text = "Tern" }
    #expect(saver.hasUserChanges && saver.state == .open(saved: nil))
    await wait(DraftSaver.pause)
    #expect(drafts.texts == ["Tern"])
    #expect(saver.state == .open(saved: saver.draft))
    // It is already saved.
    leave(saver)
    await settle()
    #expect(drafts.stores.withLock { $0 } == 1 && recorder.navigation == ["left"])
  }

  @Test func `A saved draft is not saved again until it changes`() async {
    let saver = await saver("Tern", isSaved: true)
    #expect(saver.state == .open(saved: saver.draft) && !saver.hasUserChanges)
    saver.save()
    await settle()
    #expect(drafts.stores.withLock { $0 } == 0)
    saver.change { $0.text = "Terns" }
    #expect(saver.hasUserChanges)
  }

  @Test func `If saving fails, the draft stays open and is not left`() async {
    let saver = await saver()
    drafts.error.withLock { $0 = disk }
    saver.change { $0.text = "Tern" }
    await wait(DraftSaver.pause)
    #expect(saver.state == .open(saved: nil))
    leave(saver)
    await settle()
    #expect(recorder.failures == [.notSaved(disk, isLeaving: false), .notSaved(disk, isLeaving: true)])
    #expect(recorder.navigation.isEmpty)
    drafts.error.withLock { $0 = nil }
    leave(saver)
    await settle()
    #expect(drafts.texts == ["Tern"] && recorder.navigation == ["left"])
  }

  @Test func `A draft that could not be saved is saved without another key, and the failure is reported once`() async {
    let saver = await saver()
    var recoveries = 0
    saver.didRecover = { recoveries += 1 }
    drafts.error.withLock { $0 = disk }
    saver.change { $0.text = "Tern" }
    await wait(DraftSaver.pause)
    #expect(saver.unsavedDraft?.text == "Tern")
    for _ in 1...5 { await wait(DraftSaver.retryPause) }
    #expect(recorder.failures == [.notSaved(disk, isLeaving: false)] && recoveries == 0)
    drafts.error.withLock { $0 = nil }
    await wait(DraftSaver.retryPause)
    #expect(drafts.texts == ["Tern"] && saver.state == .open(saved: saver.draft) && saver.unsavedDraft == nil)
    #expect(recoveries == 1 && recorder.failures.count == 1)
  }

  @Test func `A version is unsaved until it is stored`() async {
    let saver = await saver("Tern", isSaved: true)
    #expect(saver.unsavedDraft == nil)
    drafts.latency.withLock { $0 = 9 }
    saver.change { $0.text = "Terns" }
    await wait(DraftSaver.pause + .seconds(1))
    #expect(saver.state == .open(saved: saver.draft) && saver.unsavedDraft?.text == "Terns")
    await wait(.seconds(9))
    #expect(saver.unsavedDraft == nil)
    saver.change { $0.text = "" }
    #expect(saver.unsavedDraft == nil, "there is nothing to lose")
  }

  @Test(arguments: [true, false]) func `A draft can be left without saving if the store cannot be written`(
    isSaved: Bool
  ) async {
    let saver = await saver("Tern", isSaved: isSaved)
    saver.change { $0.text = "Terns" }
    drafts.error.withLock { $0 = disk }
    drafts.removalError.withLock { $0 = disk }
    var left: [StoreError?] = []
    saver.discard(orElse: { left.append($0) }, then: { left.append(nil) })
    await settle()
    #expect(left == [isSaved ? disk : nil] && saver.state == .closed && saver.unsavedDraft == nil)
  }

  @Test func `A sent draft is closed and ignores further operations`() async {
    let saver = await saver()
    saver.change { $0.text = "Tern" }
    send(saver)
    #expect(saver.state == .closing(saved: nil))
    send(saver)
    saver.change { $0.text = "Terns" }
    leave(saver)
    discard(saver)
    await wait(.seconds(9))
    #expect(saver.state == .closed)
    #expect(publishing.sent.withLock { $0.map(\.text) } == ["Tern"])
    #expect(recorder.navigation == ["sent Tern"] && drafts.texts.isEmpty)
  }

  @Test func `If sending fails, the draft is open again and saved`() async {
    let saver = await saver()
    saver.change { $0.text = "Tern" }
    publishing.error.withLock { $0 = disk }
    send(saver)
    await settle()
    #expect(recorder.failures == [.notSent(disk)])
    #expect(saver.state == .open(saved: saver.draft) && drafts.texts == ["Tern"])
    publishing.error.withLock { $0 = nil }
    send(saver)
    await settle()
    #expect(recorder.navigation == ["sent Tern"])
  }

  @Test func `A discarded draft is deleted and closed`() async {
    let saver = await saver("Tern", isSaved: true)
    discard(saver)
    #expect(saver.state == .closing(saved: saver.draft))
    await settle()
    #expect(saver.state == .closed && drafts.texts.isEmpty && recorder.navigation == ["gone"])
  }

  @Test func `A draft sent elsewhere is not sent again but saved as a separate draft`() async {
    let saver = await saver("Tern", isSaved: true)
    drafts.all.withLock { $0 = [] }
    publishing.settled.withLock { $0 = [DraftID("a")] }
    send(saver)
    await settle()
    #expect(publishing.sent.withLock { $0 }.isEmpty)
    #expect(recorder.failures == [.wasChangedElsewhere])
    #expect(saver.draft.id != DraftID("a") && saver.state == .open(saved: saver.draft))
    #expect(drafts.texts == ["Tern"])
    // Sending again sends the separate draft.
    send(saver)
    await settle()
    #expect(recorder.navigation == ["sent Tern"])
  }

  /// - Parameter others: the text that was stored elsewhere; empty if the draft was deleted there.
  @Test(arguments: [[], ["Tern in Ada's words"]])
  func `A draft changed elsewhere is saved as a separate draft`(others: [String]) async {
    let saver = await saver("Tern", isSaved: true)
    drafts.all.withLock { all in
      all = others.map { Draft(id: DraftID("a"), account: .demo("ada"), text: $0, changedAt: .noon) }
    }
    saver.change { $0.text = "Terns" }
    await wait(DraftSaver.pause)
    #expect(drafts.texts == ["Terns"] + others)
    #expect(recorder.failures == [.wasChangedElsewhere])
    saver.change { $0.text = "Terns, too" }
    leave(saver)
    await settle()
    #expect(drafts.texts == ["Terns, too"] + others && recorder.navigation == ["left"])
    send(saver)
    await settle()
    #expect(recorder.navigation == ["left", "sent Terns, too"])
  }

  @Test func `A poll added elsewhere is kept, beside the local draft`() async {
    let saver = await saver("Tern", isSaved: true)
    let poll = DraftPoll(options: ["sea", "land"])
    drafts.all.withLock { $0[0].poll = poll }
    send(saver)
    await settle()
    #expect(publishing.sent.withLock { $0 }.isEmpty && recorder.failures == [.wasChangedElsewhere])
    #expect(drafts.all.withLock { $0.map(\.poll) } == [nil, poll] && drafts.texts == ["Tern", "Tern"])
  }

  @Test func `A draft deleted elsewhere is saved again when leaving`() async {
    let saver = await saver("Tern", isSaved: true)
    drafts.all.withLock { $0 = [] }
    saver.change { $0.visibility = .direct }
    leave(saver)
    await settle()
    #expect(drafts.texts == ["Tern"] && recorder.navigation == ["left"])
  }
}
