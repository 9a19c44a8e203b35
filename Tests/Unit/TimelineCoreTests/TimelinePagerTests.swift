import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import TimelineCore

/// The window of a pager stays small, however many entries arrive.
@MainActor @Suite final class TimelinePagerTests {
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let repository: PagedTimelineRepository
  private let pager: TimelinePager
  private var posts = Post.fixtures(count: 300)

  init() async {
    let repository = PagedTimelineRepository([(.home, posts)], clock: clock)
    self.repository = repository
    pager = TimelinePager(
      loadPage: { request throws(TimelineError) in
        try await LoadTimeline(timelines: repository).page(of: .home, request)
      }, loading: LoadTask(clock: clock, runner: runner),
      sourceObserver: SourceObserver(changes: { repository.changes() }, clock: clock, runner: runner),
      cache: PostCache(),
      clock: clock, runner: runner)
    pager.loadFirstPage()
    await clock.settle(runner)
  }

  /// Makes new posts arrive at the source, and reports them.
  private func write(_ count: Int) { _ = pager.insert(written(count)) }

  /// - Returns: The new posts, to report.
  private func written(_ count: Int) -> [Post] {
    let first = 1_000 + posts.count
    let new = (0..<count).map { number in
      Post.fixture(id: "\(first + number)", createdAt: .noon.addingTimeInterval(Double(first + number)))
    }
    posts = new.reversed() + posts
    repository.setPosts(posts, of: .home)
    return new.reversed()
  }

  @Test func `A busy stream does not grow the window, and the selected post stays`() async throws {
    let selected = try #require(pager.selectedPost?.key)
    var most = 0
    for _ in 0..<600 {
      write(6)
      most = max(most, pager.window?.count ?? 0)
      await clock.settle(runner)
    }
    #expect(most <= PageRequest.maxLoaded)
    #expect(pager.selectedPost?.key == selected)
    #expect(pager.window?.newer != nil)
  }

  /// A source has stored entries before it reports them, and a page counts them in between.
  @Test(arguments: 1...40)
  func `Each entry above the window is counted once, whenever it is reported`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let pager = slowPager()
    pager.loadFirstPage()
    await clock.advance(by: 1, runner)
    var unreported: [[Post]] = []
    for _ in 0..<120 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2: unreported.append(written(Int.random(in: 1...70, using: &random)))
      case 3, 4: if !unreported.isEmpty { _ = pager.insert(unreported.removeFirst()) }
      case 5:
        pager.select(Int.random(in: 0..<max(1, pager.window?.count ?? 1), using: &random))
        pager.fetchAhead()
      case 6: await clock.advance(by: 1, runner)
      default: pager.reload()
      }
      await clock.settle(runner)
    }
    for batch in unreported { _ = pager.insert(batch) }
    for _ in 0..<30 { await clock.advance(by: 1, runner) }
    let selected = try #require(pager.selectedPost)
    #expect(pager.entriesAbove == posts.firstIndex { $0.key == selected.key })
    #expect(pager.window?.total == posts.count)
  }

  @Test func `Removed entries disappear and the selected post stays`() throws {
    pager.select(5)
    let selected = try #require(pager.selectedPost?.key)
    let keys = [0, 2, 5, 7].compactMap { pager.window?[$0]?.key }
    pager.removeEntries([keys[0], keys[1], keys[3]])
    #expect(pager.selectedPost?.key == selected && pager.selection == 3)
    #expect(pager.window?.posts.contains { $0.key == keys[3] } == false)
    pager.removeEntries([selected])
    #expect(pager.selectedPost?.id == PostID("7"))
    pager.removeEntries(pager.window?.posts.map(\.key) ?? [])
    #expect(pager.content == .empty)
  }

  @Test func `A large batch is complete when the user scrolls up`() async throws {
    write(2_000)
    #expect((pager.window?.count ?? 0) <= PageRequest.maxLoaded)
    write(10)
    await clock.settle(runner)
    for _ in 0..<100 where pager.window?.newer != nil {
      pager.select(0)
      pager.fetchAhead()
      await clock.settle(runner)
    }
    let held = try #require(pager.window).posts.map(\.id)
    #expect(held == posts.prefix(held.count).map(\.id))
    #expect(held.count <= PageRequest.maxLoaded + PageRequest.pageLength)
  }

  @Test func `Entries that arrive during a reload are included`() async throws {
    repository.setPageResponses(.init(after: 1, isStubborn: true))
    // The selection is at the top, so that nothing is above it.
    for _ in 0..<60 {
      write(5)
      pager.select(0)
    }
    await clock.settle(runner)
    write(5)
    await clock.advance(by: 1, runner)
    pager.select(0)
    pager.fetchAhead()
    await clock.settle(runner)
    let held = try #require(pager.window).posts.map(\.id)
    let start = try #require(posts.firstIndex { $0.id == held.first })
    #expect(held == posts[start..<start + held.count].map(\.id))
  }

  /// Responds after a second with the state at the time of the request.
  private func slowPager() -> TimelinePager {
    let (repository, clock) = (repository, clock)
    return TimelinePager(
      loadPage: { request throws(TimelineError) in
        let page = try await LoadTimeline(timelines: repository).page(of: .home, request)
        try? await clock.sleep(seconds: 1)
        return page
      }, loading: LoadTask(clock: clock, runner: runner),
      sourceObserver: SourceObserver(changes: { repository.changes() }, clock: clock, runner: runner),
      cache: PostCache(),
      clock: clock, runner: runner)
  }

  @Test(arguments: [3, 100, 2_000])
  func `Entries that arrive before an older response are kept`(count: Int) async throws {
    let pager = slowPager()
    pager.loadFirstPage()
    await clock.settle(runner)
    _ = pager.insert(written(count))
    for _ in 0..<3 { await clock.advance(by: 1, runner) }
    let selected = try #require(pager.selectedPost?.key)
    pager.refresh()
    await clock.settle(runner)
    for _ in 0..<2 { _ = pager.insert(written(count)) }
    for _ in 0..<3 { await clock.advance(by: 1, runner) }
    #expect(pager.selectedPost?.key == selected)
    for _ in 0..<200 where pager.window?.newer != nil || pager.selection > 0 {
      pager.select(0)
      pager.fetchAhead()
      await clock.settle(runner)
      _ = pager.insert(written(1))
      for _ in 0..<2 { await clock.advance(by: 1, runner) }
    }
    let held = try #require(pager.window).posts.map(\.id)
    #expect(held == posts.prefix(held.count).map(\.id))
  }

  /// - Returns: The pager and the entries that arrived during the refresh.
  private func pagerBeingRefreshed() async -> (TimelinePager, [Post]) {
    let pager = slowPager()
    pager.loadFirstPage()
    await clock.advance(by: 1, runner)
    pager.refresh()
    await clock.settle(runner)
    let new = written(3)
    _ = pager.insert(new)
    return (pager, new)
  }

  @Test func `Entries deleted before an older response stay deleted`() async throws {
    let (pager, new) = await pagerBeingRefreshed()
    pager.postWasDeleted(new[1].ref)
    await clock.advance(by: 1, runner)
    #expect(pager.window?.posts.prefix(3).map(\.id) == [new[0].id, new[2].id, posts[3].id])
  }

  @Test func `Entries hidden before an older response stay hidden until they are shown again`() async throws {
    let (pager, new) = await pagerBeingRefreshed()
    pager.hiddenReason = { post, _ in post.key == new[1].key ? .relationship : nil }
    #expect(!pager.visibilityDidChange())
    await clock.advance(by: 1, runner)
    #expect(pager.window?.posts.prefix(3).map(\.id) == [new[0].id, new[2].id, posts[3].id])
    pager.hiddenReason = { _, _ in nil }
    #expect(pager.visibilityDidChange())
  }

  @Test func `A gap that could not be filled is not requested again automatically`() async {
    var window = TimelineWindow(
      TimelinePage(
        posts: Array(posts.prefix(2)), gaps: [TimelineGap(cursor: PageCursor("1:2:3"), lower: posts[1].key)]))
    let gap = TimelineGap(cursor: PageCursor("1:2:3"), lower: posts[1].key)
    let same = TimelinePage(posts: [posts[1]], gaps: [gap])
    let hasChanged = [window.fill(gap, with: same), window.fill(gap, with: TimelinePage(posts: [posts[5]]))]
    #expect(hasChanged == [false, true])
  }

  @Test func `Filling a selected gap selects the lowest new entry; a selected post stays`() throws {
    let gap = TimelineGap(cursor: PageCursor("1:2:3"), lower: posts[9].key)
    let page = TimelinePage(posts: [posts[0], posts[9]], gaps: [gap])
    let rest = TimelineGap(cursor: PageCursor("1:2:4"), lower: posts[6].key)
    let answer = TimelinePage(posts: Array(posts[6...8]), gaps: [rest])
    for (selection, expected) in [(0, 0), (1, 4), (2, 5)] {
      var held = LoadedTimeline(page, selecting: .first)
      held.selection = selection
      let hasChanged = held.fill(gap, with: answer)
      #expect(hasChanged && held.selection == expected)
      #expect(held.window.row(at: 4)?.post?.id == posts[8].id)
    }
  }

  @Test(arguments: [(0, 0), (1, 9), (2, 9), (3, 9)])
  func `The position in a gap is the post below, or above if none follows`(selection: Int, post: Int) {
    let gaps = [9, 20].map { TimelineGap(cursor: PageCursor("\($0)"), lower: posts[$0].key) }
    let page = TimelinePage(posts: [posts[0], posts[9], posts[20]], gaps: gaps)
    var held = LoadedTimeline(page, selecting: .first)
    held.remove(posts[20].key)
    held.selection = selection
    #expect(held.window.count == 4 && held.position?.key == posts[post].key)
  }
}
