import Domain
import TestSupport
import Testing

@testable import Timeline

/// Timelines with many posts that filters hide.
@MainActor @Suite struct HiddenPostsTests {
  private func hidden(_ post: Post) -> Post {
    var post = post
    post.filterVerdict = .hide(title: "Spoilers")
    return post
  }

  private func posts(hiding isHidden: (Int) -> Bool) -> [Post] {
    Post.fixtures(count: 900).enumerated().map { isHidden($0) ? hidden($1) : $1 }
  }

  @Test func `The oldest visible posts are shown although all older ones are hidden`() async {
    let harness = await TimelineHarness([(.home, posts { $0 >= 700 })]).load()
    await harness.after { $0.showOldest() }
    #expect(harness.view.shown == [.list])
    #expect(harness.view.selectedText == "Post 700")
  }

  @Test func `A number that may include hidden posts is not shown`() async {
    let session = MemorySessionRepository()
    let first = await TimelineHarness([(.home, posts { _ in false })], session: session).load()
    await first.after { $0.showOldest() }
    await first.after { $0.viewWillDisappear() }
    // The posts near the stored position are visible, some further up are not.
    let second = await TimelineHarness([(.home, posts { $0 % 100 == 50 })], session: session).load()
    #expect(second.view.status == "900 of 900")
    while !second.view.status.contains("hidden") { await second.select(0) }
    #expect(second.view.status == "1 hidden · Z")
    await second.after { $0.showNewest() }
    #expect(second.view.status.hasPrefix("1 · "), "\(second.view.status)")
  }

  @Test func `If no visible post is near, the empty view offers the newest`() async {
    let harness = await TimelineHarness([(.home, posts { $0 >= 5 })]).load()
    #expect(!harness.view.header.capabilities.canGoToNewest)
    await harness.select(2)
    await harness.after { $0.showOldest() }
    #expect(harness.view.emptyView?.name == "all posts hidden")
    let sentences = harness.view.emptyView?.sentences ?? []
    #expect(sentences.contains("Only the posts here are hidden. gg goes to the newest posts."))
    #expect(!sentences.contains { $0.contains("lder posts") })
    #expect(harness.view.header.capabilities.canGoToNewest && harness.view.header.capabilities.canLoadNewer)
    await harness.after { $0.goBack() }
    #expect(harness.view.selectedText == "Post 3")
    await harness.after { $0.showOldest() }
    #expect(harness.view.shown == [.emptyView])
    await harness.after { $0.showNewest() }
    #expect(harness.view.selectedText == "Post 1")
    #expect(!harness.view.header.capabilities.canGoToNewest)
  }

  /// - Returns: A harness with 10 visible posts, 860 hidden ones and 30 visible ones. The first of these is selected.
  private func scrolledHarness() async -> TimelineHarness {
    let harness = await TimelineHarness([(.home, posts { (10..<870).contains($0) })]).load()
    for _ in 0..<5 where harness.view.rows.count == 10 { await harness.after { $0.continueSearch() } }
    await harness.select(10)
    #expect(harness.view.selectedText == "Post 871")
    #expect(harness.view.status == "11 of 40 · 860 hidden · Z")
    return harness
  }

  private func addNewer(visible: Int, hidden count: Int, to harness: TimelineHarness) {
    let shown = (0..<visible).map { Post.fixture(id: "v\($0)", createdAt: .noon.minutesAgo(-1), text: "New") }
    let filtered = (0..<count).map { hidden(.fixture(id: "h\($0)", createdAt: .noon.minutesAgo(-1))) }
    harness.repository.setPosts(filtered + shown + harness.repository.posts(of: .home), of: .home)
  }

  @Test(arguments: [(5, 0), (5, 3)])
  func `Hidden posts are not counted as new`(visible: Int, hidden: Int) async {
    let harness = await scrolledHarness()
    addNewer(visible: visible, hidden: hidden, to: harness)
    await harness.after { $0.refresh() }
    #expect(harness.view.notice?.text == "5 new above · gg")
    #expect(harness.view.selectedText == "Post 871")
    #expect(harness.view.status.hasPrefix("16 · "))
    // The next refresh finds nothing more.
    await harness.after { $0.refresh() }
    #expect(harness.view.notice?.text.hasPrefix("Nothing new") == true)
    #expect(harness.view.status.hasPrefix("16 · "))
  }

  @Test func `If all new posts are hidden, nothing is new`() async {
    let harness = await scrolledHarness()
    addNewer(visible: 0, hidden: 3, to: harness)
    await harness.after { $0.refresh() }
    #expect(harness.view.notice?.text.hasPrefix("Nothing new") == true)
    #expect(harness.view.status.hasPrefix("11 · "))
  }

  @Test func `If the number of new visible posts is unknown, none is shown`() async {
    let harness = await scrolledHarness()
    addNewer(visible: 70, hidden: 0, to: harness)
    await harness.after { $0.refresh() }
    #expect(harness.view.notice?.text == "New posts above · gg")
    #expect(harness.view.selectedText == "Post 871")
    #expect(!harness.view.status.contains(" of "))
  }
}
