import Domain
import TerminalKit
import TestSupport
import Testing

@testable import Composer

/// What is offered while one types.
@MainActor
struct ComposerCompletionTests {
  private let bench = ComposerHarness()

  @Test func `people and pictures are completed while one types`() async {
    bench.publishing.people.withLock {
      $0 = [Profile(handle: "grace@far.example", name: "Grace"), Profile(handle: "grant", name: "Grant")]
    }
    await bench.open()
    await bench.type("Hello @gra")
    #expect(bench.screen().contains("▸ @grace@far.example  Grace"))
    await bench.press("Down")
    await bench.press("Tab")
    #expect(bench.screen().contains("Hello @grant"))
    await bench.type(":sunfl")
    await bench.press("Tab")
    #expect(bench.screen().contains("🌻"))
    await bench.press("Escape")
    #expect(bench.drafts.texts == ["Hello @grant 🌻 "])
  }

  @Test func `after a rest the server is asked for people, and those whom it knows come last`() async {
    bench.publishing.people.withLock { $0 = [Profile(handle: "grant", name: "Grant")] }
    bench.publishing.peopleAtServer.withLock {
      $0 = [Profile(handle: "Grant", name: "Grant"), Profile(handle: "grace@far.example", name: "Grace")]
        .map { Profile(handle: $0.handle.lowercased(), name: $0.name) }
    }
    await bench.open()
    await bench.type("@g")
    await bench.wait(1)
    #expect(bench.publishing.asked.withLock { $0 }.isEmpty)
    await bench.type("r")
    await bench.wait(0.2)
    await bench.type("a")
    #expect(bench.screen().contains("@grant  Grant"))
    #expect(!bench.screen().contains("@grace"))
    await bench.wait(0.3)
    #expect(bench.publishing.asked.withLock { $0 } == ["gra"])
    #expect(bench.screen().contains("▸ @grant  Grant"))
    await bench.press("Down")
    await bench.press("Tab")
    #expect(bench.screen().contains("@grace@far.example"))
    // What is typed on meanwhile is not covered by an answer that comes late.
    await bench.type("@gr")
    await bench.press("Escape")
    await bench.wait(1)
    #expect(!bench.screen().contains("▸"))
  }

  @Test func `whoever goes elsewhere in the text is offered nothing there`() async {
    bench.publishing.peopleAtServer.withLock { $0 = [Profile(handle: "grace@far.example", name: "Grace")] }
    await bench.open()
    await bench.type("Hello @gra")
    await bench.press("Left")
    await bench.press("Home")
    await bench.wait(1)
    #expect(!bench.screen().contains("▸"))
    #expect(bench.publishing.asked.withLock { $0 }.isEmpty)
  }

  @Test func `tags come from here first, and after a rest from the server`() async {
    bench.publishing.tags.withLock { $0 = ["Loom", "Lathe"] }
    bench.publishing.tagsAtServer.withLock { $0 = ["loom", "LoopMusic"] }
    await bench.open()
    await bench.type("My #l")
    #expect(bench.screen().contains("▸ #Loom") && bench.screen().contains("  #Lathe"))
    await bench.wait(1)
    #expect(bench.publishing.asked.withLock { $0 }.isEmpty)
    await bench.type("oo")
    await bench.wait(0.3)
    #expect(bench.publishing.asked.withLock { $0 } == ["#loo"])
    #expect(bench.screen().contains("▸ #Loom") && bench.screen().contains("  #LoopMusic"))
    #expect(!bench.screen().contains("#loom"))
    await bench.press("Down")
    await bench.press("Tab")
    await bench.type("and #1")
    await bench.press("Escape")
    #expect(bench.drafts.texts == ["My #LoopMusic and #1"])
  }

  @Test func `where enough is known here the server is not asked`() async {
    bench.publishing.tags.withLock { $0 = ["tea1", "tea2", "tea3", "tea4", "tea5", "tea6"] }
    await bench.open()
    await bench.type("#tea")
    await bench.wait(1)
    #expect(bench.publishing.asked.withLock { $0 }.isEmpty)
    #expect(bench.screen().contains("#tea5") && !bench.screen().contains("#tea6"))
  }

  @Test func `Escape closes what is offered first, and keeps the text`() async {
    bench.publishing.people.withLock { $0 = [Profile(handle: "grace", name: "Grace")] }
    await bench.open()
    await bench.type("@gr")
    await bench.press("Escape")
    #expect(bench.ways.isEmpty)
    #expect(!bench.screen().contains("▸"))
    await bench.press("Escape")
    #expect(bench.ways == ["leave: Kept as a draft."])
  }
}
