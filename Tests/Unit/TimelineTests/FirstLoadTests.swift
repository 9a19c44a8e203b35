import Domain
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct FirstLoadTests {
  @Test func `Loading is shown before the first suspension, without text`() {
    let harness = TimelineHarness(posts: 3)
    harness.presenter.viewDidLoad()
    #expect(harness.view.shown == [.loading])
    #expect(harness.view.loading == nil)
    #expect(harness.view.header.tabs.map(\.name) == ["Home"])
    #expect(harness.repository.requests.isEmpty)
  }

  @Test func `Posts replace the loading view`() async {
    let harness = await TimelineHarness(posts: 3).load()
    #expect(harness.view.shown == [.list])
    #expect(harness.view.texts == ["Post 1", "Post 2", "Post 3"])
    #expect(harness.view.selection == 0)
    #expect(harness.view.status == "1 of 3 · all caught up")
    #expect(harness.view.timeline?.footer == "End of posts")
    #expect(harness.view.header.account == "Ada Lovelace · @ada@demo")
    #expect(harness.view.notices.isEmpty)
  }

  @Test func `The list is shown after everything else is hidden`() async {
    let harness = TimelineHarness(posts: 3)
    harness.presenter.viewDidLoad()
    harness.view.reset()
    await harness.settle()
    #expect(
      harness.view.calls.suffix(4)
        == ["showHeader", "showTimeline", "showStatus", "hideNotice"])
  }

  @Test func `A request answered within a tenth of a second shows no text`() async {
    let harness = TimelineHarness(posts: 3)
    harness.repository.setPageResponses(.init(after: 0.09))
    await harness.load()
    #expect(harness.view.shown == [.loading])
    await harness.advance(0.095)
    #expect(harness.view.shown == [.list])
    await harness.advance(1)
    #expect(harness.view.shown == [.list])
    #expect(harness.view.notices.isEmpty)
  }

  @Test func `A slower request shows what is loaded and from where`() async {
    let harness = TimelineHarness(posts: 3)
    harness.repository.setPageResponses(.init(after: 3))
    await harness.load()
    await harness.advance(0.099)
    #expect(harness.view.loading == nil)
    await harness.advance(0.001)
    #expect(harness.view.loading?.title == "Loading Home")
    #expect(harness.view.loading?.sentences == ["From demo, for @ada@demo."])
    #expect(harness.view.loading?.actions == [.cancel, .switchAccount, .quit])
    await harness.advance(3)
    #expect(harness.view.shown == [.list])
  }

  @Test func `The delay is not repeated between tabs and posts`() async {
    let harness = TimelineHarness(posts: 3)
    harness.repository.setOverviewResponses(.init(after: 0.08))
    harness.repository.setPageResponses(.init(after: 3))
    await harness.load()
    await harness.advance(0.1)
    #expect(harness.view.loading?.title == "Loading Home")
  }

  @Test func `The text stays between tabs and posts`() async {
    let harness = TimelineHarness(posts: 3)
    harness.repository.setOverviewResponses(.init(after: 1))
    harness.repository.setPageResponses(.init(after: 1))
    await harness.load()
    for _ in 0..<18 {
      await harness.advance(0.1)
      #expect(harness.view.loading != nil)
    }
    await harness.advance(0.2)
    #expect(harness.view.shown == [.list])
  }

  @Test func `A timeline without posts shows the empty view`() async {
    let harness = await TimelineHarness([(.home, []), (.mentions, [])]).load()
    #expect(harness.view.shown == [.emptyView])
    #expect(harness.view.emptyView?.name == "no posts")
    #expect(harness.view.emptyView?.isFailure == false)
    #expect(harness.view.emptyView?.actions == [.switchAccount, .nextTimeline, .refresh, .quit])
    #expect(harness.view.status == "")
  }

  @Test func `A single timeline offers no next one`() async {
    let harness = await TimelineHarness([(.home, [])]).load()
    #expect(harness.view.emptyView?.actions == [.switchAccount, .refresh, .quit])
  }

  @Test func `An empty Home leads to people, if the server can search`() async {
    let account = Account.fixture(
      origin: .server(ServerOrigin(host: "sea.example", address: "https://sea.example")))
    let harness = await TimelineHarness([(.home, [])], account: account, searchedServer: "sea.example").load()
    #expect(harness.view.emptyView?.actions == [.findPeople, .refresh, .switchAccount, .quit])
    await harness.after { $0.beginSearch() }
    #expect(harness.view.emptyView?.actions == [.clearSearch])
    await harness.after { $0.search("ada") }
    #expect(harness.view.emptyView?.actions.contains(.searchServer) == true)
    await harness.after { $0.clearSearch() }
    #expect(harness.view.emptyView?.title == "Home is empty")
  }

  @Test func `Closing the screen cancels its request`() async {
    let harness = TimelineHarness(posts: 3)
    harness.repository.setPageResponses(.init(after: 60))
    let view = SpyTimelineView()
    var presenter: TimelinePresenter? = harness.presenter(of: harness.repository, view: view)
    presenter?.viewDidLoad()
    await harness.settle()
    #expect(harness.runner.runningCount > 0)
    presenter = nil
    await harness.settle()
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `A cancelled load offers a retry, and a late response is dropped`() async {
    let harness = TimelineHarness(posts: 3)
    harness.repository.setPageResponses(.init(after: 3, isStubborn: true))
    await harness.load()
    await harness.advance(1)
    await harness.after { $0.cancelLoading() }
    #expect(harness.view.shown == [.emptyView])
    #expect(harness.view.emptyView?.name == "loading cancelled")
    #expect(harness.view.emptyView?.actions.first == .retry)
    await harness.advance(5)
    #expect(harness.view.emptyView?.name == "loading cancelled")
    await harness.after { $0.refresh() }
    #expect(harness.view.shown == [.list])
  }

  @Test func `A retry after cancelling loads the tabs`() async {
    let harness = TimelineHarness([
      (TimelineID(name: "Posts"), Post.fixtures(count: 2)), (TimelineID(name: "Likes"), []),
    ])
    harness.repository.setOverviewResponses(.init(after: 3))
    await harness.load()
    await harness.after { $0.cancelLoading() }
    #expect(harness.view.emptyView?.name == "loading cancelled")
    await harness.after { $0.refresh() }
    #expect(harness.view.header.tabs.map(\.name) == ["Posts", "Likes"])
    #expect(harness.view.texts == ["Post 1", "Post 2"])
  }

  @Test func `Guessed tabs are loaded again until posts arrive`() async {
    let harness = TimelineHarness([(.home, [])])
    harness.repository.setPageResponses(.init(.fileMissing(path: "/ada/posts.json")))
    await harness.load()
    harness.repository.setTimelines([(TimelineID(name: "Posts"), Post.fixtures(count: 2))])
    await harness.after { $0.refresh() }
    #expect(harness.view.header.tabs.map(\.name) == ["Posts"])
    #expect(harness.view.texts == ["Post 1", "Post 2"])
    #expect(harness.repository.refreshCount == 1)
  }

  @Test func `A reload cancels the previous one and drops its late response`() async {
    let harness = await TimelineHarness(posts: 2).load()
    harness.repository.setPageResponses(.init(after: 5, isStubborn: true), .init(after: 1))
    await harness.after { $0.refresh() }
    harness.repository.setPosts(Post.fixtures(count: 4), of: .home)
    await harness.after { $0.refresh() }
    await harness.advance(2)
    #expect(harness.view.rows.count == 4)
    harness.view.reset()
    await harness.advance(5)
    #expect(harness.view.rows.count == 4)
    #expect(harness.view.calls.isEmpty)
  }

  @Test func `A late failure is dropped too`() async {
    let harness = await TimelineHarness(posts: 2).load()
    harness.repository.setPageResponses(.init(after: 5, .offline(host: "t.example"), isStubborn: true), .init(after: 1))
    await harness.after { $0.refresh() }
    await harness.after { $0.refresh() }
    await harness.advance(10)
    #expect(harness.view.notice?.isFailure == false)
    #expect(harness.log.events.count == 3)
  }

  @Test func `Unreadable posts are counted, with the location of the first`() async {
    let place = FileLocation(path: "/ada/posts.json", line: 7, column: 12, expected: "a comma or ]")
    let harness = await TimelineHarness(
      [(.home, Post.fixtures(count: 2))], skipped: SkippedPosts(count: 3, first: place)
    ).load()
    #expect(harness.view.shown == [.list])
    #expect(
      harness.view.notice?.text
        == "3 posts in posts.json could not be read; the first at line 7, column 12: expected a comma or ]")
  }

  @Test func `A closed screen shows nothing and does not crash`() async {
    let harness = TimelineHarness(posts: 2)
    harness.repository.setPageResponses(.init(after: 3))
    harness.presenter.view = nil
    await harness.load()
    await harness.advance(5)
    #expect(harness.view.calls.isEmpty)
    #expect(harness.runner.runningCount == 0)
  }
}
