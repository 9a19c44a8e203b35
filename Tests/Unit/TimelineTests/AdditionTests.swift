import Domain
import Foundation
import Runtime
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// Posts added by the user are inserted in every tab they belong to.
@MainActor @Suite struct AdditionTests {
  private let clock = VirtualClock(now: .noon)
  private let server: StubActions
  private let account = Account.fixture()

  init() { server = StubActions(clock: clock) }

  private func makeHarness(_ timelines: [(TimelineID, [Post])], maxAge: Double? = 60, sendsChanges: Bool = false) async
    -> TimelineHarness
  {
    let harness = TimelineHarness(
      timelines.map { (kind: $0.0, posts: $0.1) }, capabilities: SourceCapabilities(maxAge: maxAge), actions: server,
      sendsChanges: sendsChanges, clock: clock)
    return await harness.load()
  }

  private func own(_ id: String = "own", text: String = "Mine", tag: String? = nil) -> Post {
    var post = Post.fixture(
      id: id, author: account.profile, createdAt: clock.now, text: text,
      links: tag.map { [Link(url: "https://t.example/tags/\($0)", text: "#\($0)", kind: .tag)] } ?? [])
    post.assign(to: account.id)
    return post
  }

  private func assigned(_ posts: [Post]) -> [Post] {
    posts.map { post in
      var post = post
      post.assign(to: account.id)
      return post
    }
  }

  private func shown(_ harness: TimelineHarness) -> [String] {
    harness.presenter.timelines.pager.window?.posts.map(\.id.rawValue) ?? []
  }

  @Test func `A new post is at the top of Home, Local and its hashtag, and read`() async {
    let posts = assigned(Post.fixtures(count: 3))
    let harness = await makeHarness([(.home, posts), (.local, posts), (.tag("tea"), []), (.tag("coffee"), posts)])
    await harness.select(1)
    for index in 1...3 { await harness.after { $0.showTimeline(at: index) } }
    await harness.after { $0.showTimeline(at: 0) }
    harness.cache.add(own(tag: "tea"), by: .published)
    await harness.settle()
    #expect(shown(harness) == ["own", "1", "2", "3"])
    #expect(harness.view.selectedText == "Post 2")
    #expect(harness.view.header.tabs.map(\.unreadCount) == [0, 0, 0, 0])
    await harness.after { $0.showTimeline(at: 1) }
    #expect(shown(harness) == ["own", "1", "2", "3"])
    await harness.after { $0.showTimeline(at: 2) }
    #expect(shown(harness) == ["own"])
    await harness.after { $0.showTimeline(at: 3) }
    #expect(shown(harness) == ["1", "2", "3"])
  }

  @Test func `The report of the source adds no second row and nothing unread`() async {
    let harness = await makeHarness([(.home, assigned(Post.fixtures(count: 3)))], sendsChanges: true)
    harness.cache.add(own(), by: .published)
    harness.repository.notify(.inserted([own()], in: .home))
    await harness.settle()
    #expect(shown(harness) == ["own", "1", "2", "3"])
    #expect(harness.view.header.tabs.map(\.unreadCount) == [0])
  }

  @Test func `A post of another account is not added`() async {
    let harness = await makeHarness([(.home, assigned(Post.fixtures(count: 3)))])
    var post = own()
    post.assign(to: .demo("bob@demo"))
    harness.cache.add(post, by: .published)
    #expect(shown(harness) == ["1", "2", "3"])
  }

  @Test func `A list is refreshed when shown after a new post`() async {
    let posts = assigned(Post.fixtures(count: 3))
    let harness = await makeHarness([(.home, posts), (.list("7"), posts)])
    await harness.after { $0.showTimeline(at: 1) }
    await harness.after { $0.showTimeline(at: 0) }
    harness.cache.add(own(), by: .published)
    harness.repository.setPosts([own()] + posts, of: .list("7"))
    await harness.after { $0.showTimeline(at: 1) }
    #expect(shown(harness) == ["own", "1", "2", "3"])
    // Only once.
    let asked = harness.repository.refreshCount
    await harness.after { $0.showTimeline(at: 0) }
    await harness.after { $0.showTimeline(at: 1) }
    #expect(harness.repository.refreshCount == asked)
  }

  @Test func `A bookmark is listed at once and stays when it is removed`() async {
    let posts = assigned(Post.fixtures(count: 3))
    let harness = await makeHarness([(.home, posts), (.bookmarks, [])])
    await harness.after { $0.showTimeline(at: 1) }
    #expect(harness.view.emptyView?.name == "no bookmarks")
    await harness.after { $0.showTimeline(at: 0) }
    await harness.after { $0.perform(.bookmark, at: 2) }
    await harness.after { $0.showTimeline(at: 1) }
    #expect(shown(harness) == ["3"])
    #expect(harness.view.header.tabs.map(\.unreadCount) == [0, 0])
    await harness.after { $0.perform(.bookmark, at: 0) }
    #expect(shown(harness) == ["3"])
    #expect(harness.presenter.timelines.pager.selectedPost?.viewer?.isBookmarked == false)
    await harness.after { $0.refresh() }
    #expect(shown(harness) == [])
  }

  // MARK: - Tabs shown again

  @Test func `A tab shown again after a minute is refreshed in the background`() async {
    let posts = Post.fixtures(count: 3)
    let harness = await makeHarness([(.home, posts), (.local, posts)])
    await harness.after { $0.showTimeline(at: 1) }
    await harness.select(1)
    await harness.after { $0.showTimeline(at: 0) }
    let asked = harness.repository.refreshCount
    harness.repository.setPosts(
      [.fixture(id: "new", createdAt: .noon.addingTimeInterval(9), text: "New")] + posts, of: .local)
    await harness.advance(59)
    await harness.after { $0.showTimeline(at: 1) }
    #expect(harness.repository.refreshCount == asked)
    await harness.after { $0.showTimeline(at: 0) }
    await harness.advance(2)
    harness.repository.setPageResponses(.init(after: 2))
    await harness.after { $0.showTimeline(at: 1) }
    #expect(harness.view.texts == ["Post 1", "Post 2", "Post 3"])
    await harness.advance(3)
    #expect(harness.view.texts == ["New", "Post 1", "Post 2", "Post 3"])
    #expect(harness.view.selectedText == "Post 2")
  }

  @Test func `An automatic refresh does not report that nothing is new`() async {
    let posts = Post.fixtures(count: 3)
    let harness = await makeHarness([(.home, posts), (.local, posts)])
    await harness.after { $0.showTimeline(at: 1) }
    await harness.advance(61)
    await harness.after { $0.showTimeline(at: 0) }
    #expect(harness.view.notice == nil)
  }

  @Test func `An empty tab is refreshed sooner and its empty view stays meanwhile`() async {
    let harness = await makeHarness([(.home, Post.fixtures(count: 3)), (.bookmarks, [])])
    await harness.after { $0.showTimeline(at: 1) }
    await harness.after { $0.showTimeline(at: 0) }
    harness.repository.setPosts(Post.fixtures(count: 1), of: .bookmarks)
    await harness.advance(11)
    harness.repository.setPageResponses(.init(after: 2))
    await harness.after { $0.showTimeline(at: 1) }
    #expect(harness.view.emptyView?.name == "no bookmarks")
    await harness.advance(3)
    #expect(harness.view.texts == ["Post 1"])
  }

  @Test func `Pages that do not expire are not refreshed`() async {
    let harness = await makeHarness([(.home, Post.fixtures(count: 3)), (.local, [])], maxAge: nil)
    await harness.after { $0.showTimeline(at: 1) }
    await harness.advance(3_600)
    await harness.after { $0.showTimeline(at: 0) }
    await harness.after { $0.showTimeline(at: 1) }
    #expect(harness.repository.refreshCount == 0)
  }

  @Test func `A screen shown again after a minute is refreshed, and so is a failed one`() async {
    let harness = await makeHarness([(.home, Post.fixtures(count: 3))])
    harness.presenter.viewWillDisappear()
    await harness.advance(61)
    harness.repository.setPosts(Post.fixtures(count: 4), of: .home)
    harness.repository.setPageResponses(.init(.offline(host: "t.example")))
    await harness.after { $0.viewDidAppear() }
    #expect(harness.view.texts.count == 3)
    #expect(harness.view.notice?.isFailure == true)
    harness.presenter.viewWillDisappear()
    await harness.after { $0.viewDidAppear() }
    #expect(harness.view.texts.count == 3)
    harness.presenter.viewWillDisappear()
    await harness.advance(61)
    await harness.after { $0.viewDidAppear() }
    #expect(harness.view.texts.count == 4)
    #expect(harness.view.notice == nil)
  }

  // MARK: - Lists and followed hashtags

  @Test func `A list created elsewhere is a tab after a refresh, and the selection stays`() async {
    let posts = Post.fixtures(count: 3)
    let harness = await makeHarness([(.home, posts)])
    await harness.select(2)
    await harness.advance(11)
    harness.repository.setTimelines([(.home, posts), (.list("7"), posts)])
    await harness.after { $0.refresh() }
    #expect(harness.view.header.tabs.map(\.name) == ["Home", "7"])
    #expect(harness.view.header.selectedTab == 0)
    #expect(harness.view.selectedText == "Post 3")
  }

  @Test func `It is a tab after five minutes, and no sooner`() async {
    let posts = Post.fixtures(count: 3)
    let harness = await makeHarness([(.home, posts), (.local, posts)])
    harness.repository.setTimelines([(.home, posts), (.local, posts), (.tag("tea"), [])])
    await harness.advance(50)
    let asked = harness.repository.refreshCount
    for index in [1, 0, 1, 0] { await harness.after { $0.showTimeline(at: index) } }
    #expect(harness.repository.refreshCount == asked)
    await harness.advance(260)
    await harness.after { $0.showTimeline(at: 1) }
    #expect(harness.view.header.tabs.map(\.name) == ["Home", "Local", "#tea"])
    #expect(harness.view.header.selectedTab == 1)
  }

  @Test func `If the current list is deleted, a notice and the next tab are shown`() async {
    let posts = Post.fixtures(count: 3)
    let harness = await makeHarness([(.home, posts), (.local, posts), (.list("7"), posts), (.list("8"), posts)])
    await harness.after { $0.showTimeline(at: 2) }
    await harness.advance(11)
    harness.repository.setTimelines([(.home, posts), (.local, posts), (.list("8"), posts)])
    await harness.after { $0.refresh() }
    #expect(harness.view.header.tabs.map(\.name) == ["Home", "Local", "8"])
    #expect(harness.view.header.selectedTab == 1)
    #expect(harness.view.notice?.text == "The list “7” no longer exists.")
    await harness.select(1)
    await harness.after { $0.showTimeline(at: 0) }
    #expect(harness.view.notice == nil)
  }

  @Test func `A followed hashtag is a tab until it is refused or unfollowed`()
    async
  {
    let posts = Post.fixtures(count: 3)
    let harness = await makeHarness([(.home, posts)])
    let action = UserAction.followTag(true, "tea")
    harness.presenter.session.actions.perform(action, about: "#tea")
    await harness.settle()
    #expect(harness.view.header.tabs.map(\.name) == ["Home", "#tea"])
    server.refuse(action)
    await harness.settle()
    #expect(harness.view.header.tabs.map(\.name) == ["Home"])
    harness.presenter.session.actions.perform(action, about: "#tea")
    harness.repository.setPosts(posts, of: .tag("tea"))
    await harness.after { $0.showTimeline(at: 1) }
    await harness.after { $0.followTag() }
    #expect(harness.view.header.tabs.map(\.name) == ["Home", "#tea"])
    #expect(harness.view.header.selectedTab == 1)
    await harness.after { $0.showTimeline(at: 0) }
    await harness.advance(301)
    harness.repository.setTimelines([(.home, posts)])
    await harness.after { $0.refresh() }
    #expect(harness.view.header.tabs.map(\.name) == ["Home"])
  }

  /// It was the last tab, whose index is invalid while it is removed.
  @Test func `An empty hashtag that is unfollowed stays while it is shown`() async {
    let posts = Post.fixtures(count: 3)
    let harness = await makeHarness([(.home, posts)])
    harness.presenter.session.actions.perform(.followTag(true, "tea"), about: "#tea")
    await harness.settle()
    harness.repository.setPosts([], of: .tag("tea"))
    await harness.after { $0.showTimeline(at: 1) }
    await harness.after { $0.followTag() }
    #expect(harness.view.header.tabs.map(\.name) == ["Home", "#tea"] && harness.view.header.selectedTab == 1)
    await harness.after { $0.followTag() }
    #expect(harness.view.header.tabs.map(\.name) == ["Home", "#tea"] && harness.view.header.selectedTab == 1)
  }

  @Test func `Posts of unfollowed accounts leave Home, and undo restores them`() async {
    let alan = Profile(id: "9", handle: "alan@far.example", name: "Alan")
    let posts = [Post.fixture(id: "1"), .fixture(id: "2", author: alan)]
    let harness = await makeHarness([(.home, posts), (.local, posts)])
    harness.presenter.session.actions.relationships.update(Relationship(flags: [.following]), with: "9")
    harness.presenter.session.actions.perform(.follow(false, account: "9"), about: "@alan")
    await harness.settle()
    #expect(shown(harness) == ["1"])
    await harness.after { $0.showTimeline(at: 1) }
    #expect(shown(harness) == ["1", "2"])
    await harness.after { $0.undo() }
    await harness.after { $0.showTimeline(at: 0) }
    #expect(shown(harness) == ["1", "2"])
  }
}
