import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct RefreshTests {
  private let stage = TimelineHarness(posts: 100)

  @Test func `Empty shows the empty view, R that brings posts hides it and shows them, R that fails leaves them`() async
  {
    let stage = TimelineHarness([(.home, [])])
    await stage.load()
    #expect(stage.view.shows == ["showLoading", "showEmptyView"])

    stage.view.forget()
    stage.repository.setPosts(Post.fixtures(count: 2), of: .home)
    await stage.after { $0.refresh() }
    #expect(stage.view.shows == ["hideEmptyView", "showLoading", "showTimeline"])

    stage.view.forget()
    stage.repository.answerPages(.init(.offline(host: "t.example")))
    await stage.after { $0.refresh() }
    #expect(stage.view.shows == ["showTimeline"])
    #expect(stage.view.texts.count == 2)
    #expect(stage.view.notice?.isFailure == true)
  }

  @Test func `The source is asked anew`() async {
    await stage.load()
    #expect(stage.repository.refreshCount == 0)
    await stage.after { $0.refresh() }
    #expect(stage.repository.refreshCount == 1)
  }

  @Test func `The selected post stays selected when newer ones come, which are counted`() async {
    await stage.load()
    await stage.select(6)
    addNewer(3)
    await stage.after { $0.refresh() }
    #expect(stage.view.selectedText == "Post 7")
    #expect(stage.view.texts.first == "New 1")
    #expect(stage.view.status == "10 of 103 · 3 unread")
    #expect(stage.view.header.tabs.first?.unreadCount == 3)
  }

  @Test func `New posts are unread until they are reached, and those that are jumped over stay so`() async {
    await stage.load()
    addNewer(3)
    await stage.after { $0.refresh() }
    #expect(stage.view.status == "4 of 103 · 3 unread")
    await stage.select(2)
    #expect(stage.view.status == "3 of 103 · 2 unread")
    #expect(stage.view.header.tabs.first?.unreadCount == 2)
    await stage.select(5)
    #expect(stage.view.status == "6 of 103 · 2 unread")
    await stage.after { $0.showNewest() }
    #expect(stage.view.status == "1 of 103 · 1 unread")
    #expect(stage.view.unread == ["New 2"])
    await stage.select(1)
    #expect(stage.view.status == "2 of 103")
    #expect(stage.view.header.tabs.first?.unreadCount == 0)
  }

  @Test func `Posts of two refreshes add up`() async {
    await stage.load()
    addNewer(3)
    await stage.after { $0.refresh() }
    addNewer(2, name: "Newer")
    await stage.after { $0.refresh() }
    #expect(stage.view.status == "6 of 105 · 5 unread")
  }

  @Test func `Where nothing has come a word says so: the key was heard`() async {
    await stage.load()
    await stage.select(4)
    await stage.after { $0.refresh() }
    #expect(stage.view.status == "5 of 100")
    #expect(stage.view.notice?.text == "Nothing new. Asked at \(LocalTime.clock(.noon)).")
    #expect(stage.view.notice?.stays == false)
  }

  @Test func `Where nothing has come and something is unread, it does not say that there is nothing new`() async {
    await stage.load()
    addNewer(3)
    await stage.after { $0.refresh() }
    #expect(stage.view.status == "4 of 103 · 3 unread")
    await stage.after { $0.refresh() }
    #expect(stage.view.status == "4 of 103 · 3 unread")
    #expect(stage.view.notice?.text == "Nothing newer. Asked at \(LocalTime.clock(.noon)).")
    await stage.after { $0.showNewest() }
    await stage.select(1)
    await stage.select(2)
    await stage.after { $0.refresh() }
    #expect(stage.view.notice?.text == "Nothing new. Asked at \(LocalTime.clock(.noon)).")
  }

  @Test func `Where another tab has something unread, it says where there is nothing new`() async {
    let stage = TimelineHarness([(.home, Post.fixtures(count: 9)), (.mentions, Post.fixtures(count: 9))])
    await stage.load()
    await stage.after { $0.showNextTimeline() }
    let new = (1...2).map { Post.fixture(id: "new\($0)", createdAt: .noon.minutesAgo(-Double($0)), text: "New \($0)") }
    stage.repository.setPosts(new.reversed() + Post.fixtures(count: 9), of: .mentions)
    await stage.after { $0.refresh() }
    await stage.after { $0.showPreviousTimeline() }
    await stage.after { $0.refresh() }
    #expect(stage.view.header.tabs.map(\.unreadCount) == [0, 2])
    #expect(stage.view.header.accountUnread == 2)
    #expect(stage.view.notice?.text == "Nothing new in Home. Asked at \(LocalTime.clock(.noon)).")
  }

  @Test func `What is unread in Home and among the mentions counts once for the account`() async {
    let posts = Post.fixtures(count: 9)
    let stage = TimelineHarness([(.home, posts), (.mentions, posts)])
    await stage.load()
    await stage.after { $0.showNextTimeline() }
    let new = Post.fixture(id: "new", createdAt: .noon.minutesAgo(-1), text: "New")
    let other = Post.fixture(id: "other", createdAt: .noon.minutesAgo(-2), text: "Other")
    stage.repository.setPosts([other, new] + posts, of: .home)
    stage.repository.setPosts([new] + posts, of: .mentions)
    await stage.after { $0.refresh() }
    await stage.after { $0.showPreviousTimeline() }
    await stage.after { $0.refresh() }
    #expect(stage.view.header.tabs.map(\.unreadCount) == [2, 1])
    #expect(stage.view.header.accountUnread == 2)
  }

  @Test func `That the connection is lost is not said any more once the source has answered`() async {
    let stage = TimelineHarness([(.home, Post.fixtures(count: 9))], tells: true)
    await stage.load()
    await stage.after { _ in stage.repository.notify(.connection(.lost(host: "t.example"))) }
    #expect(stage.view.notice?.text.contains("connection to t.example is lost") == true)
    stage.repository.answerPages(.init(.offline(host: "t.example")))
    await stage.after { $0.refresh() }
    #expect(stage.view.notice?.isFailure == true)
    await stage.after { $0.refresh() }
    #expect(stage.view.notice == nil)
  }

  @Test func `The posts stay on the screen while they are asked for, and loading does not stand`() async {
    await stage.load()
    stage.repository.answerPages(.init(after: 3))
    await stage.after { $0.refresh() }
    #expect(stage.view.standing == [.list])
    #expect(stage.view.notice == nil)
    await stage.advance(0.1)
    #expect(stage.view.notice?.text == "Asking demo for Home…")
    #expect(stage.view.standing == [.list])
    await stage.advance(3)
    #expect(stage.view.notice?.stays == false)
  }

  @Test(arguments: [9, 0, 120])
  func `Whoever goes on while the answer is on its way stays where they have gone`(row: Int) async {
    let stage = TimelineHarness(posts: 300)
    await stage.load()
    // One asks for as much as is held, the other for a page: what is far from where it was asked is not on it.
    for question in [{ $0.pager.refresh() }, { $0.pager.catchUp() }] as [@MainActor (TimelinePresenter) -> Void] {
      while stage.view.rows.count <= 120 { await stage.select(stage.view.rows.count - 1) }
      let texts = stage.view.texts
      await stage.select(20)
      stage.repository.answerPages(.init(after: 1))
      await stage.after(question)
      await stage.select(row)
      await stage.advance(2)
      #expect(stage.view.selectedText == texts[row])
      #expect(!stage.presenter.loading.isRunning)
    }
  }

  @Test func `Where the selected post is gone the one nearest to it in time is selected`() async {
    await stage.load()
    await stage.select(6)
    var posts = Post.fixtures(count: 100)
    posts.remove(at: 6)
    posts[5].createdAt = Date.noon.minutesAgo(2)
    stage.repository.setPosts(posts, of: .home)
    await stage.after { $0.refresh() }
    #expect(stage.view.selectedText == "Post 8")
  }

  @Test func `A pinned post above is not taken for the nearest one because it is old`() async {
    await stage.load()
    await stage.select(6)
    var posts = Post.fixtures(count: 100)
    posts.remove(at: 6)
    posts.insert(.fixture(id: "p", createdAt: .noon.minutesAgo(90_000), text: "Pinned", state: .pinned), at: 0)
    stage.repository.setPosts(posts, of: .home)
    await stage.after { $0.refresh() }
    #expect(["Post 6", "Post 8"].contains(stage.view.selectedText))
  }

  @Test func `A repost is another entry than the post itself`() async {
    let post = Post.fixture(id: "1", text: "A post")
    var repost = post
    repost.repost = Repost(by: .fixture(handle: "alan", name: "Alan"), at: .noon)
    let stage = await TimelineHarness([(.home, [repost, post])]).load()
    await stage.select(1)
    await stage.after { $0.refresh() }
    #expect(stage.view.selection == 1)
    #expect(Set(stage.view.rows.map(\.id)).count == 2)
  }

  @Test func `A timeline that has become empty says so, and one that fills shows its posts`() async {
    await stage.load()
    stage.repository.setPosts([], of: .home)
    await stage.after { $0.refresh() }
    #expect(stage.view.emptyView?.name == "no posts")
    stage.repository.setPosts(Post.fixtures(count: 2), of: .home)
    await stage.after { $0.refresh() }
    #expect(stage.view.rows.count == 2)
  }

  @Test func `Ages are counted anew while a person reads`() async {
    await stage.load()
    #expect(stage.view.rows[2].age == "2m")
    await stage.advance(3 * 60)
    await stage.select(1)
    #expect(stage.view.rows[2].age == "5m")
    #expect(stage.view.selection == 1)
  }

  private func addNewer(_ count: Int, name: String = "New") {
    let newer = (1...count).map { number in
      Post.fixture(id: "\(name)\(number)", createdAt: .noon.addingTimeInterval(60), text: "\(name) \(number)")
    }
    stage.repository.setPosts(newer + stage.repository.posts(of: .home), of: .home)
  }
}
