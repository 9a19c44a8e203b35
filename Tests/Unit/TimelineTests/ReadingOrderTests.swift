import Domain
import TestSupport
import Testing

@testable import Timeline

/// Timelines with the oldest posts first.
@MainActor @Suite struct ReadingOrderTests {
  private let session = MemorySessionRepository()

  private func harness(_ posts: [Post], _ others: [(kind: TimelineID, posts: [Post])] = []) async -> TimelineHarness {
    let harness = await TimelineHarness([(.home, posts)] + others, session: session, sendsChanges: true).load()
    if harness.options[.home].order == .newestFirst { await harness.after { $0.toggleOrder() } }
    return harness
  }

  private func new(_ index: Int) -> Post {
    .fixture(id: "n\(index)", createdAt: .noon.minutesAgo(Double(-index)), text: "New \(index)")
  }

  @Test func `The key reverses the list at the selected post`() async {
    let harness = await TimelineHarness([(.home, Post.fixtures(count: 5))], session: session).load()
    await harness.select(1)
    #expect(harness.view.status == "2 of 5")
    await harness.after { $0.toggleOrder() }
    #expect(harness.view.texts == ["Post 5", "Post 4", "Post 3", "Post 2", "Post 1"])
    #expect(harness.view.selectedText == "Post 2" && harness.view.selection == 3)
    #expect(harness.view.status == "4 of 5 · oldest first · O")
    #expect(harness.view.notice?.text == "Oldest first: newer posts are below.")
    #expect(harness.view.timeline?.isOldestFirst == true && harness.view.timeline?.footer == "")
    #expect(harness.view.rows.first?.heading == "End of posts")
    await harness.after { $0.toggleOrder() }
    #expect(harness.view.texts.first == "Post 1" && harness.view.selectedText == "Post 2")
    #expect(harness.view.status == "2 of 5")
  }

  @Test func `The next row is the next newer post`() async {
    let harness = await harness(Post.fixtures(count: 5))
    await harness.select(0)
    #expect(harness.view.selectedText == "Post 5" && harness.presenter.post(at: 0)?.id == PostID("5"))
    await harness.select(1)
    #expect(harness.view.selectedText == "Post 4")
    await harness.after { $0.showNewest() }
    #expect(harness.view.selectedText == "Post 1" && harness.view.selection == 4)
    await harness.after { $0.showOldest() }
    #expect(harness.view.selectedText == "Post 5" && harness.view.selection == 0)
  }

  @Test func `New posts are added below and move nothing`() async {
    let harness = await harness(Post.fixtures(count: 3))
    #expect(harness.view.selectedText == "Post 1" && harness.view.selection == 2)
    harness.repository.notify(.inserted([new(2), new(1)], in: .home))
    await harness.settle()
    #expect(harness.view.texts == ["Post 3", "Post 2", "Post 1", "New 1", "New 2"])
    #expect(harness.view.selectedText == "Post 1" && harness.view.selection == 2)
    #expect(harness.view.unread == ["New 1", "New 2"])
    #expect(harness.view.status.contains("2 new below"))
    await harness.after { $0.showNextUnread() }
    #expect(harness.view.selectedText == "New 1" && harness.view.unread == ["New 2"])
  }

  @Test func `A refresh says that new posts are below`() async {
    let harness = await harness(Post.fixtures(count: 3))
    harness.repository.setPosts([new(1)] + Post.fixtures(count: 3), of: .home)
    await harness.after { $0.refresh() }
    #expect(harness.view.notice?.text == "1 new below · gg")
    #expect(harness.view.texts.last == "New 1" && harness.view.selectedText == "Post 1")
  }

  @Test func `Older posts are loaded above`() async {
    let harness = await harness(Post.fixtures(count: 300))
    let before = harness.view.rows.count
    #expect(harness.view.texts.last == "Post 1")
    await harness.select(0)
    #expect(harness.view.rows.count > before && harness.view.selection > 0)
    #expect(harness.view.selectedText == "Post \(before)")
    await harness.after { $0.showOldest() }
    #expect(harness.view.selectedText == "Post 300" && harness.view.selection == 0)
  }

  @Test func `The order is stored for the timeline, and the position with it`() async {
    let first = await harness(Post.fixtures(count: 9), [(.local, Post.fixtures(count: 2))])
    await first.select(2)
    #expect(first.view.selectedText == "Post 7")
    await first.after { $0.showNextTimeline() }
    #expect(first.view.texts == ["Post 1", "Post 2"] && first.view.header.capabilities.order == .newestFirst)
    await first.after { $0.showPreviousTimeline() }
    await first.after { $0.viewWillDisappear() }
    let second = await TimelineHarness([(.home, Post.fixtures(count: 9))], session: session).load()
    #expect(second.view.selectedText == "Post 7" && second.view.texts.first == "Post 9")
    #expect(second.view.header.capabilities.order == .oldestFirst)
  }

  @Test func `Matches of a search are newest first`() async {
    let harness = await harness(Post.fixtures(count: 3))
    await harness.after {
      $0.beginSearch()
      $0.search("post")
    }
    #expect(harness.view.texts == ["Post 1", "Post 2", "Post 3"] && harness.view.timeline?.isOldestFirst == false)
    #expect(harness.view.header.capabilities.order == nil)
    await harness.after { $0.clearSearch() }
    #expect(harness.view.texts == ["Post 3", "Post 2", "Post 1"])
  }

  @Test func `A date goes to its newest post`() async {
    let harness = await harness(Post.fixtures(count: 3_000))
    let day = Post.fixtures(count: 3_000)[2_000].createdAt.map { LocalTime.minute($0).prefix(10) } ?? ""
    await harness.after { $0.goToDate(String(day)) }
    let post = harness.presenter.post(at: harness.view.selection)
    #expect(post?.createdAt.map { LocalTime.minute($0).prefix(10) } == day)
  }

  @Test func `A failure to load older posts is shown above them`() async {
    let harness = await harness(Post.fixtures(count: 300))
    harness.repository.setPageResponses(.init(.offline(host: "timeline.example")))
    await harness.select(0)
    #expect(harness.view.rows.first?.heading?.hasPrefix("Couldn’t load older posts") == true)
  }
}
