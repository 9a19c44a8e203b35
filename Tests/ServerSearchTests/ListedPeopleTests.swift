import Domain
import TerminalKit
import TestSupport
import Testing

@testable import ServerSearch

/// The people of a notification that is about no post.
@MainActor @Suite struct ListedPeopleTests {
  private static let alan = Profile(id: "8", handle: "alan@far.example", name: "Alan Turing")

  @Test func `They are listed at once, with those who are not named, and no server is asked`() async throws {
    let bench = try ServerSearchHarness()
    bench.notification = PostNotification(
      id: "n1", kind: .follow, people: [ServerSearchHarness.grace, Self.alan], count: 5, at: .noon)
    bench.navigator.setRoot(bench.viewController)
    // Before anything else can happen.
    #expect(bench.text().contains("Grace Hopper @grace@far.example and 4 others follow you"))
    await bench.settle()
    let text = bench.text()
    #expect(text.contains("@grace@far.example") && text.contains("@alan@far.example"))
    #expect(text.contains("And 3 more people."))
    await bench.press(.character("R"), .character("j"), .enter)
    #expect(bench.ways == ["person alan@far.example"])
    #expect(bench.server.requests.isEmpty)
  }

  @Test func `Where nobody is named, it says so`() async throws {
    let bench = try ServerSearchHarness()
    bench.notification = PostNotification(id: "n1", kind: .severedRelationships, people: [], at: .noon)
    let text = await bench.open().text()
    #expect(text.contains("your server has cut people off") && text.contains("names no people"))
  }
}
