import Domain
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct TabsTests {
  private let harness = TimelineHarness([
    (.home, Post.fixtures(count: 500)), (.mentions, [.fixture(id: "m", text: "@ada hello")]),
    (TimelineID(name: "Favourites"), []),
  ])

  @Test func `A tab keeps its posts and selection while another is shown`() async {
    await harness.load()
    await harness.select(12)
    await harness.after { $0.showNextTimeline() }
    #expect(harness.view.header.selectedTab == 1)
    #expect(harness.view.texts == ["@ada hello"])
    #expect(harness.view.selection == 0)
    await harness.after { $0.showPreviousTimeline() }
    #expect(harness.view.selectedText == "Post 13")
    #expect(harness.repository.requests.count == 2)
  }

  @Test func `The first tab follows the last`() async {
    await harness.load()
    await harness.after { $0.showPreviousTimeline() }
    #expect(harness.view.header.selectedTab == 2)
    #expect(harness.view.emptyView?.name == "no posts")
    await harness.after { $0.showNextTimeline() }
    #expect(harness.view.header.selectedTab == 0)
    #expect(harness.view.shown == [.list])
  }

  @Test(arguments: [-1, 3, 99]) func `Indices out of range do nothing`(index: Int) async {
    await harness.load()
    harness.view.reset()
    await harness.after { $0.showTimeline(at: index) }
    #expect(harness.view.calls.isEmpty)
  }

  @Test func `Switching tabs cancels a request, which is repeated on return`() async {
    harness.repository.setPageResponses(.init(after: 3, isStubborn: true))
    await harness.load()
    await harness.after { $0.showNextTimeline() }
    #expect(harness.view.texts == ["@ada hello"])
    await harness.advance(5)
    #expect(harness.view.texts == ["@ada hello"])
    #expect(harness.view.header.selectedTab == 1)
    await harness.after { $0.showPreviousTimeline() }
    #expect(harness.view.rows.first?.text.first?.text == "Post 1")
  }

  @Test func `Each tab has its own failure`() async {
    await harness.load()
    harness.repository.setPageResponses(.init(.offline(host: "t.example")))
    await harness.after { $0.showNextTimeline() }
    #expect(harness.view.emptyView?.name == "offline")
    #expect(harness.view.emptyView?.actions.contains(.retry) == true)
    await harness.after { $0.showNextTimeline() }
    #expect(harness.view.emptyView?.name == "no posts")
    await harness.after { $0.showTimeline(at: 0) }
    #expect(harness.view.shown == [.list])
    #expect(harness.view.notice == nil)
    await harness.after { $0.showTimeline(at: 1) }
    #expect(harness.view.emptyView?.name == "offline")
    await harness.after { $0.refresh() }
    #expect(harness.view.texts == ["@ada hello"])
    #expect(harness.view.header.selectedTab == 1)
  }

  @Test func `Selecting a tab closes the search, even the same tab`() async {
    await harness.load()
    for index in [1, 0] {
      await harness.after { $0.search("Post 7") }
      #expect(harness.view.timeline?.isSearchResult == true)
      await harness.after { $0.showTimeline(at: index) }
      #expect(harness.view.timeline?.isSearchResult != true)
      #expect(harness.view.header.selectedTab == index)
      #expect(harness.view.searchField == nil)
    }
  }

  @Test func `The screen starts with the given timeline`() async {
    let harness = await TimelineHarness([(.home, []), (.mentions, Post.fixtures(count: 2))], firstTimeline: .mentions)
      .load()
    #expect(harness.view.header.selectedTab == 1)
    #expect(harness.view.rows.count == 2)
  }

  @Test func `A source without timelines keeps the requested one`() async {
    let harness = await TimelineHarness([]).load()
    #expect(harness.view.header.tabs.map(\.name) == ["Home"])
    #expect(harness.view.emptyView?.name == "unknown timeline")
  }
}
