import Domain
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct FirstLoadTests {
  @Test func `Loading stands before anything is awaited, and says nothing yet`() {
    let stage = TimelineHarness(posts: 3)
    stage.presenter.viewDidLoad()
    #expect(stage.view.standing == [.loading])
    #expect(stage.view.loading == nil)
    #expect(stage.view.header.tabs.map(\.name) == ["Home"])
    #expect(stage.repository.requests.isEmpty)
  }

  @Test func `Posts take the place of loading`() async {
    let stage = await TimelineHarness(posts: 3).load()
    #expect(stage.view.standing == [.list])
    #expect(stage.view.texts == ["Post 1", "Post 2", "Post 3"])
    #expect(stage.view.selection == 0)
    #expect(stage.view.status == "1 of 3")
    #expect(stage.view.timeline?.footer == "That is all.")
    #expect(stage.view.header.account == "Ada Lovelace · @ada@demo")
    #expect(stage.view.notices.isEmpty)
  }

  @Test func `The list is shown after all else has been taken away`() async {
    let stage = TimelineHarness(posts: 3)
    stage.presenter.viewDidLoad()
    stage.view.forget()
    await stage.settle()
    #expect(
      stage.view.calls.suffix(4)
        == ["showHeader", "showTimeline", "showStatus", "hideNotice"])
  }

  @Test func `Of a question that is answered within a tenth of a second nothing is said`() async {
    let stage = TimelineHarness(posts: 3)
    stage.repository.answerPages(.init(after: 0.09))
    await stage.load()
    #expect(stage.view.standing == [.loading])
    await stage.advance(0.095)
    #expect(stage.view.standing == [.list])
    await stage.advance(1)
    #expect(stage.view.standing == [.list])
    #expect(stage.view.notices.isEmpty)
  }

  @Test func `A question that takes longer is said to be asked, of whom and for what`() async {
    let stage = TimelineHarness(posts: 3)
    stage.repository.answerPages(.init(after: 3))
    await stage.load()
    await stage.advance(0.099)
    #expect(stage.view.loading == nil)
    await stage.advance(0.001)
    #expect(stage.view.loading?.title == "Loading Home")
    #expect(stage.view.loading?.sentences == ["Tern is asking demo for @ada@demo’s Home."])
    #expect(stage.view.loading?.actions == [.cancel, .switchAccount, .quit])
    await stage.advance(3)
    #expect(stage.view.standing == [.list])
  }

  @Test func `A person who has waited for the tabs does not wait another tenth of a second for the word`() async {
    let stage = TimelineHarness(posts: 3)
    stage.repository.answerOverviews(.init(after: 0.08))
    stage.repository.answerPages(.init(after: 3))
    await stage.load()
    await stage.advance(0.1)
    #expect(stage.view.loading?.title == "Loading Home")
  }

  @Test func `The word does not go away between the tabs and the posts`() async {
    let stage = TimelineHarness(posts: 3)
    stage.repository.answerOverviews(.init(after: 1))
    stage.repository.answerPages(.init(after: 1))
    await stage.load()
    for _ in 0..<18 {
      await stage.advance(0.1)
      #expect(stage.view.loading != nil)
    }
    await stage.advance(0.2)
    #expect(stage.view.standing == [.list])
  }

  @Test func `A timeline without posts says so`() async {
    let stage = await TimelineHarness([(.home, []), (.mentions, [])]).load()
    #expect(stage.view.standing == [.emptyView])
    #expect(stage.view.emptyView?.name == "no posts")
    #expect(stage.view.emptyView?.isFailure == false)
    #expect(stage.view.emptyView?.actions == [.retry, .nextTimeline, .switchAccount, .quit])
    #expect(stage.view.status == "")
  }

  @Test func `Where there is but one timeline no other one is offered`() async {
    let stage = await TimelineHarness([(.home, [])]).load()
    #expect(stage.view.emptyView?.actions == [.retry, .switchAccount, .quit])
  }

  @Test func `What a screen has asked that is gone is withdrawn`() async {
    let stage = TimelineHarness(posts: 3)
    stage.repository.answerPages(.init(after: 60))
    let view = SpyTimelineView()
    var presenter: TimelinePresenter? = stage.presenter(of: stage.repository, view: view)
    presenter?.viewDidLoad()
    await stage.settle()
    #expect(stage.runner.runningCount > 0)
    presenter = nil
    await stage.settle()
    #expect(stage.runner.runningCount == 0)
  }

  @Test func `A load that is cancelled says so, availableCommands another try, and what comes later is dropped`() async
  {
    let stage = TimelineHarness(posts: 3)
    stage.repository.answerPages(.init(after: 3, isStubborn: true))
    await stage.load()
    await stage.advance(1)
    await stage.after { $0.cancelLoading() }
    #expect(stage.view.standing == [.emptyView])
    #expect(stage.view.emptyView?.name == "loading cancelled")
    #expect(stage.view.emptyView?.actions.first == .retry)
    await stage.advance(5)
    #expect(stage.view.emptyView?.name == "loading cancelled")
    await stage.after { $0.refresh() }
    #expect(stage.view.standing == [.list])
  }

  @Test func `A load that is cancelled before the tabs are there finds them at the next try`() async {
    let stage = TimelineHarness([(TimelineID(name: "Posts"), Post.fixtures(count: 2)), (TimelineID(name: "Likes"), [])])
    stage.repository.answerOverviews(.init(after: 3))
    await stage.load()
    await stage.after { $0.cancelLoading() }
    #expect(stage.view.emptyView?.name == "loading cancelled")
    await stage.after { $0.refresh() }
    #expect(stage.view.header.tabs.map(\.name) == ["Posts", "Likes"])
    #expect(stage.view.texts == ["Post 1", "Post 2"])
  }

  @Test func `Tabs that were a guess are asked for again until posts have come`() async {
    let stage = TimelineHarness([(.home, [])])
    stage.repository.answerPages(.init(.fileMissing(path: "/ada/posts.json")))
    await stage.load()
    stage.repository.setTimelines([(TimelineID(name: "Posts"), Post.fixtures(count: 2))])
    await stage.after { $0.refresh() }
    #expect(stage.view.header.tabs.map(\.name) == ["Posts"])
    #expect(stage.view.texts == ["Post 1", "Post 2"])
    #expect(stage.repository.refreshCount == 1)
  }

  @Test func `A reload cancels the one before, and what that one returns is dropped though it comes later`() async {
    let stage = await TimelineHarness(posts: 2).load()
    stage.repository.answerPages(.init(after: 5, isStubborn: true), .init(after: 1))
    await stage.after { $0.refresh() }
    stage.repository.setPosts(Post.fixtures(count: 4), of: .home)
    await stage.after { $0.refresh() }
    await stage.advance(2)
    #expect(stage.view.rows.count == 4)
    stage.view.forget()
    await stage.advance(5)
    #expect(stage.view.rows.count == 4)
    #expect(stage.view.calls.isEmpty)
  }

  @Test func `A failure that comes after its question was withdrawn is dropped too`() async {
    let stage = await TimelineHarness(posts: 2).load()
    stage.repository.answerPages(.init(after: 5, .offline(host: "t.example"), isStubborn: true), .init(after: 1))
    await stage.after { $0.refresh() }
    await stage.after { $0.refresh() }
    await stage.advance(10)
    #expect(stage.view.notice?.isFailure == false)
    #expect(stage.log.events.count == 3)
  }

  @Test func `Posts that could not be read are counted, with the place of the first`() async {
    let place = FileLocation(path: "/ada/posts.json", line: 7, column: 12, expected: "a comma or ]")
    let stage = await TimelineHarness(
      [(.home, Post.fixtures(count: 2))], skipped: SkippedPosts(count: 3, first: place)
    ).load()
    #expect(stage.view.standing == [.list])
    #expect(
      stage.view.notice?.text
        == "3 posts of posts.json could not be read; the first at line 7, column 12: expected a comma or ]")
  }

  @Test func `A screen that is gone shows nothing and traps on nothing`() async {
    let stage = TimelineHarness(posts: 2)
    stage.repository.answerPages(.init(after: 3))
    stage.presenter.view = nil
    await stage.load()
    await stage.advance(5)
    #expect(stage.view.calls.isEmpty)
    #expect(stage.runner.runningCount == 0)
  }
}
