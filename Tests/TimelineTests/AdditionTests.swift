import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// What the user adds is shown at once in every tab that gains it.
@MainActor @Suite struct AdditionTests {
  private final class Server: ActionRepository {
    private let refused: Broadcast<RefusedAction>
    init(_ clock: VirtualClock) { refused = Broadcast(clock: clock) }
    let kinds = Set(UserAction.Kind.allCases)
    func perform(_ action: UserAction) async throws(StoreError) {}
    func refusals() -> AsyncStream<RefusedAction> { refused.listen() }
    func lists() async throws(TimelineError) -> [ListedTimeline] { [] }
    func refuse(_ action: UserAction) {
      refused.notify(RefusedAction(action, error: .refused(host: "h", message: "No")))
    }
  }

  private let clock = VirtualClock(now: .noon)
  private let server: Server
  private let account = Account.fixture()

  init() { server = Server(clock) }

  private func stage(_ timelines: [(TimelineID, [Post])], maxAge: Double? = 60, tells: Bool = false) async
    -> TimelineHarness
  {
    let stage = TimelineHarness(
      timelines.map { (kind: $0.0, posts: $0.1) }, capabilities: SourceCapabilities(maxAge: maxAge), actions: server,
      tells: tells, clock: clock)
    return await stage.load()
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

  private func shown(_ stage: TimelineHarness) -> [String] {
    stage.presenter.pager.window?.posts.map(\.id.rawValue) ?? []
  }

  @Test func `An own post is at the top of Home, Local and its tag, read, and the place stays`() async {
    let posts = assigned(Post.fixtures(count: 3))
    let stage = await stage([(.home, posts), (.local, posts), (.tag("tea"), []), (.tag("coffee"), posts)])
    await stage.select(1)
    for index in 1...3 { await stage.after { $0.showTimeline(at: index) } }
    await stage.after { $0.showTimeline(at: 0) }
    stage.cache.add(own(tag: "tea"), by: .published)
    await stage.settle()
    #expect(shown(stage) == ["own", "1", "2", "3"])
    #expect(stage.view.selectedText == "Post 2")
    #expect(stage.view.header.tabs.map(\.unreadCount) == [0, 0, 0, 0])
    await stage.after { $0.showTimeline(at: 1) }
    #expect(shown(stage) == ["own", "1", "2", "3"])
    await stage.after { $0.showTimeline(at: 2) }
    #expect(shown(stage) == ["own"])
    await stage.after { $0.showTimeline(at: 3) }
    #expect(shown(stage) == ["1", "2", "3"])
  }

  @Test func `The source's own word of it adds no second row and nothing unread`() async {
    let stage = await stage([(.home, assigned(Post.fixtures(count: 3)))], tells: true)
    stage.cache.add(own(), by: .published)
    stage.repository.notify(.inserted([own()], in: .home))
    await stage.settle()
    #expect(shown(stage) == ["own", "1", "2", "3"])
    #expect(stage.view.header.tabs.map(\.unreadCount) == [0])
  }

  @Test func `A post of another account is not added`() async {
    let stage = await stage([(.home, assigned(Post.fixtures(count: 3)))])
    var post = own()
    post.assign(to: .demo("bob@demo"))
    stage.cache.add(post, by: .published)
    #expect(shown(stage) == ["1", "2", "3"])
  }

  @Test func `A list is asked for again when it is shown after an own post`() async {
    let posts = assigned(Post.fixtures(count: 3))
    let stage = await stage([(.home, posts), (.list("7"), posts)])
    await stage.after { $0.showTimeline(at: 1) }
    await stage.after { $0.showTimeline(at: 0) }
    stage.cache.add(own(), by: .published)
    stage.repository.setPosts([own()] + posts, of: .list("7"))
    await stage.after { $0.showTimeline(at: 1) }
    #expect(shown(stage) == ["own", "1", "2", "3"])
    // Only once.
    let asked = stage.repository.refreshCount
    await stage.after { $0.showTimeline(at: 0) }
    await stage.after { $0.showTimeline(at: 1) }
    #expect(stage.repository.refreshCount == asked)
  }

  @Test func `A bookmark is in Bookmarks at once, and stays with its state once it is taken back`() async {
    let posts = assigned(Post.fixtures(count: 3))
    let stage = await stage([(.home, posts), (.bookmarks, [])])
    await stage.after { $0.showTimeline(at: 1) }
    #expect(stage.view.emptyView?.name == "no bookmarks")
    await stage.after { $0.showTimeline(at: 0) }
    await stage.after { $0.act(.bookmark, at: 2) }
    await stage.after { $0.showTimeline(at: 1) }
    #expect(shown(stage) == ["3"])
    #expect(stage.view.header.tabs.map(\.unreadCount) == [0, 0])
    await stage.after { $0.act(.bookmark, at: 0) }
    #expect(shown(stage) == ["3"])
    #expect(stage.presenter.pager.selectedPost?.viewer?.isBookmarked == false)
    await stage.after { $0.refresh() }
    #expect(shown(stage) == [])
  }

  // MARK: - Tabs that are shown again

  @Test func `A tab that is shown again after a minute is asked for again behind what it shows`() async {
    let posts = Post.fixtures(count: 3)
    let stage = await stage([(.home, posts), (.local, posts)])
    await stage.after { $0.showTimeline(at: 1) }
    await stage.select(1)
    await stage.after { $0.showTimeline(at: 0) }
    let asked = stage.repository.refreshCount
    stage.repository.setPosts(
      [.fixture(id: "new", createdAt: .noon.addingTimeInterval(9), text: "New")] + posts, of: .local)
    await stage.advance(59)
    await stage.after { $0.showTimeline(at: 1) }
    #expect(stage.repository.refreshCount == asked)
    await stage.after { $0.showTimeline(at: 0) }
    await stage.advance(2)
    stage.repository.answerPages(.init(after: 2))
    await stage.after { $0.showTimeline(at: 1) }
    #expect(stage.view.texts == ["Post 1", "Post 2", "Post 3"])
    await stage.advance(3)
    #expect(stage.view.texts == ["New", "Post 1", "Post 2", "Post 3"])
    #expect(stage.view.selectedText == "Post 2")
  }

  @Test func `That there is nothing new is not said where nobody asked`() async {
    let posts = Post.fixtures(count: 3)
    let stage = await stage([(.home, posts), (.local, posts)])
    await stage.after { $0.showTimeline(at: 1) }
    await stage.advance(61)
    await stage.after { $0.showTimeline(at: 0) }
    #expect(stage.view.notice == nil)
  }

  @Test func `An empty tab is asked for again sooner, and its empty view stays meanwhile`() async {
    let stage = await stage([(.home, Post.fixtures(count: 3)), (.bookmarks, [])])
    await stage.after { $0.showTimeline(at: 1) }
    await stage.after { $0.showTimeline(at: 0) }
    stage.repository.setPosts(Post.fixtures(count: 1), of: .bookmarks)
    await stage.advance(11)
    stage.repository.answerPages(.init(after: 2))
    await stage.after { $0.showTimeline(at: 1) }
    #expect(stage.view.emptyView?.name == "no bookmarks")
    await stage.advance(3)
    #expect(stage.view.texts == ["Post 1"])
  }

  @Test func `A source whose answers do not grow old is not asked again`() async {
    let stage = await stage([(.home, Post.fixtures(count: 3)), (.local, [])], maxAge: nil)
    await stage.after { $0.showTimeline(at: 1) }
    await stage.advance(3_600)
    await stage.after { $0.showTimeline(at: 0) }
    await stage.after { $0.showTimeline(at: 1) }
    #expect(stage.repository.refreshCount == 0)
  }

  @Test func `The screen that comes back after a minute is asked for again, and so is one that failed`() async {
    let stage = await stage([(.home, Post.fixtures(count: 3))])
    stage.presenter.viewWillDisappear()
    await stage.advance(61)
    stage.repository.setPosts(Post.fixtures(count: 4), of: .home)
    stage.repository.answerPages(.init(.offline(host: "t.example")))
    await stage.after { $0.viewDidAppear() }
    #expect(stage.view.texts.count == 3)
    #expect(stage.view.notice?.isFailure == true)
    stage.presenter.viewWillDisappear()
    await stage.after { $0.viewDidAppear() }
    #expect(stage.view.texts.count == 3)
    stage.presenter.viewWillDisappear()
    await stage.advance(61)
    await stage.after { $0.viewDidAppear() }
    #expect(stage.view.texts.count == 4)
    #expect(stage.view.notice == nil)
  }

  // MARK: - Lists and followed tags

  @Test func `A list made elsewhere is a tab after R, and the place stays`() async {
    let posts = Post.fixtures(count: 3)
    let stage = await stage([(.home, posts)])
    await stage.select(2)
    await stage.advance(11)
    stage.repository.setTimelines([(.home, posts), (.list("7"), posts)])
    await stage.after { $0.refresh() }
    #expect(stage.view.header.tabs.map(\.name) == ["Home", "7"])
    #expect(stage.view.header.selectedTab == 0)
    #expect(stage.view.selectedText == "Post 3")
  }

  @Test func `It is one when another tab is shown after five minutes, and no sooner`() async {
    let posts = Post.fixtures(count: 3)
    let stage = await stage([(.home, posts), (.local, posts)])
    stage.repository.setTimelines([(.home, posts), (.local, posts), (.tag("tea"), [])])
    await stage.advance(50)
    let asked = stage.repository.refreshCount
    for index in [1, 0, 1, 0] { await stage.after { $0.showTimeline(at: index) } }
    #expect(stage.repository.refreshCount == asked)
    await stage.advance(260)
    await stage.after { $0.showTimeline(at: 1) }
    #expect(stage.view.header.tabs.map(\.name) == ["Home", "Local", "#tea"])
    #expect(stage.view.header.selectedTab == 1)
  }

  @Test func `Whoever reads a list that is gone is told, and shown the tab beside it`() async {
    let posts = Post.fixtures(count: 3)
    let stage = await stage([(.home, posts), (.local, posts), (.list("7"), posts), (.list("8"), posts)])
    await stage.after { $0.showTimeline(at: 2) }
    await stage.advance(11)
    stage.repository.setTimelines([(.home, posts), (.local, posts), (.list("8"), posts)])
    await stage.after { $0.refresh() }
    #expect(stage.view.header.tabs.map(\.name) == ["Home", "Local", "8"])
    #expect(stage.view.header.selectedTab == 1)
    #expect(stage.view.notice?.text == "The list “7” no longer exists.")
    await stage.select(1)
    await stage.after { $0.showTimeline(at: 0) }
    #expect(stage.view.notice == nil)
  }

  @Test func `A followed tag is a tab at once, goes with a no, and stays while it is shown after it is unfollowed`()
    async
  {
    let posts = Post.fixtures(count: 3)
    let stage = await stage([(.home, posts)])
    let action = UserAction.followTag(true, "tea")
    stage.presenter.dependencies.actor.perform(action, about: "#tea")
    await stage.settle()
    #expect(stage.view.header.tabs.map(\.name) == ["Home", "#tea"])
    server.refuse(action)
    await stage.settle()
    #expect(stage.view.header.tabs.map(\.name) == ["Home"])
    stage.presenter.dependencies.actor.perform(action, about: "#tea")
    stage.repository.setPosts(posts, of: .tag("tea"))
    await stage.after { $0.showTimeline(at: 1) }
    await stage.after { $0.followTag() }
    #expect(stage.view.header.tabs.map(\.name) == ["Home", "#tea"])
    #expect(stage.view.header.selectedTab == 1)
    await stage.after { $0.showTimeline(at: 0) }
    await stage.advance(301)
    stage.repository.setTimelines([(.home, posts)])
    await stage.after { $0.refresh() }
    #expect(stage.view.header.tabs.map(\.name) == ["Home"])
  }

  @Test func `Whoever is unfollowed leaves Home at once, and U brings them back`() async {
    let alan = Profile(id: "9", handle: "alan@far.example", name: "Alan")
    let posts = [Post.fixture(id: "1"), .fixture(id: "2", author: alan)]
    let stage = await stage([(.home, posts), (.local, posts)])
    stage.presenter.dependencies.actor.ties.learn(Relationship(ties: [.following]), with: "9")
    stage.presenter.dependencies.actor.perform(.follow(false, person: "9"), about: "@alan")
    await stage.settle()
    #expect(shown(stage) == ["1"])
    await stage.after { $0.showTimeline(at: 1) }
    #expect(shown(stage) == ["1", "2"])
    await stage.after { $0.takeBack() }
    await stage.after { $0.showTimeline(at: 0) }
    #expect(shown(stage) == ["1", "2"])
  }
}
