import Domain
import Foundation
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

@MainActor @Suite struct FetchAheadTests {
  @Test func `Older posts are asked for before the selection is at the edge, and once`() async {
    let stage = await TimelineHarness(posts: 500).load()
    #expect(stage.view.rows.count == 60)
    await stage.select(39)
    #expect(stage.repository.requests.count == 1)
    stage.repository.answerPages(.init(after: 2))
    await stage.select(40)
    await stage.select(45)
    await stage.select(59)
    #expect(stage.repository.requests.count == 2)
    #expect(stage.repository.requests.last?.position == .older(than: PageCursor("60")))
    #expect(stage.view.timeline?.footer == "Fetching older posts…")
    await stage.advance(2)
    #expect(stage.view.rows.count == 120)
    #expect(stage.view.selectedText == "Post 60")
    #expect(stage.view.timeline?.footer == "")
    #expect(stage.view.status == "60 of 500")
  }

  @Test func `What stands is drawn anew when the other end has come, and not before`() async {
    let stage = await TimelineHarness(posts: 500).load()
    stage.view.forget()
    stage.presenter.showOldest()
    #expect(stage.view.calls.isEmpty)
    await stage.settle()
    #expect(stage.view.calls.filter { $0 == "showTimeline" }.count == 1)
    #expect(stage.view.selectedText == "Post 500")
  }

  @Test func `That the other end takes its time is said, and the posts stand meanwhile`() async {
    let stage = await TimelineHarness(posts: 500).load()
    stage.repository.answerPages(.init(after: 2))
    stage.view.forget()
    await stage.after { $0.showOldest() }
    await stage.advance(1)
    #expect(stage.view.notice?.stays == true)
    #expect(stage.view.selectedText == "Post 1")
    await stage.advance(1)
    #expect(stage.view.notice == nil)
    #expect(stage.view.selectedText == "Post 500")
  }

  @Test func `While more is asked for, only what stands below the last post is told`() async {
    let stage = await TimelineHarness(posts: 500).load()
    stage.repository.answerPages(.init(after: 2))
    stage.view.forget()
    await stage.select(45)
    #expect(stage.view.timeline?.footer == "Fetching older posts…")
    #expect(!stage.view.calls.contains("showTimeline"))
    await stage.advance(2)
    #expect(stage.view.timeline?.footer == "")
    #expect(stage.view.rows.count == 120)
  }

  @Test func `Newer posts are asked for in the same way, and the selected post stays`() async {
    let stage = await TimelineHarness(posts: 500).load()
    await stage.after { $0.showOldest() }
    #expect(stage.view.selectedText == "Post 500")
    stage.repository.answerPages(.init(after: 2))
    await stage.select(19)
    #expect(stage.repository.requests.last?.position == .newer(than: PageCursor("441")))
    let text = stage.view.selectedText
    await stage.advance(2)
    #expect(stage.view.rows.count == 120)
    #expect(stage.view.selectedText == text)
    #expect(stage.view.status == "460 of 500")
  }

  @Test func `Nothing is asked beyond the oldest post`() async {
    let stage = await TimelineHarness(posts: 61).load()
    await stage.select(59)
    await stage.select(60)
    #expect(stage.view.timeline?.footer == "That is all.")
    #expect(stage.repository.requests.count == 2)
  }

  @Test func `A failure at the lower edge is said below the last post, and not tried again by itself`() async {
    let stage = await TimelineHarness(posts: 500).load()
    stage.repository.answerPages(.init(.offline(host: "t.example")))
    await stage.select(50)
    #expect(stage.view.timeline?.footer == "Older posts did not come: t.example does not answer. R tries again.")
    #expect(stage.view.rows.count == 60)
    await stage.select(55)
    await stage.select(59)
    #expect(stage.repository.requests.count == 2)
    await stage.after { $0.refresh() }
    #expect(stage.view.selectedText == "Post 60")
    #expect(stage.view.texts.contains("Post 80"))
    #expect(stage.view.timeline?.footer == "")
  }

  @Test func `A failure at the upper edge is said by the notice, which is there to be seen`() async {
    let stage = await TimelineHarness(posts: 500).load()
    await stage.after { $0.showOldest() }
    stage.repository.answerPages(.init(.offline(host: "t.example")))
    await stage.select(10)
    #expect(stage.view.notice?.text.hasPrefix("t.example does not answer") == true)
    #expect(stage.view.rows.count == 60)
    let count = stage.repository.requests.count
    await stage.select(5)
    #expect(stage.repository.requests.count == count)
    await stage.after { $0.refresh() }
    #expect(stage.view.notice == nil)
  }

  @Test func `A failure at the lower edge does not keep newer posts away`() async {
    let stage = await TimelineHarness(posts: 1_000).load()
    for _ in 0..<9 { await stage.select(stage.view.rows.count - 1) }
    #expect(stage.view.texts.first != "Post 1")
    stage.repository.answerPages(.init(.offline(host: "t.example")))
    await stage.select(stage.view.rows.count - 1)
    let first = stage.view.texts.first
    await stage.select(3)
    #expect(stage.view.texts.first != first)
  }

  @Test func `A post that is held already is not doubled`() async {
    let stage = await TimelineHarness(posts: 100).load()
    var posts = Post.fixtures(count: 100)
    // The source has moved on: what was the 21st post now is older than the 60th.
    posts.insert(posts.remove(at: 20), at: 70)
    stage.repository.setPosts(posts, of: .home)
    await stage.select(55)
    #expect(stage.view.rows.count == 100)
    #expect(Set(stage.view.texts).count == 100)
  }

  @Test func `A source that gives the same posts again and again is not asked for ever`() async {
    let posts = Post.fixtures(count: 60)
    let stage = TimelineHarness([(.home, posts)])
    let page = TimelinePage(posts: posts, older: PageCursor("60"))
    let view = SpyTimelineView()
    let repository = StubTimelineRepository(pages: [.success(page)])
    let presenter = stage.presenter(of: repository, view: view)
    presenter.viewDidLoad()
    #expect(await stage.clock.settle(stage.runner))
    presenter.didSelectRow(at: 59)
    #expect(await stage.clock.settle(stage.runner))
    #expect(view.rows.count == 60)
    #expect(repository.requests.count <= 4)
  }

  @Test func `Of 100,000 posts no more than a few pages are held, from end to end`() async {
    let stage = await TimelineHarness(posts: 100_000).load()
    for _ in 0..<40 {
      await stage.select(stage.view.rows.count - 1)
      #expect(stage.view.rows.count <= PageRequest.maxHeld)
    }
    #expect(stage.view.selectedText == "Post 2400")
    #expect(stage.view.status == "2,400 of 100,000 · 2 %")
    for _ in 0..<10 {
      await stage.select(0)
      #expect(stage.view.rows.count <= PageRequest.maxHeld)
    }
    let first = stage.view.selectedText
    await stage.after { $0.refresh() }
    #expect(stage.view.selectedText == first)
  }

  @Test func `Refreshing makes the window no larger in the long run`() async {
    let stage = await TimelineHarness(posts: 10_000).load()
    for _ in 0..<8 {
      for _ in 0..<8 { await stage.select(stage.view.rows.count - 1) }
      await stage.after { $0.refresh() }
      #expect(stage.view.rows.count <= 2 * PageRequest.maxHeld)
    }
  }

  @Test func `A source of short pages fills the window all the same`() async {
    let stage = await TimelineHarness([(.home, Post.fixtures(count: 1_000))], maxPageLength: 3).load()
    #expect(stage.view.rows.count > 20)
    #expect(stage.view.selectedText == "Post 1")
    for _ in 0..<300 { await stage.select(min(stage.view.selection + 3, stage.view.rows.count - 1)) }
    #expect(stage.view.selectedText == "Post 901")
    #expect(stage.view.rows.count <= PageRequest.maxHeld + 3)
  }

  @Test func `Whoever has gone to the newest post meanwhile keeps it`() async {
    let stage = await TimelineHarness(posts: 1_000).load()
    for _ in 0..<5 { await stage.select(stage.view.rows.count - 1) }
    #expect(stage.view.rows.count == 360)
    #expect(stage.view.status == "300 of 1,000 · 30 %")
    stage.repository.answerPages(.init(after: 2))
    await stage.select(359)
    await stage.after { $0.showNewest() }
    #expect(stage.view.selectedText == "Post 1")
    await stage.advance(2)
    #expect(stage.view.selectedText == "Post 1")
    #expect(stage.view.status == "1 of 1,000 · 0 %")
  }

  @Test func `The newest and the oldest post are loaded where they are not held`() async {
    let stage = await TimelineHarness(posts: 500).load()
    await stage.after { $0.showOldest() }
    #expect(stage.view.selectedText == "Post 500")
    #expect(stage.view.status == "500 of 500")
    #expect(stage.view.timeline?.footer == "That is all.")
    await stage.after { $0.showNewest() }
    #expect(stage.view.selectedText == "Post 1")
    #expect(stage.repository.requests.map(\.position) == [.newest, .oldest, .newest])
  }

  @Test func `The newest and the oldest post are only selected where they are held`() async {
    let stage = await TimelineHarness(posts: 20).load()
    await stage.after { $0.showOldest() }
    #expect(stage.view.selectedText == "Post 20")
    await stage.after { $0.showNewest() }
    #expect(stage.view.selectedText == "Post 1")
    #expect(stage.repository.requests.count == 1)
  }

  @Test func `Going to the newest post supersedes going to the oldest`() async {
    let stage = await TimelineHarness(posts: 500).load()
    await stage.select(30)
    stage.repository.answerPages(.init(after: 3, isStubborn: true))
    await stage.after { $0.showOldest() }
    await stage.advance(0.5)
    #expect(stage.view.notice?.text == "Asking demo for Home…")
    await stage.after { $0.refresh() }
    await stage.advance(5)
    #expect(stage.view.selectedText == "Post 31")
  }
}
