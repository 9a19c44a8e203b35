import Domain
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct TabsTests {
  private let stage = TimelineHarness([
    (.home, Post.fixtures(count: 500)), (.mentions, [.fixture(id: "m", text: "@ada hello")]),
    (TimelineID(name: "Favourites"), []),
  ])

  @Test func `A tab keeps its posts and its selection while another one is shown`() async {
    await stage.load()
    await stage.select(12)
    await stage.after { $0.showNextTimeline() }
    #expect(stage.view.header.selectedTab == 1)
    #expect(stage.view.texts == ["@ada hello"])
    #expect(stage.view.selection == 0)
    await stage.after { $0.showPreviousTimeline() }
    #expect(stage.view.selectedText == "Post 13")
    #expect(stage.repository.requests.count == 2)
  }

  @Test func `The first comes after the last, and the last before the first`() async {
    await stage.load()
    await stage.after { $0.showPreviousTimeline() }
    #expect(stage.view.header.selectedTab == 2)
    #expect(stage.view.emptyView?.name == "no posts")
    await stage.after { $0.showNextTimeline() }
    #expect(stage.view.header.selectedTab == 0)
    #expect(stage.view.standing == [.list])
  }

  @Test(arguments: [-1, 3, 99]) func `Of a tab that is not there nothing comes`(index: Int) async {
    await stage.load()
    stage.view.forget()
    await stage.after { $0.showTimeline(at: index) }
    #expect(stage.view.calls.isEmpty)
  }

  @Test func `Going to another tab supersedes what was asked for, which is asked for again on the way back`() async {
    stage.repository.answerPages(.init(after: 3, isStubborn: true))
    await stage.load()
    await stage.after { $0.showNextTimeline() }
    #expect(stage.view.texts == ["@ada hello"])
    await stage.advance(5)
    #expect(stage.view.texts == ["@ada hello"])
    #expect(stage.view.header.selectedTab == 1)
    await stage.after { $0.showPreviousTimeline() }
    #expect(stage.view.rows.first?.text.first?.text == "Post 1")
  }

  @Test func `Each tab has a failure of its own`() async {
    await stage.load()
    stage.repository.answerPages(.init(.offline(host: "t.example")))
    await stage.after { $0.showNextTimeline() }
    #expect(stage.view.emptyView?.name == "offline")
    #expect(stage.view.emptyView?.actions.contains(.retry) == true)
    await stage.after { $0.showNextTimeline() }
    #expect(stage.view.emptyView?.name == "no posts")
    await stage.after { $0.showTimeline(at: 0) }
    #expect(stage.view.standing == [.list])
    #expect(stage.view.notice == nil)
    await stage.after { $0.showTimeline(at: 1) }
    #expect(stage.view.emptyView?.name == "offline")
    await stage.after { $0.refresh() }
    #expect(stage.view.texts == ["@ada hello"])
    #expect(stage.view.header.selectedTab == 1)
  }

  @Test func `Another tab leaves what a search has found, and so does its own`() async {
    await stage.load()
    for index in [1, 0] {
      await stage.after { $0.search("Post 7") }
      #expect(stage.view.timeline?.isSearchResult == true)
      await stage.after { $0.showTimeline(at: index) }
      #expect(stage.view.timeline?.isSearchResult != true)
      #expect(stage.view.header.selectedTab == index)
      #expect(stage.view.searchField == nil)
    }
  }

  @Test func `The screen begins with the timeline that it was given`() async {
    let stage = await TimelineHarness([(.home, []), (.mentions, Post.fixtures(count: 2))], firstTimeline: .mentions)
      .load()
    #expect(stage.view.header.selectedTab == 1)
    #expect(stage.view.rows.count == 2)
  }

  @Test func `A source without timelines leaves the one that was asked for`() async {
    let stage = await TimelineHarness([]).load()
    #expect(stage.view.header.tabs.map(\.name) == ["Home"])
    #expect(stage.view.emptyView?.name == "unknown timeline")
  }
}
