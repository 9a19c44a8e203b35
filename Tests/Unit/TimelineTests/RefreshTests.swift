import Domain
import Foundation
import TestSupport
import TimelineCore
import Testing

@testable import Timeline

@MainActor @Suite struct RefreshTests {
  private let harness = TimelineHarness(posts: 100)

  @Test func `A refresh switches between empty view and posts, and a failed one keeps them`() async {
    let harness = TimelineHarness([(.home, [])])
    await harness.load()
    #expect(harness.view.shows == ["showLoading", "showEmptyView"])

    harness.view.reset()
    harness.repository.setPosts(Post.fixtures(count: 2), of: .home)
    await harness.after { $0.refresh() }
    #expect(harness.view.shows == ["hideEmptyView", "showLoading", "showTimeline"])

    harness.view.reset()
    harness.repository.setPageResponses(.init(.offline(host: "t.example")))
    await harness.after { $0.refresh() }
    #expect(harness.view.shows == ["showTimeline"])
    #expect(harness.view.texts.count == 2)
    #expect(harness.view.notice?.isFailure == true)
  }

  @Test func `The source is asked again`() async {
    await harness.load()
    #expect(harness.repository.refreshCount == 0)
    await harness.after { $0.refresh() }
    #expect(harness.repository.refreshCount == 1)
  }

  @Test func `The selected post stays and newer posts are counted`() async {
    await harness.load()
    await harness.select(6)
    addNewer(3)
    await harness.after { $0.refresh() }
    #expect(harness.view.selectedText == "Post 7")
    #expect(harness.view.texts.first == "New 1")
    #expect(harness.view.status == "10 of 103 · 3 new above")
    #expect(harness.view.header.tabs.first?.unreadCount == 3)
  }

  @Test func `New posts are unread until selected, and skipped ones stay unread`() async {
    await harness.load()
    addNewer(3)
    await harness.after { $0.refresh() }
    #expect(harness.view.status == "4 of 103 · 3 new above")
    await harness.select(2)
    #expect(harness.view.status == "3 of 103 · 2 new above")
    #expect(harness.view.header.tabs.first?.unreadCount == 2)
    await harness.select(5)
    #expect(harness.view.status == "6 of 103 · 2 new above")
    await harness.after { $0.showNewest() }
    #expect(harness.view.status == "1 of 103 · 1 unread")
    #expect(harness.view.unread == ["New 2"])
    await harness.select(1)
    #expect(harness.view.status == "2 of 103")
    #expect(harness.view.header.tabs.first?.unreadCount == 0)
  }

  @Test func `New posts of two refreshes add up`() async {
    await harness.load()
    addNewer(3)
    await harness.after { $0.refresh() }
    addNewer(2, name: "Newer")
    await harness.after { $0.refresh() }
    #expect(harness.view.status == "6 of 105 · 5 new above")
  }

  @Test func `Without new posts a notice confirms the refresh`() async {
    await harness.load()
    await harness.select(4)
    await harness.after { $0.refresh() }
    #expect(harness.view.status == "5 of 100")
    #expect(harness.view.notice?.text == "Nothing new · checked at \(LocalTime.clock(.noon))")
    #expect(harness.view.notice?.isPersistent == false)
  }

  @Test func `With unread posts the notice does not say that nothing is new`() async {
    await harness.load()
    addNewer(3)
    await harness.after { $0.refresh() }
    #expect(harness.view.status == "4 of 103 · 3 new above")
    await harness.after { $0.refresh() }
    #expect(harness.view.status == "4 of 103 · 3 new above")
    #expect(harness.view.notice?.text == "Nothing newer · checked at \(LocalTime.clock(.noon))")
    await harness.after { $0.showNewest() }
    await harness.select(1)
    await harness.select(2)
    await harness.after { $0.refresh() }
    #expect(harness.view.notice?.text == "Nothing new · checked at \(LocalTime.clock(.noon))")
  }

  @Test func `With unread posts in other tabs the notice names the timeline`() async {
    let harness = TimelineHarness([(.home, Post.fixtures(count: 9)), (.mentions, Post.fixtures(count: 9))])
    await harness.load()
    await harness.after { $0.showNextTimeline() }
    let new = (1...2).map { Post.fixture(id: "new\($0)", createdAt: .noon.minutesAgo(-Double($0)), text: "New \($0)") }
    harness.repository.setPosts(new.reversed() + Post.fixtures(count: 9), of: .mentions)
    await harness.after { $0.refresh() }
    await harness.after { $0.showPreviousTimeline() }
    await harness.after { $0.refresh() }
    #expect(harness.view.header.tabs.map(\.unreadCount) == [0, 2])
    #expect(harness.view.header.accountUnread == 2)
    #expect(harness.view.notice?.text == "Nothing new in Home · checked at \(LocalTime.clock(.noon))")
  }

  @Test func `Unread posts in Home and mentions are counted once per account`() async {
    let posts = Post.fixtures(count: 9)
    let harness = TimelineHarness([(.home, posts), (.mentions, posts)])
    await harness.load()
    await harness.after { $0.showNextTimeline() }
    let new = Post.fixture(id: "new", createdAt: .noon.minutesAgo(-1), text: "New")
    let other = Post.fixture(id: "other", createdAt: .noon.minutesAgo(-2), text: "Other")
    harness.repository.setPosts([other, new] + posts, of: .home)
    harness.repository.setPosts([new] + posts, of: .mentions)
    await harness.after { $0.refresh() }
    await harness.after { $0.showPreviousTimeline() }
    await harness.after { $0.refresh() }
    #expect(harness.view.header.tabs.map(\.unreadCount) == [2, 1])
    #expect(harness.view.header.accountUnread == 2)
  }

  @Test func `The notice of a lost connection disappears after a response`() async {
    let harness = TimelineHarness([(.home, Post.fixtures(count: 9))], sendsChanges: true)
    await harness.load()
    await harness.after { _ in harness.repository.notify(.connection(.lost(host: "t.example"))) }
    #expect(harness.view.notice?.text.contains("Connection to t.example lost") == true)
    harness.repository.setPageResponses(.init(.offline(host: "t.example")))
    await harness.after { $0.refresh() }
    #expect(harness.view.notice?.isFailure == true)
    await harness.after { $0.refresh() }
    #expect(harness.view.notice == nil)
  }

  @Test func `Live updates that pause for a rate limit are not called a lost connection`() async {
    let harness = TimelineHarness([(.home, Post.fixtures(count: 9))], sendsChanges: true)
    await harness.load()
    let limit = TimelineError.rateLimited(host: "t.example", until: .noon.addingTimeInterval(60))
    await harness.after { _ in harness.repository.notify(.connection(.paused(limit))) }
    #expect(harness.view.notice?.text.hasPrefix("Rate limited") == true)
    await harness.after { $0.refresh() }
    #expect(harness.view.notice?.isFailure != true)
  }

  @Test func `Posts stay on screen during a refresh`() async {
    await harness.load()
    harness.repository.setPageResponses(.init(after: 3))
    await harness.after { $0.refresh() }
    #expect(harness.view.shown == [.list])
    #expect(harness.view.notice == nil)
    await harness.advance(0.1)
    #expect(harness.view.notice?.text == "Loading Home from demo…")
    #expect(harness.view.shown == [.list])
    await harness.advance(3)
    #expect(harness.view.notice?.isPersistent == false)
  }

  @Test(arguments: [9, 0, 120])
  func `A move during a refresh is kept`(row: Int) async {
    let harness = TimelineHarness(posts: 300)
    await harness.load()
    // One requests as many posts as are loaded, the other one page, which does not contain distant posts.
    for request in [{ $0.refresh() }, { $0.reload() }] as [@MainActor (TimelinePager) -> Void] {
      while harness.view.rows.count <= 120 { await harness.select(harness.view.rows.count - 1) }
      let texts = harness.view.texts
      await harness.select(20)
      harness.repository.setPageResponses(.init(after: 1))
      await harness.after { request($0.timelines.pager) }
      await harness.select(row)
      await harness.advance(2)
      #expect(harness.view.selectedText == texts[row])
      #expect(!harness.presenter.timelines.loading.isRunning)
    }
  }

  @Test func `If the selected post is gone, the nearest in time is selected`() async {
    await harness.load()
    await harness.select(6)
    var posts = Post.fixtures(count: 100)
    posts.remove(at: 6)
    posts[5].createdAt = Date.noon.minutesAgo(2)
    harness.repository.setPosts(posts, of: .home)
    await harness.after { $0.refresh() }
    #expect(harness.view.selectedText == "Post 8")
  }

  @Test func `A pinned post is not the nearest because of its age`() async {
    await harness.load()
    await harness.select(6)
    var posts = Post.fixtures(count: 100)
    posts.remove(at: 6)
    posts.insert(.fixture(id: "p", createdAt: .noon.minutesAgo(90_000), text: "Pinned", state: .pinned), at: 0)
    harness.repository.setPosts(posts, of: .home)
    await harness.after { $0.refresh() }
    #expect(["Post 6", "Post 8"].contains(harness.view.selectedText))
  }

  @Test func `A repost and its post are different entries`() async {
    let post = Post.fixture(id: "1", text: "A post")
    var repost = post
    repost.repost = Repost(by: .fixture(handle: "alan", name: "Alan"), at: .noon)
    // Home joins them to one row.
    let harness = await TimelineHarness([(.favourites, [repost, post])]).load()
    await harness.select(1)
    await harness.after { $0.refresh() }
    #expect(harness.view.selection == 1)
    #expect(Set(harness.view.rows.map(\.id)).count == 2)
  }

  @Test func `A refresh can empty a timeline and fill it again`() async {
    await harness.load()
    harness.repository.setPosts([], of: .home)
    await harness.after { $0.refresh() }
    #expect(harness.view.emptyView?.name == "no posts")
    harness.repository.setPosts(Post.fixtures(count: 2), of: .home)
    await harness.after { $0.refresh() }
    #expect(harness.view.rows.count == 2)
  }

  @Test func `Ages are updated while reading`() async {
    await harness.load()
    #expect(harness.view.rows[2].age == "2m")
    await harness.advance(3 * 60)
    await harness.select(1)
    #expect(harness.view.rows[2].age == "5m")
    #expect(harness.view.selection == 1)
  }

  private func addNewer(_ count: Int, name: String = "New") {
    let newer = (1...count).map { number in
      Post.fixture(id: "\(name)\(number)", createdAt: .noon.addingTimeInterval(60), text: "\(name) \(number)")
    }
    harness.repository.setPosts(newer + harness.repository.posts(of: .home), of: .home)
  }
}
