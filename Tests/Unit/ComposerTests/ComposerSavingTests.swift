import Domain
import TerminalKit
import TestSupport
import Testing

@testable import Composer

/// Saving, sending and discarding drafts.
@MainActor
struct ComposerSavingTests {
  private let harness = ComposerHarness()
  private let grace = Post.fixture(id: "7", author: Profile(handle: "grace@far.example", name: "Grace"), text: "Tea?")

  private func reply() -> Draft {
    .reply(to: grace, by: .demo("ada"), me: .fixture(handle: "ada"), local: LocalDomains([]), at: .noon)
  }

  @Test func `A draft is saved within a second, also during continuous typing`() async {
    await harness.open()
    await harness.type("Te")
    await harness.wait(0.5)
    #expect(harness.drafts.texts == ["Te"])
    for _ in 0..<10 {
      await harness.type("r")
      await harness.wait(0.2)
    }
    #expect(harness.drafts.stores.withLock { $0 } >= 4)
    await harness.wait(1)
    #expect(harness.drafts.texts == ["Te" + String(repeating: "r", count: 10)])
  }

  @Test func `Escape saves the draft immediately and shows a notice`() async {
    await harness.open()
    await harness.type("Tern")
    await harness.press("Escape")
    #expect(harness.drafts.texts == ["Tern"])
    #expect(harness.navigation == ["leave: Saved as a draft."])
  }

  @Test func `An unchanged draft is not saved`() async {
    await harness.open(reply(), subject: grace)
    await harness.press("Escape")
    #expect(harness.drafts.texts.isEmpty)
    #expect(harness.navigation == ["leave: "])
  }

  @Test func `A draft without any text left is deleted`() async {
    await harness.open()
    await harness.type("T")
    await harness.wait(1)
    await harness.press("BSpace")
    await harness.press("Escape")
    #expect(harness.drafts.texts.isEmpty)
  }

  @Test func `A full disk shows a notice, and the text stays`() async {
    await harness.open()
    harness.drafts.error.withLock { $0 = .unusable(path: "/x", reason: "No space left on device") }
    await harness.type("Tern")
    await harness.wait(1)
    #expect(harness.screen().contains("No space left on device"))
    #expect(harness.screen().contains("Tern"))
    #expect(harness.viewController?.unsavedText == "Tern\n")
    harness.drafts.error.withLock { $0 = nil }
    await harness.wait(2)
    #expect(harness.drafts.texts == ["Tern"] && harness.viewController?.unsavedText == nil)
    #expect(harness.screen().contains("Draft saved.") && !harness.screen().contains("No space left"))
  }

  @Test func `A draft that cannot be saved or discarded can be left`() async {
    await harness.open(Draft(account: .demo("ada"), text: "Tern", changedAt: .noon), isSaved: true)
    let disk = StoreError.unusable(path: "/x", reason: "No space left on device")
    harness.drafts.error.withLock { $0 = disk }
    harness.drafts.removalError.withLock { $0 = disk }
    await harness.type("s")
    await harness.press("C-x k y")
    #expect(harness.navigation == ["leave: The draft stays as it was last saved: No space left on device."])
  }

  @Test func `Unsaved text has all that was written`() {
    let draft = Draft(
      account: .demo("ada"), text: "Which?", warning: "Tea",
      poll: DraftPoll(options: ["Green", "Black"]),
      media: [DraftMedia(path: "/home/ada/cup.png", description: "A cup")], changedAt: .noon)
    #expect(
      draft.asFile == """
        Which?

        Content warning: Tea

        Option: Green

        Option: Black

        File: /home/ada/cup.png
        Description: A cup

        """)
  }

  @Test func `With a slow disk, a sent draft is removed and a discarded one is not saved`() async {
    harness.drafts.latency.withLock { $0 = 2 }
    await harness.open()
    await harness.type("Tern")
    await harness.wait(1)
    await harness.press("M-Enter")
    // The post is sent after the pending save, so that it is not saved as a draft again.
    #expect(harness.publishing.sent.withLock { $0.isEmpty })
    await harness.wait(2)
    #expect(harness.publishing.sent.withLock { $0.map(\.text) } == ["Tern"])
    await harness.open()
    await harness.type("Tern")
    await harness.wait(1)
    await harness.press("C-x k y")
    await harness.wait(5)
    #expect(harness.drafts.texts == ["Tern"])
  }

  @Test func `A saved draft is announced, and saved before the composer opens another`() async {
    await harness.open(Draft(account: .demo("ada"), text: "Tern", changedAt: .noon), isSaved: true)
    #expect(harness.screen().contains("Draft from"))
    await harness.type("s")
    await harness.press("C-x o")
    await harness.type("!")
    await harness.press("C-x D")
    #expect(harness.drafts.texts == ["Terns!"])
    await harness.press("C-x n")
    #expect(harness.navigation == ["next", "list", "new"])
  }

  @Test func `Discarding asks for confirmation`() async {
    await harness.open()
    await harness.type("Tern")
    await harness.wait(1)
    await harness.press("C-x k")
    #expect(harness.drafts.texts == ["Tern"])
    await harness.press("y")
    #expect(harness.drafts.texts.isEmpty)
    #expect(harness.navigation == ["leave: Draft discarded."])
  }

  @Test func `A failing outbox keeps the draft`() async {
    await harness.open()
    await harness.type("Tern")
    harness.publishing.error.withLock { $0 = .unusable(path: "/x", reason: "No space left on device") }
    await harness.press("M-Enter")
    #expect(harness.screen().contains("Could not add the post to the outbox: No space left on device"))
    #expect(harness.drafts.texts == ["Tern"])
    #expect(harness.navigation.isEmpty)
  }
}
