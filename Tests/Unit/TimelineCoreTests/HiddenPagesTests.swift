import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import TimelineCore

/// Pages whose entries are all hidden do not end a timeline.
@MainActor @Suite final class HiddenPagesTests {
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private var repository: PagedTimelineRepository?

  private func pager(_ count: Int, hiding isHidden: (Int) -> Bool) async -> TimelinePager {
    let posts = Post.fixtures(count: count).enumerated().map { index, post in
      var post = post
      if isHidden(index) { post.filterVerdict = .hide(title: "Spoilers") }
      return post
    }
    let repository = PagedTimelineRepository([(.home, posts)], clock: clock)
    self.repository = repository
    let pager = TimelinePager(
      loadPage: { request throws(TimelineError) in
        try await LoadTimeline(timelines: repository).page(of: .home, request)
      }, loading: LoadTask(clock: clock, runner: runner),
      sourceObserver: SourceObserver(changes: { repository.changes() }, clock: clock, runner: runner),
      cache: PostCache(),
      clock: clock, runner: runner)
    pager.loadFirstPage()
    await clock.settle(runner)
    pager.fetchAhead()
    await clock.settle(runner)
    return pager
  }

  @Test func `A first page without visible entries is skipped`() async {
    let pager = await pager(200) { $0 < 150 }
    #expect(pager.content == .posts)
    #expect(pager.window?.posts.first?.id == PostID("151"))
    #expect(pager.hiddenCounts == HiddenCounts([.filter("Spoilers"): 150]))
  }

  @Test func `It skips a few pages at a time and continues on request`() async {
    let pager = await pager(1_000) { $0 < 900 }
    #expect(pager.content == .empty && pager.hasMoreBehindHidden && !pager.isFetching)
    #expect(pager.hiddenCounts.count == (1 + TimelinePager.maxEmptyPages) * PageRequest.pageLength)
    for _ in 0..<2 {
      pager.fetchAhead()
      await clock.settle(runner)
    }
    #expect(pager.content == .posts)
    #expect(pager.window?.posts.first?.id == PostID("901"))
  }

  @Test func `A jump to hidden entries shows the nearest newer visible ones`() async {
    let pager = await pager(400) { $0 >= 120 }
    #expect(pager.showOldest() == nil)
    await clock.settle(runner)
    #expect(pager.content == .posts)
    #expect(pager.window?.posts.first?.id == PostID("101") && pager.selectedPost?.id == PostID("120"))
    #expect(pager.hiddenCounts.count == 280)
    // The source counts hidden entries above the window.
    #expect(pager.entriesAbove == nil)
  }

  @Test(arguments: [false, true])
  func `So does a load around a position or a date`(isDate: Bool) async throws {
    let pager = await pager(400) { $0 >= 120 }
    let hidden = try #require(repository?.posts(of: .home)[300])
    let date = try #require(hidden.timelineDate)
    let position = EntryPosition(key: hidden.key, date: date)
    let request = isDate ? PageRequest.nearest(date) : .position(position)
    pager.load(request, selecting: .position(position))
    await clock.settle(runner)
    #expect(pager.content == .posts && pager.selectedPost?.id == PostID("120"))
  }

  @Test func `A jump to hidden entries requests few pages and leaves a way to the newest`() async {
    let pager = await pager(900) { $0 >= 5 }
    #expect(pager.content == .posts && !pager.isEmptyBelowNewest)
    let before = repository?.requests.count ?? 0
    _ = pager.showOldest()
    await clock.settle(runner)
    pager.fetchAheadAfterLoad()
    await clock.settle(runner)
    #expect(repository?.requests.count == before + 1 + TimelinePager.maxEmptyPages)
    #expect(pager.content == .empty && pager.isEmptyBelowNewest)
    // The user continues. No entry is older.
    pager.fetchAhead()
    await clock.settle(runner)
    #expect(pager.isEmptyBelowNewest)
    #expect(pager.hiddenCounts.count == (1 + 2 * TimelinePager.maxEmptyPages) * PageRequest.pageLength)
    #expect(pager.showNewest() == nil)
    await clock.settle(runner)
    #expect(pager.content == .posts && pager.selectedPost?.id == PostID("1"))
  }

  @Test func `The number of visible entries above the window is kept while scrolling`() async {
    let pager = await pager(1_200) { $0 % 2 == 1 }
    for _ in 0..<30 where pager.window?.newer == nil {
      pager.select((pager.window?.count ?? 1) - 1)
      pager.fetchAhead()
      await clock.settle(runner)
    }
    #expect(pager.window?.newer != nil)
    // Every other entry is visible.
    let number = pager.selectedPost.flatMap { Int($0.id.rawValue) } ?? 0
    #expect(pager.entriesAbove == (number - 1) / 2)
    pager.select(0)
    pager.fetchAhead()
    await clock.settle(runner)
    let selected = pager.selectedPost.flatMap { Int($0.id.rawValue) } ?? 0
    #expect(pager.entriesAbove == (selected - 1) / 2)
  }

  @Test func `Hidden pages in the middle do not stop fetching ahead`() async {
    let pager = await pager(400) { (60..<200).contains($0) }
    pager.select(59)
    pager.fetchAhead()
    await clock.settle(runner)
    #expect(pager.window?.posts.contains { $0.id == PostID("201") } == true)
    #expect(pager.hiddenCounts.count == 140)
  }

  @Test func `If everything is hidden, it reports that and shows it on request`() async {
    let pager = await pager(10) { _ in true }
    #expect(pager.content == .empty && !pager.hasMoreBehindHidden && pager.hiddenCounts.count == 10)
    pager.setShowsHidden(true)
    await clock.settle(runner)
    #expect(pager.content == .posts && pager.window?.count == 10 && pager.hiddenCounts.count == 0)
    pager.setShowsHidden(false)
    await clock.settle(runner)
    #expect(pager.content == .empty && pager.hiddenCounts.count == 10)
  }

  @Test func `Muted accounts are counted separately`() async {
    let pager = await pager(10) { $0 == 0 }
    pager.hiddenReason = { post, _ in post.filterReason ?? (post.id == PostID("5") ? .relationship : nil) }
    _ = pager.visibilityDidChange()
    #expect(pager.hiddenCounts == HiddenCounts([.filter("Spoilers"): 1, .relationship: 1]))
    #expect(pager.window?.count == 8)
  }

  @Test func `A post that arrives under another ID keeps its row`() async {
    let pager = await pager(5) { _ in false }
    pager.select(2)
    var edited = Post.fixture(id: "new", text: "Edited")
    edited.formerID = PostID("3")
    pager.cache.update(edited)
    #expect(pager.window?.posts.map(\.id.rawValue) == ["1", "2", "new", "4", "5"])
    #expect(pager.selectedPost?.text.plain == "Edited" && pager.selection == 2)
    edited.text = PostText([.text("Twice")])
    edited.formerID = nil
    pager.cache.update(edited)
    #expect(pager.selectedPost?.text.plain == "Twice")
    // An entry with both IDs is shown once.
    edited.formerID = PostID("4")
    pager.cache.update(edited)
    #expect(pager.window?.posts.map(\.id.rawValue) == ["1", "2", "new", "5"])
    #expect(pager.selectedPost?.id == PostID("new"))
  }

  @Test func `The entries of a gap are counted after it is filled`() throws {
    let tracker = UnreadTracker(
      trackUnread: TrackUnread(timelines: PagedTimelineRepository([], clock: clock)), runner: runner)
    let posts = Post.fixtures(count: 9)
    tracker.setStoredMarks([.home: try #require(ReadMark(allOf: Array(posts.suffix(3))))])
    let gap = TimelineGap(cursor: PageCursor("g"), lower: posts[6].key)
    var window = TimelineWindow(TimelinePage(posts: Array(posts.prefix(2) + posts.suffix(3)), gaps: [gap]))
    tracker.update(.home, with: window, selection: 3, isRefresh: false)
    // All entries known above the gap are passed before it is filled.
    _ = tracker.markRead(0..<2, of: .home, in: window)
    let isFilled = window.fill(gap, with: TimelinePage(posts: Array(posts[2..<6])))
    #expect(isFilled)
    tracker.didFillGap(of: .home, window: window)
    #expect(tracker.unread(of: .home).count == 4)
    #expect(tracker.unread(of: .home).rows(in: window) == [2, 3, 4, 5])
  }
}
