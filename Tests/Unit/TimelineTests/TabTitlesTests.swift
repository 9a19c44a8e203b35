import Domain
import TestSupport
import Testing

@testable import Timeline

/// The timelines of a source that are shown as tabs.
@MainActor @Suite struct TabTitlesTests {
  private static let favourites = TimelineID(name: "Favourites")

  private func makeHarness(_ subject: [String], first: TimelineID? = nil) -> TimelineHarness {
    let harness = TimelineHarness(
      [
        (.home, Post.fixtures(count: 50)), (.mentions, [.fixture(id: "m", text: "@ada hello")]),
        (Self.favourites, [.fixture(id: "f", text: "A favourite")]),
      ], firstTimeline: first)
    harness.tabTitles.value = subject
    return harness
  }

  private func tabs(_ harness: TimelineHarness) -> [String] { harness.view.header.tabs.map(\.name) }

  @Test(
    arguments: [
      (["Favourites", "home"], ["Favourites", "Home"], ["Mentions"]),
      (["Mentions"], ["Mentions"], ["Home", "Favourites"]),
      (["Lists", "Home", "Home"], ["Home"], ["Mentions", "Favourites"]),
      (["Lists"], ["Home", "Mentions", "Favourites"], []),
      ([], ["Home", "Mentions", "Favourites"], []),
    ]) func `Configured timelines are shown in order, or all if none exists`(
      subject: [String], shown: [String], others: [String]
    ) async
  {
    let harness = makeHarness(subject)
    await harness.load()
    #expect(tabs(harness) == shown)
    #expect(harness.view.header.others == others)
    let first = shown.firstIndex(of: "Home") ?? 0
    #expect(harness.view.header.selectedTab == first)
    #expect(harness.view.shown == [.list])
    await harness.after { $0.showNextTimeline() }
    #expect(harness.view.header.selectedTab == (first + 1) % shown.count)
  }

  @Test func `A timeline that is not a tab becomes one when selected`() async {
    let harness = makeHarness(["Mentions"])
    await harness.load()
    await harness.after { $0.showTimeline(at: 2) }
    #expect(tabs(harness) == ["Mentions", "Favourites"] && harness.view.header.others == ["Home"])
    #expect(harness.view.header.selectedTab == 1 && harness.view.texts == ["A favourite"])
    await harness.after { $0.showPreviousTimeline() }
    #expect(harness.view.texts == ["@ada hello"])
    await harness.after { $0.refresh() }
    #expect(tabs(harness) == ["Mentions", "Favourites"])
    await harness.after { $0.showTimeline(at: 3) }
    #expect(harness.view.header.selectedTab == 0)
  }

  @Test func `The timeline given at the start is among the tabs`() async {
    let harness = makeHarness(["Home"], first: Self.favourites)
    await harness.load()
    #expect(tabs(harness) == ["Home", "Favourites"] && harness.view.header.selectedTab == 1)
    #expect(harness.view.texts == ["A favourite"])
  }

  @Test func `Changed settings keep the current timeline`() async {
    let harness = makeHarness([])
    await harness.load()
    await harness.select(12)
    harness.tabTitles.value = ["Favourites", "Mentions"]
    await harness.after { $0.settingsDidChange() }
    #expect(tabs(harness) == ["Favourites", "Mentions", "Home"] && harness.view.header.selectedTab == 2)
    #expect(harness.view.selectedText == "Post 13")
    harness.tabTitles.value = []
    await harness.after { $0.settingsDidChange() }
    #expect(tabs(harness) == ["Home", "Mentions", "Favourites"] && harness.view.header.selectedTab == 0)
    #expect(harness.view.selectedText == "Post 13")
  }

  @Test func `Settings changed before opening apply`() async {
    let harness = makeHarness(["Mentions"])
    _ = harness.presenter.timelines.tabs
    harness.tabTitles.value = ["Favourites"]
    harness.presenter.settingsDidChange()
    await harness.load()
    #expect(tabs(harness) == ["Favourites"])
  }
}
