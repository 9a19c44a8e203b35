import Domain
import TerminalKit
import TestSupport
import Testing

@testable import Composer

/// Suggestions while typing.
@MainActor
struct ComposerCompletionTests {
  private let harness = ComposerHarness()

  @Test func `Handles and emoji are completed`() async {
    harness.publishing.knownProfiles.withLock {
      $0 = [Profile(handle: "grace@far.example", name: "Grace"), Profile(handle: "grant", name: "Grant")]
    }
    await harness.open()
    await harness.type("Hello @gra")
    #expect(harness.screen().contains("▸ @grace@far.example  Grace"))
    await harness.press("Down")
    await harness.press("Tab")
    #expect(harness.screen().contains("Hello @grant"))
    await harness.type(":sunfl")
    await harness.press("Tab")
    #expect(harness.screen().contains("🌻"))
    await harness.press("Escape")
    #expect(harness.drafts.texts == ["Hello @grant 🌻 "])
  }

  @Test func `After a pause the server is queried, and its accounts come last`() async {
    harness.publishing.knownProfiles.withLock { $0 = [Profile(handle: "grant", name: "Grant")] }
    harness.publishing.remoteProfiles.withLock {
      $0 = [Profile(handle: "Grant", name: "Grant"), Profile(handle: "grace@far.example", name: "Grace")]
        .map { Profile(handle: $0.handle.lowercased(), name: $0.name) }
    }
    await harness.open()
    await harness.type("@g")
    await harness.wait(1)
    #expect(harness.publishing.asked.withLock { $0 }.isEmpty)
    await harness.type("r")
    await harness.wait(0.2)
    await harness.type("a")
    #expect(harness.screen().contains("@grant  Grant"))
    #expect(!harness.screen().contains("@grace"))
    await harness.wait(0.3)
    #expect(harness.publishing.asked.withLock { $0 } == ["gra"])
    #expect(harness.screen().contains("▸ @grant  Grant"))
    await harness.press("Down")
    await harness.press("Tab")
    #expect(harness.screen().contains("@grace@far.example"))
    // A late response does not cover what is typed next.
    await harness.type("@gr")
    await harness.press("Escape")
    await harness.wait(1)
    #expect(!harness.screen().contains("▸"))
  }

  @Test func `Moving the cursor closes the suggestions`() async {
    harness.publishing.remoteProfiles.withLock { $0 = [Profile(handle: "grace@far.example", name: "Grace")] }
    await harness.open()
    await harness.type("Hello @gra")
    await harness.press("Left")
    await harness.press("Home")
    await harness.wait(1)
    #expect(!harness.screen().contains("▸"))
    #expect(harness.publishing.asked.withLock { $0 }.isEmpty)
  }

  @Test func `Hashtags come from the cache first, then from the server after a pause`() async {
    harness.publishing.tags.withLock { $0 = ["Loom", "Lathe"] }
    harness.publishing.tagsAtServer.withLock { $0 = ["loom", "LoopMusic"] }
    await harness.open()
    await harness.type("My #l")
    #expect(harness.screen().contains("▸ #Loom") && harness.screen().contains("  #Lathe"))
    await harness.wait(1)
    #expect(harness.publishing.asked.withLock { $0 }.isEmpty)
    await harness.type("oo")
    await harness.wait(0.3)
    #expect(harness.publishing.asked.withLock { $0 } == ["#loo"])
    #expect(harness.screen().contains("▸ #Loom") && harness.screen().contains("  #LoopMusic"))
    #expect(!harness.screen().contains("#loom"))
    await harness.press("Down")
    await harness.press("Tab")
    await harness.type("and #1")
    await harness.press("Escape")
    #expect(harness.drafts.texts == ["My #LoopMusic and #1"])
  }

  @Test func `With enough cached suggestions the server is not queried`() async {
    harness.publishing.tags.withLock { $0 = ["tea1", "tea2", "tea3", "tea4", "tea5", "tea6"] }
    await harness.open()
    await harness.type("#tea")
    await harness.wait(1)
    #expect(harness.publishing.asked.withLock { $0 }.isEmpty)
    #expect(harness.screen().contains("#tea5") && !harness.screen().contains("#tea6"))
  }

  @Test func `Escape closes the suggestions first, and keeps the text`() async {
    harness.publishing.knownProfiles.withLock { $0 = [Profile(handle: "grace", name: "Grace")] }
    await harness.open()
    await harness.type("@gr")
    await harness.press("Escape")
    #expect(harness.navigation.isEmpty)
    #expect(!harness.screen().contains("▸"))
    await harness.press("Escape")
    #expect(harness.navigation == ["leave: Saved as a draft."])
  }
}
