import Domain
import TerminalKit
import TestSupport
import Testing

@testable import ServerSearch

/// The people of a notification without a post.
@MainActor @Suite struct ListedProfilesTests {
  private static let alan = Profile(id: "8", handle: "alan@far.example", name: "Alan Turing")

  @Test func `People are listed at once, without a request`() async throws {
    let harness = try ServerSearchHarness()
    harness.notification = PostNotification(
      id: "n1", kind: .follow, profiles: [ServerSearchHarness.grace, Self.alan], count: 5, at: .noon)
    harness.navigator.setRoot(harness.viewController)
    // Before any task can run.
    #expect(harness.text().contains("Grace Hopper @grace@far.example and 4 others followed you"))
    await harness.settle()
    let text = harness.text()
    #expect(text.contains("@grace@far.example") && text.contains("@alan@far.example"))
    #expect(text.contains("and 3 more people"))
    #expect(!harness.text().contains("refresh"))
    await harness.press(.character("R"))
    #expect(harness.text().contains("Nothing to refresh here"))
    await harness.press(.character("j"), .enter)
    #expect(harness.ways == ["person alan@far.example"])
    #expect(harness.server.requests.isEmpty)
  }

  @Test func `A notification without people shows an empty view`() async throws {
    let harness = try ServerSearchHarness()
    harness.notification = PostNotification(id: "n1", kind: .severedRelationships, profiles: [], at: .noon)
    let text = await harness.open().text()
    #expect(text.contains("your server removed some of your connections") && text.contains("names no people"))
  }
}
