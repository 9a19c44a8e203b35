import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import TimelineCore

/// Pages of which filters, mutes and blocks leave nothing are no end of a timeline.
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
      ask: { request throws(TimelineError) in
        try await LoadTimeline(timelines: repository).page(of: .home, request)
      }, loading: LoadTask(clock: clock, runner: runner),
      listener: SourceObserver(changes: { repository.changes() }, clock: clock, runner: runner), cache: PostCache(),
      clock: clock, runner: runner)
    pager.loadFirstPage()
    await clock.settle(runner)
    pager.fetchAhead()
    await clock.settle(runner)
    return pager
  }

  @Test func `A first page that is hidden whole is gone past`() async {
    let pager = await pager(200) { $0 < 150 }
    #expect(pager.content == .posts)
    #expect(pager.window?.posts.first?.id == PostID("151"))
    #expect(pager.hiddenCounts == HiddenCounts(byFilter: ["Spoilers": 150]))
  }

  @Test func `It goes past a few pages at a time, and on when it is asked to`() async {
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

  @Test func `Pages in the middle that are hidden whole do not stop what is fetched ahead`() async {
    let pager = await pager(400) { (60..<200).contains($0) }
    pager.select(59)
    pager.fetchAhead()
    await clock.settle(runner)
    #expect(pager.window?.posts.contains { $0.id == PostID("201") } == true)
    #expect(pager.hiddenCounts.count == 140)
  }

  @Test func `Where all is hidden, that is said, and shown when it is asked for`() async {
    let pager = await pager(10) { _ in true }
    #expect(pager.content == .empty && !pager.hasMoreBehindHidden && pager.hiddenCounts.count == 10)
    pager.setShowsHidden(true)
    await clock.settle(runner)
    #expect(pager.content == .posts && pager.window?.count == 10 && pager.hiddenCounts.count == 0)
    pager.setShowsHidden(false)
    await clock.settle(runner)
    #expect(pager.content == .empty && pager.hiddenCounts.count == 10)
  }

  @Test func `Who is muted is counted apart`() async {
    let pager = await pager(10) { $0 == 0 }
    pager.isHidden = { $0.id == PostID("5") }
    _ = pager.visibilityDidChange()
    #expect(pager.hiddenCounts == HiddenCounts(byFilter: ["Spoilers": 1], byRelationship: 1))
    #expect(pager.window?.count == 8)
  }

  @Test func `A post that comes by another id stays in its row`() async {
    let pager = await pager(5) { _ in false }
    pager.select(2)
    var edited = Post.fixture(id: "new", text: "Edited")
    edited.formerID = PostID("3")
    pager.cache.change(edited)
    #expect(pager.window?.posts.map(\.id.rawValue) == ["1", "2", "new", "4", "5"])
    #expect(pager.selectedPost?.text.plain == "Edited" && pager.selection == 2)
    edited.text = PostText([.text("Twice")])
    edited.formerID = nil
    pager.cache.change(edited)
    #expect(pager.selectedPost?.text.plain == "Twice")
    // One that stands there under both ids stands there once.
    edited.formerID = PostID("4")
    pager.cache.change(edited)
    #expect(pager.window?.posts.map(\.id.rawValue) == ["1", "2", "new", "5"])
    #expect(pager.selectedPost?.id == PostID("new"))
  }

  @Test func `What a gap held is counted when it has come`() throws {
    let tracker = UnreadTracker(
      trackUnread: TrackUnread(timelines: PagedTimelineRepository([], clock: clock)), runner: runner)
    let posts = Post.fixtures(count: 9)
    tracker.begin(with: [.home: try #require(ReadMark(allOf: Array(posts.suffix(3))))])
    let gap = TimelineGap(cursor: PageCursor("g"), lower: posts[6].key)
    var window = TimelineWindow(TimelinePage(posts: Array(posts.prefix(2) + posts.suffix(3)), gaps: [gap]))
    tracker.update(.home, with: window, selection: 3, isRefresh: false)
    // All that was known above the gap is passed before it is filled.
    _ = tracker.read(0..<2, of: .home, in: window)
    let isFilled = window.fill(gap, with: TimelinePage(posts: Array(posts[2..<6])))
    #expect(isFilled)
    tracker.didFillGap(of: .home, window: window)
    #expect(tracker.unread(of: .home).count == 4)
    #expect(tracker.unread(of: .home).rows(in: window) == [2, 3, 4, 5])
  }
}
