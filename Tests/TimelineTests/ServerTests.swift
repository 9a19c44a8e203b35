import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

/// What a source says that is somewhere else.
@MainActor @Suite struct ServerTests {
  private func stage() -> TimelineHarness {
    TimelineHarness(
      [(.home, Post.fixtures(count: 3)), (.local, Post.fixtures(count: 3))],
      capabilities: SourceCapabilities(maxAge: 60))
  }

  private func titles(_ stage: TimelineHarness) -> [String] { stage.presenter.tabs.all.map(\.timeline.title) }

  @Test func `Lists that are followed later come as tabs, also while the old ones stand`() async {
    let stage = stage()
    stage.repository.setTimelines([(.home, Post.fixtures(count: 3))])
    await stage.load()
    // Nobody knows how old what was kept was: it has been asked for once.
    let asked = stage.repository.refreshCount
    #expect(asked == 1)
    stage.repository.setTimelines([(.home, Post.fixtures(count: 3)), (.tag("birds"), [])])
    await stage.after { $0.refresh() }
    #expect(titles(stage) == ["Home"])
    await stage.advance(301)
    await stage.after { $0.refresh() }
    #expect(titles(stage) == ["Home", "#birds"])
    #expect(stage.view.rows.count == 3)
  }

  @Test func `A source that is not somewhere else is not asked which timelines it has once more`() async {
    let stage = await TimelineHarness(posts: 3).load()
    await stage.advance(86_401)
    await stage.after { $0.refresh() }
    #expect(stage.repository.refreshCount == 1)
  }

  private let more = (1...20).map { number in
    Post.fixture(id: "new\(number)", createdAt: .noon.addingTimeInterval(Double(60 - number)), text: "New \(number)")
  }

  @Test func `What has come while something else was looked for stands there afterwards`() async {
    let posts = Post.fixtures(count: 3)
    let stage = await TimelineHarness([(.home, posts), (.local, posts)], tells: true).load()
    await stage.after { $0.search("post") }
    stage.repository.setPosts(more + posts, of: .home)
    stage.repository.notify(.outdated(.home))
    await stage.settle()
    #expect(stage.view.texts == ["Post 1", "Post 2", "Post 3"])
    await stage.after { $0.clearSearch() }
    #expect(stage.view.texts == (more + posts).map(\.text.plain))
    #expect(stage.view.selectedText == "Post 1")
  }

  @Test func `So does what has come during a question for which nobody waits any more`() async {
    let posts = Post.fixtures(count: 3)
    let stage = await TimelineHarness([(.home, posts)], tells: true).load()
    stage.repository.answerPages(.init(after: 3))
    await stage.after { $0.refresh() }
    stage.repository.setPosts(more + posts, of: .home)
    stage.repository.notify(.outdated(.home))
    await stage.settle()
    #expect(stage.view.texts == ["Post 1", "Post 2", "Post 3"])
    await stage.after { $0.cancelLoading() }
    #expect(stage.view.texts == (more + posts).map(\.text.plain))
  }

  @Test func `So does what was asked for when the person began to look for something`() async {
    let posts = Post.fixtures(count: 3)
    let stage = await TimelineHarness([(.home, posts)], tells: true).load()
    stage.repository.setPosts(more + posts, of: .home)
    stage.repository.answerPages(.init(after: 3))
    stage.repository.notify(.outdated(.home))
    await stage.settle()
    await stage.after { $0.search("post") }
    await stage.advance(5)
    #expect(stage.view.texts.first == "Post 1")
    await stage.after { $0.clearSearch() }
    #expect(stage.view.texts == (more + posts).map(\.text.plain))
  }

  @Test func `Where nothing stood, they stand`() async {
    let stage = await TimelineHarness([(.home, [])], tells: true).load()
    stage.repository.setPosts(more, of: .home)
    stage.repository.notify(.outdated(.home))
    await stage.settle()
    #expect(stage.view.texts == more.map(\.text.plain))
  }

  @Test func `A tab that is none any more is waited for by nobody`() async {
    let stage = TimelineHarness(
      [(.home, Post.fixtures(count: 3)), (.list("7"), [])], firstTimeline: .list("7"),
      capabilities: SourceCapabilities(maxAge: 60))
    await stage.load()
    await stage.advance(301)
    stage.repository.answerPages(.init(after: 3))
    stage.repository.setTimelines([(.home, Post.fixtures(count: 3))])
    await stage.after { $0.refresh() }
    await stage.advance(5)
    #expect(stage.view.texts == ["Post 1", "Post 2", "Post 3"])
    #expect(stage.view.notice?.text == "The list “7” no longer exists.")
  }

  @Test func `A session that has ended stands in the notice, with the way to sign in again`() async {
    let error = TimelineError.sessionExpired(handle: "ada@server.example", host: "server.example")
    let repository = StubTimelineRepository(
      pages: [.success(TimelinePage(posts: Post.fixtures(count: 3)))], changes: [.connection(.ended(error))])
    let stage = TimelineHarness(posts: 0)
    let view = SpyTimelineView()
    let presenter = stage.presenter(of: repository, view: view)
    presenter.viewDidLoad()
    await stage.settle()
    #expect(view.notice?.isFailure == true)
    #expect(view.notice?.actions.contains(.logIn) == true)
    #expect(view.rows.count == 3)
  }

  @Test func `What a source puts together is asked for with growing pauses`() async {
    let stage = stage()
    stage.repository.isRegenerating = true
    await stage.load()
    let first = stage.repository.requests.count
    for (index, pause) in [3.0, 6, 12, 24, 48, 60, 60].enumerated() {
      await stage.advance(pause - 0.5)
      #expect(stage.repository.requests.count == first + index)
      await stage.advance(0.5)
      #expect(stage.repository.requests.count == first + index + 1)
    }
  }
}
