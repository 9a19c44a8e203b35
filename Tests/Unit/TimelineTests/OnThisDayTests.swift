import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

/// The posts of this day in earlier years.
@MainActor @Suite struct OnThisDayTests {
  private func makeHarness() -> TimelineHarness {
    let author = Profile(handle: "ada@demo", name: "Ada Lovelace")
    func date(yearsAgo years: Int) -> Date {
      // The same calendar day, whatever leap days are in between.
      let day = LocalTime.day(.noon)
      let text = "\((Int(day.prefix(4)) ?? 0) - years)\(day.dropFirst(4))"
      return (DateSpan(text, now: .noon)?.start ?? .noon).addingTimeInterval(3_600)
    }
    let posts = [
      Post.fixture(id: "1", author: author, createdAt: .noon, text: "Today"),
      .fixture(id: "2", author: author, createdAt: date(yearsAgo: 1), text: "A year ago"),
      .fixture(id: "3", createdAt: date(yearsAgo: 1), text: "Someone else"),
      .fixture(id: "4", author: author, createdAt: date(yearsAgo: 1).addingTimeInterval(-86_400), text: "A day before"),
      .fixture(id: "5", author: author, createdAt: date(yearsAgo: 7), text: "Seven years ago"),
    ]
    return TimelineHarness([(.home, posts), (.mentions, [])])
  }

  @Test func `The user’s posts of this day in earlier years are found without a new tab`() async {
    let harness = await makeHarness().load()
    #expect(harness.view.header.capabilities.canShowAnniversaries)
    await harness.after { $0.showOnThisDay() }
    #expect(harness.view.header.tabs.map(\.name) == ["Home", "Mentions"])
    #expect(harness.view.texts == ["A year ago", "Seven years ago"])
    await harness.after { $0.clearSearch() }
    #expect(harness.view.header.tabs.map(\.name) == ["Home", "Mentions"])
    #expect(harness.view.texts == ["Today", "A year ago", "Someone else", "A day before", "Seven years ago"])
  }

  @Test func `Saved as a tab, it is shown there`() async {
    let harness = await makeHarness().load()
    await harness.after { $0.showOnThisDay() }
    await harness.after { $0.toggleSavedSearch() }
    #expect(harness.view.header.tabs.map(\.name) == ["Home", "Mentions", "On this day"])
    await harness.after { $0.showTimeline(at: 0) }
    await harness.after { $0.showOnThisDay() }
    #expect(harness.view.header.selectedTab == 2 && harness.view.header.tabs.count == 3)
    #expect(harness.view.texts == ["A year ago", "Seven years ago"])
    await harness.after { $0.undo() }
    #expect(harness.view.header.tabs.map(\.name) == ["Home", "Mentions"])
  }

  @Test func `Nothing on this day says so, and advises no wider search`() async {
    let harness = await TimelineHarness(posts: 9).load()
    await harness.after { $0.showOnThisDay() }
    #expect(harness.view.emptyView?.title == "Nothing on this day")
    #expect(
      harness.view.emptyView?.sentences == [
        "None of 9 posts is from this day in an earlier year.", "Try again tomorrow.",
      ])
  }
}
