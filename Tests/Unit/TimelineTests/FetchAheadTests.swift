import Domain
import Foundation
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

@MainActor @Suite struct FetchAheadTests {
  @Test func `Older posts are requested once, before the edge is reached`() async {
    let harness = await TimelineHarness(posts: 500).load()
    #expect(harness.view.rows.count == 60)
    await harness.select(39)
    #expect(harness.repository.requests.count == 1)
    harness.repository.setPageResponses(.init(after: 2))
    await harness.select(40)
    await harness.select(45)
    await harness.select(59)
    #expect(harness.repository.requests.count == 2)
    #expect(harness.repository.requests.last?.position == .older(than: PageCursor("60")))
    #expect(harness.view.timeline?.footer == "Loading older posts…")
    await harness.advance(2)
    #expect(harness.view.rows.count == 120)
    #expect(harness.view.selectedText == "Post 60")
    #expect(harness.view.timeline?.footer == "")
    #expect(harness.view.status == "60 of 500")
  }

  @Test func `The list is redrawn only when the other end has arrived`() async {
    let harness = await TimelineHarness(posts: 500).load()
    harness.view.reset()
    harness.presenter.showOldest()
    #expect(harness.view.calls.isEmpty)
    await harness.settle()
    #expect(harness.view.calls.filter { $0 == "showTimeline" }.count == 1)
    #expect(harness.view.selectedText == "Post 500")
  }

  @Test func `A slow jump to the other end shows a notice above the posts`() async {
    let harness = await TimelineHarness(posts: 500).load()
    harness.repository.setPageResponses(.init(after: 2))
    harness.view.reset()
    await harness.after { $0.showOldest() }
    await harness.advance(1)
    #expect(harness.view.notice?.isPersistent == true)
    #expect(harness.view.selectedText == "Post 1")
    await harness.advance(1)
    #expect(harness.view.notice == nil)
    #expect(harness.view.selectedText == "Post 500")
  }

  @Test func `While fetching, only the footer is updated`() async {
    let harness = await TimelineHarness(posts: 500).load()
    harness.repository.setPageResponses(.init(after: 2))
    harness.view.reset()
    await harness.select(45)
    #expect(harness.view.timeline?.footer == "Loading older posts…")
    #expect(!harness.view.calls.contains("showTimeline"))
    await harness.advance(2)
    #expect(harness.view.timeline?.footer == "")
    #expect(harness.view.rows.count == 120)
  }

  @Test func `Newer posts are fetched too, and the selected post stays`() async {
    let harness = await TimelineHarness(posts: 500).load()
    await harness.after { $0.showOldest() }
    #expect(harness.view.selectedText == "Post 500")
    harness.repository.setPageResponses(.init(after: 2))
    await harness.select(19)
    #expect(harness.repository.requests.last?.position == .newer(than: PageCursor("441")))
    let text = harness.view.selectedText
    await harness.advance(2)
    #expect(harness.view.rows.count == 120)
    #expect(harness.view.selectedText == text)
    #expect(harness.view.status == "460 of 500")
  }

  @Test func `Nothing is requested below the oldest post`() async {
    let harness = await TimelineHarness(posts: 61).load()
    await harness.select(59)
    await harness.select(60)
    #expect(harness.view.timeline?.footer == "End of posts")
    #expect(harness.repository.requests.count == 2)
  }

  @Test func `A failure at the lower edge is shown in the footer and not retried`() async {
    let harness = await TimelineHarness(posts: 500).load()
    harness.repository.setPageResponses(.init(.offline(host: "t.example")))
    await harness.select(50)
    #expect(harness.view.timeline?.footer == "Couldn’t load older posts: Can’t reach t.example · R retry")
    #expect(harness.view.rows.count == 60)
    await harness.select(55)
    await harness.select(59)
    #expect(harness.repository.requests.count == 2)
    await harness.after { $0.refresh() }
    #expect(harness.view.selectedText == "Post 60")
    #expect(harness.view.texts.contains("Post 80"))
    #expect(harness.view.timeline?.footer == "")
  }

  @Test func `A failure at the upper edge is shown in a notice`() async {
    let harness = await TimelineHarness(posts: 500).load()
    await harness.after { $0.showOldest() }
    harness.repository.setPageResponses(.init(.offline(host: "t.example")))
    await harness.select(10)
    #expect(harness.view.notice?.text.hasPrefix("Can’t reach t.example") == true)
    #expect(harness.view.rows.count == 60)
    let count = harness.repository.requests.count
    await harness.select(5)
    #expect(harness.repository.requests.count == count)
    await harness.after { $0.refresh() }
    #expect(harness.view.notice == nil)
  }

  @Test func `A failure at the lower edge does not stop fetching newer posts`() async {
    let harness = await TimelineHarness(posts: 1_000).load()
    for _ in 0..<9 { await harness.select(harness.view.rows.count - 1) }
    #expect(harness.view.texts.first != "Post 1")
    harness.repository.setPageResponses(.init(.offline(host: "t.example")))
    await harness.select(harness.view.rows.count - 1)
    let first = harness.view.texts.first
    await harness.select(3)
    #expect(harness.view.texts.first != first)
  }

  @Test func `A post that is already loaded is not duplicated`() async {
    let harness = await TimelineHarness(posts: 100).load()
    var posts = Post.fixtures(count: 100)
    // The source has moved on: the former 21st post is now older than the 60th.
    posts.insert(posts.remove(at: 20), at: 70)
    harness.repository.setPosts(posts, of: .home)
    await harness.select(55)
    #expect(harness.view.rows.count == 100)
    #expect(Set(harness.view.texts).count == 100)
  }

  @Test func `A source that repeats its posts is not asked forever`() async {
    let posts = Post.fixtures(count: 60)
    let harness = TimelineHarness([(.home, posts)])
    let page = TimelinePage(posts: posts, older: PageCursor("60"))
    let view = SpyTimelineView()
    let repository = StubTimelineRepository(pages: [.success(page)])
    let presenter = harness.presenter(of: repository, view: view)
    presenter.viewDidLoad()
    await harness.clock.settle(harness.runner)
    presenter.didSelectRow(at: 59)
    await harness.clock.settle(harness.runner)
    #expect(view.rows.count == 60)
    #expect(repository.requests.count <= 4)
  }

  @Test func `Of 100,000 posts only a few pages are loaded at a time`() async {
    let harness = await TimelineHarness(posts: 100_000).load()
    for _ in 0..<40 {
      await harness.select(harness.view.rows.count - 1)
      #expect(harness.view.rows.count <= PageRequest.maxLoaded)
    }
    #expect(harness.view.selectedText == "Post 2400")
    #expect(harness.view.status == "2,400 of 100,000 · 2 %")
    for _ in 0..<10 {
      await harness.select(0)
      #expect(harness.view.rows.count <= PageRequest.maxLoaded)
    }
    let first = harness.view.selectedText
    await harness.after { $0.refresh() }
    #expect(harness.view.selectedText == first)
  }

  @Test func `Refreshing does not grow the window`() async {
    let harness = await TimelineHarness(posts: 10_000).load()
    for _ in 0..<8 {
      for _ in 0..<8 { await harness.select(harness.view.rows.count - 1) }
      await harness.after { $0.refresh() }
      #expect(harness.view.rows.count <= 2 * PageRequest.maxLoaded)
    }
  }

  @Test func `Short pages fill the window`() async {
    let harness = await TimelineHarness([(.home, Post.fixtures(count: 1_000))], maxPageLength: 3).load()
    #expect(harness.view.rows.count > 20)
    #expect(harness.view.selectedText == "Post 1")
    for _ in 0..<300 { await harness.select(min(harness.view.selection + 3, harness.view.rows.count - 1)) }
    #expect(harness.view.selectedText == "Post 901")
    #expect(harness.view.rows.count <= PageRequest.maxLoaded + 3)
  }

  @Test func `The newest post stays selected after a jump to it`() async {
    let harness = await TimelineHarness(posts: 1_000).load()
    for _ in 0..<5 { await harness.select(harness.view.rows.count - 1) }
    #expect(harness.view.rows.count == 360)
    #expect(harness.view.status == "300 of 1,000 · 30 %")
    harness.repository.setPageResponses(.init(after: 2))
    await harness.select(359)
    await harness.after { $0.showNewest() }
    #expect(harness.view.selectedText == "Post 1")
    await harness.advance(2)
    #expect(harness.view.selectedText == "Post 1")
    #expect(harness.view.status == "1 of 1,000 · 0 % · all caught up")
  }

  @Test func `The newest and oldest posts are loaded if necessary`() async {
    let harness = await TimelineHarness(posts: 500).load()
    await harness.after { $0.showOldest() }
    #expect(harness.view.selectedText == "Post 500")
    #expect(harness.view.status == "500 of 500")
    #expect(harness.view.timeline?.footer == "End of posts")
    await harness.after { $0.showNewest() }
    #expect(harness.view.selectedText == "Post 1")
    #expect(harness.repository.requests.map(\.position) == [.newest, .oldest, .newest])
  }

  @Test func `The newest and oldest posts are only selected if loaded`() async {
    let harness = await TimelineHarness(posts: 20).load()
    await harness.after { $0.showOldest() }
    #expect(harness.view.selectedText == "Post 20")
    await harness.after { $0.showNewest() }
    #expect(harness.view.selectedText == "Post 1")
    #expect(harness.repository.requests.count == 1)
  }

  @Test func `Going to the newest post cancels going to the oldest`() async {
    let harness = await TimelineHarness(posts: 500).load()
    await harness.select(30)
    harness.repository.setPageResponses(.init(after: 3, isStubborn: true))
    await harness.after { $0.showOldest() }
    await harness.advance(0.5)
    #expect(harness.view.notice?.text == "Loading Home from demo…")
    await harness.after { $0.refresh() }
    await harness.advance(5)
    #expect(harness.view.selectedText == "Post 31")
  }
}
