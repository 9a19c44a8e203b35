import Domain
import TestSupport
import Testing

@testable import Timeline

/// Which of a source's timelines stand as tabs.
@MainActor @Suite struct WantedTimelinesTests {
  private static let favourites = TimelineID(name: "Favourites")

  private func stage(_ wanted: [String], first: TimelineID? = nil) -> TimelineHarness {
    let stage = TimelineHarness(
      [
        (.home, Post.fixtures(count: 50)), (.mentions, [.fixture(id: "m", text: "@ada hello")]),
        (Self.favourites, [.fixture(id: "f", text: "A favourite")]),
      ], firstTimeline: first)
    stage.presenter.dependencies.wantedTimelines.value = wanted
    return stage
  }

  private func tabs(_ stage: TimelineHarness) -> [String] { stage.view.header.tabs.map(\.name) }

  @Test(
    arguments: [
      (["Favourites", "home"], ["Favourites", "Home"], ["Mentions"]),
      (["Mentions"], ["Mentions"], ["Home", "Favourites"]),
      (["Lists", "Home", "Home"], ["Home"], ["Mentions", "Favourites"]),
      (["Lists"], ["Home", "Mentions", "Favourites"], []),
      ([], ["Home", "Mentions", "Favourites"], []),
    ]) func `Those that are wanted stand in their order, and all where none is there`(
      wanted: [String], shown: [String], others: [String]
    ) async
  {
    let stage = stage(wanted)
    await stage.load()
    #expect(tabs(stage) == shown)
    #expect(stage.view.header.others == others)
    let first = shown.firstIndex(of: "Home") ?? 0
    #expect(stage.view.header.selectedTab == first)
    #expect(stage.view.standing == [.list])
    await stage.after { $0.showNextTimeline() }
    #expect(stage.view.header.selectedTab == (first + 1) % shown.count)
  }

  @Test func `One that is no tab becomes one when it is asked for, and stays`() async {
    let stage = stage(["Mentions"])
    await stage.load()
    await stage.after { $0.showTimeline(at: 2) }
    #expect(tabs(stage) == ["Mentions", "Favourites"] && stage.view.header.others == ["Home"])
    #expect(stage.view.header.selectedTab == 1 && stage.view.texts == ["A favourite"])
    await stage.after { $0.showPreviousTimeline() }
    #expect(stage.view.texts == ["@ada hello"])
    await stage.after { $0.refresh() }
    #expect(tabs(stage) == ["Mentions", "Favourites"])
    await stage.after { $0.showTimeline(at: 3) }
    #expect(stage.view.header.selectedTab == 0)
  }

  @Test func `The one that is named to begin with stands among them`() async {
    let stage = stage(["Home"], first: Self.favourites)
    await stage.load()
    #expect(tabs(stage) == ["Home", "Favourites"] && stage.view.header.selectedTab == 1)
    #expect(stage.view.texts == ["A favourite"])
  }

  @Test func `A change of the settings leaves the one that is read where it is`() async {
    let stage = stage([])
    await stage.load()
    await stage.select(12)
    stage.presenter.dependencies.wantedTimelines.value = ["Favourites", "Mentions"]
    await stage.after { $0.settingsDidChange() }
    #expect(tabs(stage) == ["Favourites", "Mentions", "Home"] && stage.view.header.selectedTab == 2)
    #expect(stage.view.selectedText == "Post 13")
    stage.presenter.dependencies.wantedTimelines.value = []
    await stage.after { $0.settingsDidChange() }
    #expect(tabs(stage) == ["Home", "Mentions", "Favourites"] && stage.view.header.selectedTab == 0)
    #expect(stage.view.selectedText == "Post 13")
  }

  @Test func `What was wanted before the source was opened holds then`() async {
    let stage = stage(["Mentions"])
    _ = stage.presenter.tabs
    stage.presenter.dependencies.wantedTimelines.value = ["Favourites"]
    stage.presenter.settingsDidChange()
    await stage.load()
    #expect(tabs(stage) == ["Favourites"])
  }
}
