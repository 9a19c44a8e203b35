import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

/// Updates from a server.
@MainActor @Suite struct ServerTests {
  private func makeHarness() -> TimelineHarness {
    TimelineHarness(
      [(.home, Post.fixtures(count: 3)), (.local, Post.fixtures(count: 3))],
      capabilities: SourceCapabilities(maxAge: 60))
  }

  private func titles(_ harness: TimelineHarness) -> [String] {
    harness.presenter.timelines.tabs.all.map(\.timeline.title)
  }

  @Test func `Lists followed later become tabs in the background`() async {
    let harness = makeHarness()
    harness.repository.setTimelines([(.home, Post.fixtures(count: 3))])
    await harness.load()
    // The age of the cached list is unknown, so it has been requested once.
    let asked = harness.repository.refreshCount
    #expect(asked == 1)
    harness.repository.setTimelines([(.home, Post.fixtures(count: 3)), (.tag("birds"), [])])
    await harness.after { $0.refresh() }
    #expect(titles(harness) == ["Home"])
    await harness.advance(301)
    await harness.after { $0.refresh() }
    #expect(titles(harness) == ["Home", "#birds"])
    #expect(harness.view.rows.count == 3)
  }

  @Test func `The timelines of a file are not loaded again`() async {
    let harness = await TimelineHarness(posts: 3).load()
    await harness.advance(86_401)
    await harness.after { $0.refresh() }
    #expect(harness.repository.refreshCount == 1)
  }

  private let more = (1...20).map { number in
    Post.fixture(id: "new\(number)", createdAt: .noon.addingTimeInterval(Double(60 - number)), text: "New \(number)")
  }

  @Test func `Posts that arrive during a search appear afterwards`() async {
    let posts = Post.fixtures(count: 3)
    let harness = await TimelineHarness([(.home, posts), (.local, posts)], sendsChanges: true).load()
    await harness.after { $0.search("post") }
    harness.repository.setPosts(more + posts, of: .home)
    harness.repository.notify(.outdated(.home))
    await harness.settle()
    #expect(harness.view.texts == ["Post 1", "Post 2", "Post 3"])
    await harness.after { $0.clearSearch() }
    #expect(harness.view.texts == (more + posts).map(\.text.plain))
    #expect(harness.view.selectedText == "Post 1")
  }

  @Test func `So do posts that arrive during a cancelled request`() async {
    let posts = Post.fixtures(count: 3)
    let harness = await TimelineHarness([(.home, posts)], sendsChanges: true).load()
    harness.repository.setPageResponses(.init(after: 3))
    await harness.after { $0.refresh() }
    harness.repository.setPosts(more + posts, of: .home)
    harness.repository.notify(.outdated(.home))
    await harness.settle()
    #expect(harness.view.texts == ["Post 1", "Post 2", "Post 3"])
    await harness.after { $0.cancelLoading() }
    #expect(harness.view.texts == (more + posts).map(\.text.plain))
  }

  @Test func `So do posts requested when the user starts a search`() async {
    let posts = Post.fixtures(count: 3)
    let harness = await TimelineHarness([(.home, posts)], sendsChanges: true).load()
    harness.repository.setPosts(more + posts, of: .home)
    harness.repository.setPageResponses(.init(after: 3))
    harness.repository.notify(.outdated(.home))
    await harness.settle()
    await harness.after { $0.search("post") }
    await harness.advance(5)
    #expect(harness.view.texts.first == "Post 1")
    await harness.after { $0.clearSearch() }
    #expect(harness.view.texts == (more + posts).map(\.text.plain))
  }

  @Test func `Posts that arrive in an empty timeline are shown`() async {
    let harness = await TimelineHarness([(.home, [])], sendsChanges: true).load()
    harness.repository.setPosts(more, of: .home)
    harness.repository.notify(.outdated(.home))
    await harness.settle()
    #expect(harness.view.texts == more.map(\.text.plain))
  }

  // MARK: - A server that responds again

  private func harnessOfTwo() async -> TimelineHarness {
    let posts = Post.fixtures(count: 3)
    return await TimelineHarness(
      [(.home, posts), (.local, posts)], capabilities: SourceCapabilities(maxAge: 60), sendsChanges: true
    ).load()
  }

  @Test(arguments: [TimelineError.timedOut(host: "t.example", seconds: 30), .offline(host: "t.example")])
  func `A failed refresh is repeated once the server responds`(error: TimelineError) async {
    let harness = await harnessOfTwo()
    harness.repository.setPageResponses(.init(error))
    await harness.after { $0.refresh() }
    #expect(harness.view.notice?.isFailure == true)
    harness.repository.setPosts(more + Post.fixtures(count: 3), of: .home)
    let before = harness.repository.refreshCount
    harness.repository.notify(.connection(.connected))
    await harness.settle()
    #expect(harness.presenter.timelines.pager.failure == nil && harness.view.notice?.isFailure != true)
    #expect(harness.view.texts.first == "New 1")
    #expect(harness.repository.refreshCount == before + 1)
  }

  @Test func `A timeline whose refresh failed is refreshed when shown after another one responded`() async {
    let harness = await harnessOfTwo()
    harness.repository.setPageResponses(.init(.timedOut(host: "t.example", seconds: 30)))
    await harness.after { $0.refresh() }
    await harness.after { $0.showTimeline(at: 1) }
    await harness.after { $0.refresh() }
    harness.repository.setPosts(more + Post.fixtures(count: 3), of: .home)
    await harness.after { $0.showTimeline(at: 0) }
    #expect(harness.presenter.timelines.pager.failure == nil && harness.view.notice?.isFailure != true)
    #expect(harness.view.texts.first == "New 1")
  }

  @Test func `The first page of another timeline counts as a response only if the server has just returned it`() async {
    let posts = Post.fixtures(count: 3)
    let harness = await TimelineHarness(
      [(.home, posts), (.local, posts), (.federated, posts)], capabilities: SourceCapabilities(maxAge: 3_600)
    ).load()
    harness.repository.setPageResponses(.init(.timedOut(host: "t.example", seconds: 30)))
    await harness.after { $0.refresh() }
    harness.repository.asOf = harness.clock.now.addingTimeInterval(-60)
    await harness.after { $0.showTimeline(at: 1) }
    await harness.after { $0.showTimeline(at: 0) }
    #expect(harness.presenter.timelines.pager.failure != nil)
    await harness.advance(1)
    harness.repository.asOf = harness.clock.now
    await harness.after { $0.showTimeline(at: 2) }
    await harness.after { $0.showTimeline(at: 0) }
    #expect(harness.presenter.timelines.pager.failure == nil)
  }

  @Test func `A failure while opening the account ends, too`() async {
    let harness = TimelineHarness(
      [(.home, Post.fixtures(count: 3))], capabilities: SourceCapabilities(maxAge: 60), sendsChanges: true)
    harness.repository.setPageResponses(.init(after: 1, .timedOut(host: "t.example", seconds: 1)))
    await harness.load()
    await harness.advance(2)
    #expect(harness.view.emptyView?.name == "timed out")
    harness.repository.notify(.connection(.connected))
    await harness.settle()
    #expect(harness.view.texts.count == 3)
  }

  @Test func `Another failure stays`() async {
    let harness = await harnessOfTwo()
    harness.repository.setPageResponses(.init(.serverError(host: "t.example", message: "No")))
    await harness.after { $0.refresh() }
    harness.repository.notify(.connection(.connected))
    await harness.settle()
    #expect(harness.view.notice?.isFailure == true)
  }

  @Test func `A removed tab cancels its request`() async {
    let harness = TimelineHarness(
      [(.home, Post.fixtures(count: 3)), (.list("7"), [])], firstTimeline: .list("7"),
      capabilities: SourceCapabilities(maxAge: 60))
    await harness.load()
    await harness.advance(301)
    harness.repository.setPageResponses(.init(after: 3))
    harness.repository.setTimelines([(.home, Post.fixtures(count: 3))])
    await harness.after { $0.refresh() }
    await harness.advance(5)
    #expect(harness.view.texts == ["Post 1", "Post 2", "Post 3"])
    #expect(harness.view.notice?.text == "The list “7” no longer exists.")
  }

  @Test func `An expired session is shown in a notice with a way to sign in`() async {
    let error = TimelineError.sessionExpired(handle: "ada@server.example", host: "server.example")
    let repository = StubTimelineRepository(
      pages: [.success(TimelinePage(posts: Post.fixtures(count: 3)))], changes: [.connection(.ended(error))])
    let harness = TimelineHarness(posts: 0)
    let view = SpyTimelineView()
    let presenter = harness.presenter(of: repository, view: view)
    presenter.viewDidLoad()
    await harness.settle()
    #expect(view.notice?.isFailure == true)
    #expect(view.notice?.actions.contains(.signInAgain) == true)
    #expect(view.rows.count == 3)
  }

  @Test func `A timeline being regenerated is requested with growing pauses`() async {
    let harness = makeHarness()
    harness.repository.isRegenerating = true
    await harness.load()
    let first = harness.repository.requests.count
    for (index, pause) in [3.0, 6, 12, 24, 48, 60, 60].enumerated() {
      await harness.advance(pause - 0.5)
      #expect(harness.repository.requests.count == first + index)
      await harness.advance(0.5)
      #expect(harness.repository.requests.count == first + index + 1)
    }
  }
}
