import Domain
import TestSupport
import Testing

@testable import Timeline

/// Reports of the selected post, for the pane next to the list.
@MainActor @Suite struct SelectionTests {
  @Test func `The selected post is reported once`() async {
    let harness = await TimelineHarness(posts: 9).load()
    #expect(harness.router.selected == ["none", "none", "1"])
    await harness.select(1)
    #expect(harness.router.selected.suffix(2) == ["1", "2"])
    await harness.after { $0.settingsDidChange() }
    #expect(harness.router.selected.count == 4)
  }

  @Test func `An empty selection is reported`() async {
    let harness = await TimelineHarness([(.home, Post.fixtures(count: 9)), (.mentions, [])]).load()
    await harness.after { $0.showNextTimeline() }
    #expect(harness.router.selected.suffix(2) == ["1", "none"])
    await harness.after { $0.showPreviousTimeline() }
    #expect(harness.router.selected.suffix(3) == ["1", "none", "1"])
  }

  @Test func `A notification without a post is reported`() async {
    let grace = Profile(handle: "grace", name: "Grace")
    var follow = Post.fixture(id: "n1", author: grace)
    follow.notification = PostNotification(id: "n1", kind: .follow, profiles: [grace], at: .noon)
    let harness = await TimelineHarness([(.notifications, [follow] + Post.fixtures(count: 2))]).load()
    #expect(harness.router.selected.last == "n1")
  }

  @Test func `The selection is reported again when the list returns`() async {
    let harness = await TimelineHarness(posts: 9).load()
    await harness.after { $0.viewWillDisappear() }
    await harness.after { $0.viewDidAppear() }
    #expect(harness.router.selected.suffix(2) == ["1", "1"])
  }

  @Test func `A selected match is reported like a post`() async {
    let harness = await TimelineHarness(posts: 30).load()
    await harness.after { $0.beginSearch() }
    await harness.after { $0.search("post 2") }
    #expect(harness.router.selected.suffix(2) == ["1", "2"])
  }
}
