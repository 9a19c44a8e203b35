import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import TimelineCore

/// What a pager holds stays small, whatever comes in.
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
      ask: { request throws(TimelineError) in
        try await LoadTimeline(timelines: repository).page(of: .home, request)
      }, loading: LoadTask(clock: clock, runner: runner),
      listener: SourceObserver(changes: { repository.changes() }, clock: clock, runner: runner), cache: PostCache(),
      clock: clock, runner: runner)
    pager.loadFirstPage()
    await clock.settle(runner)
  }

  /// So many come in at the source, and are told.
  private func write(_ count: Int) { _ = pager.insert(written(count)) }

  /// - Returns: what there is to tell.
  private func written(_ count: Int) -> [Post] {
    let first = 1_000 + posts.count
    let new = (0..<count).map { number in
      Post.fixture(id: "\(first + number)", createdAt: .noon.addingTimeInterval(Double(first + number)))
    }
    posts = new.reversed() + posts
    repository.setPosts(posts, of: .home)
    return new.reversed()
  }

  @Test func `An hour of a busy stream is not held, and the selected post stays selected`() async throws {
    let selected = try #require(pager.selectedPost?.key)
    var most = 0
    for _ in 0..<600 {
      write(6)
      most = max(most, pager.window?.count ?? 0)
      await clock.settle(runner)
    }
    #expect(most <= PageRequest.maxHeld)
    #expect(pager.selectedPost?.key == selected)
    #expect(pager.window?.newer != nil)
  }

  @Test func `What stands in the timeline no more goes, and the selected post stays selected`() throws {
    pager.select(5)
    let selected = try #require(pager.selectedPost?.key)
    let keys = [0, 2, 5, 7].compactMap { pager.window?[$0]?.key }
    pager.withdraw([keys[0], keys[1], keys[3]])
    #expect(pager.selectedPost?.key == selected && pager.selection == 3)
    #expect(pager.window?.posts.contains { $0.key == keys[3] } == false)
    pager.withdraw([selected])
    #expect(pager.selectedPost?.id == PostID("7"))
    pager.withdraw(pager.window?.posts.map(\.key) ?? [])
    #expect(pager.content == .empty)
  }

  @Test func `More at once than can be held leaves nothing out when the person goes up`() async throws {
    write(2_000)
    #expect((pager.window?.count ?? 0) <= PageRequest.maxHeld)
    write(10)
    await clock.settle(runner)
    for _ in 0..<100 where pager.window?.newer != nil {
      pager.select(0)
      pager.fetchAhead()
      await clock.settle(runner)
    }
    let held = try #require(pager.window).posts.map(\.id)
    #expect(held == posts.prefix(held.count).map(\.id))
    #expect(held.count <= PageRequest.maxHeld + PageRequest.pageLength)
  }

  @Test func `What comes in while the stretch is asked for anew is held as well`() async throws {
    repository.answerPages(.init(after: 1, isStubborn: true))
    // At the top, so that nothing lies above.
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

  /// An answer takes a second, and says how it was when the question came.
  private func slowPager() -> TimelinePager {
    let (repository, clock) = (repository, clock)
    return TimelinePager(
      ask: { request throws(TimelineError) in
        let page = try await LoadTimeline(timelines: repository).page(of: .home, request)
        try? await clock.sleep(seconds: 1)
        return page
      }, loading: LoadTask(clock: clock, runner: runner),
      listener: SourceObserver(changes: { repository.changes() }, clock: clock, runner: runner), cache: PostCache(),
      clock: clock, runner: runner)
  }

  @Test(arguments: [3, 100, 2_000])
  func `What comes in while an older answer is on its way is not left out`(count: Int) async throws {
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

  /// - Returns: with what has come in since it was asked.
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

  @Test func `What comes in and is deleted while an older answer is on its way does not come back`() async throws {
    let (pager, new) = await pagerBeingRefreshed()
    pager.postWasDeleted(new[1].ref)
    await clock.advance(by: 1, runner)
    #expect(pager.window?.posts.prefix(3).map(\.id) == [new[0].id, new[2].id, posts[3].id])
  }

  @Test func `Nor does what is hidden meanwhile, and it is there once it is hidden no more`() async throws {
    let (pager, new) = await pagerBeingRefreshed()
    pager.isHidden = { $0.key == new[1].key }
    #expect(!pager.visibilityDidChange())
    await clock.advance(by: 1, runner)
    #expect(pager.window?.posts.prefix(3).map(\.id) == [new[0].id, new[2].id, posts[3].id])
    pager.isHidden = { _ in false }
    #expect(pager.visibilityDidChange())
  }

  @Test func `A gap that nothing has come of is not asked for again by itself`() async {
    var window = TimelineWindow(
      TimelinePage(
        posts: Array(posts.prefix(2)), gaps: [TimelineGap(cursor: PageCursor("1:2:3"), lower: posts[1].key)]))
    let gap = TimelineGap(cursor: PageCursor("1:2:3"), lower: posts[1].key)
    let same = TimelinePage(posts: [posts[1]], gaps: [gap])
    let hasChanged = [window.fill(gap, with: same), window.fill(gap, with: TimelinePage(posts: [posts[5]]))]
    #expect(hasChanged == [false, true])
  }

  @Test func `Where a gap is selected, the lowest of what fills it is then, and a post stays selected`() throws {
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
  func `Who is in a gap is where the post below it is, or above where there is none`(selection: Int, post: Int) {
    let gaps = [9, 20].map { TimelineGap(cursor: PageCursor("\($0)"), lower: posts[$0].key) }
    let page = TimelinePage(posts: [posts[0], posts[9], posts[20]], gaps: gaps)
    var held = LoadedTimeline(page, selecting: .first)
    held.remove(posts[20].key)
    held.selection = selection
    #expect(held.window.count == 4 && held.place?.key == posts[post].key)
  }
}
