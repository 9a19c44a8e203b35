import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

/// What a source says that is somewhere else.
@MainActor @Suite struct ServerTests {
  private func stage() -> Stage {
    Stage(
      [(.home, Post.fixtures(count: 3)), (.local, Post.fixtures(count: 3))],
      capabilities: SourceCapabilities(maxAge: 60))
  }

  private func titles(_ stage: Stage) -> [String] { stage.presenter.tabs.all.map(\.timeline.title) }

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
    let stage = await Stage(posts: 3).load()
    await stage.advance(86_401)
    await stage.after { $0.refresh() }
    #expect(stage.repository.refreshCount == 1)
  }

  @Test func `A session that has ended stands in the notice, with the way to sign in again`() async {
    let error = TimelineError.sessionExpired(handle: "ada@server.example", host: "server.example")
    let repository = StubTimelineRepository(
      pages: [.success(TimelinePage(posts: Post.fixtures(count: 3)))], changes: [.connection(.ended(error))])
    let stage = Stage(posts: 0)
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
