import Domain
import TestSupport
import Testing

@testable import Timeline

/// What stands beside the list is told which post is selected.
@MainActor @Suite struct SelectionTests {
  @Test func `The post that the person has come to is told, once`() async {
    let stage = await TimelineHarness(posts: 9).load()
    #expect(stage.router.selected == ["none", "none", "1"])
    await stage.select(1)
    #expect(stage.router.selected.suffix(2) == ["1", "2"])
    await stage.after { $0.settingsDidChange() }
    #expect(stage.router.selected.count == 4)
  }

  @Test func `Where there is nothing to select, that is told`() async {
    let stage = await TimelineHarness([(.home, Post.fixtures(count: 9)), (.mentions, [])]).load()
    await stage.after { $0.showNextTimeline() }
    #expect(stage.router.selected.suffix(2) == ["1", "none"])
    await stage.after { $0.showPreviousTimeline() }
    #expect(stage.router.selected.suffix(3) == ["1", "none", "1"])
  }

  @Test func `A notification that is about no post is told as well: its people are shown beside the list`() async {
    let grace = Profile(handle: "grace", name: "Grace")
    var follow = Post.fixture(id: "n1", author: grace)
    follow.notification = PostNotification(id: "n1", kind: .follow, people: [grace], at: .noon)
    let stage = await TimelineHarness([(.notifications, [follow] + Post.fixtures(count: 2))]).load()
    #expect(stage.router.selected.last == "n1")
  }

  @Test func `It is told again when the list comes back: something else may have stood beside it`() async {
    let stage = await TimelineHarness(posts: 9).load()
    await stage.after { $0.viewWillDisappear() }
    await stage.after { $0.viewDidAppear() }
    #expect(stage.router.selected.suffix(2) == ["1", "1"])
  }

  @Test func `A match of a search is selected as a post of the timeline is`() async {
    let stage = await TimelineHarness(posts: 30).load()
    await stage.after { $0.beginSearch() }
    await stage.after { $0.search("post 2") }
    #expect(stage.router.selected.suffix(2) == ["1", "2"])
  }
}
