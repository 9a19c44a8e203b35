import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing
import TimelineCore

@MainActor
struct UnreadTrackerTests {
  /// Responds after a second with marks of other clients, and counts requests.
  private final class SlowMarks: TrackUnreadUseCase {
    let clock: VirtualClock
    let asked = Mutex(0)
    let timelines = Mutex<[TimelineID]>([])
    /// The unread count, returned after a second.
    let counts = Mutex<[Int]>([])

    init(clock: VirtualClock) { self.clock = clock }

    func allRead(of timeline: TimelineID) async throws(TimelineError) -> ReadMark? { nil }

    func unread(of timeline: TimelineID, above mark: ReadMark) async throws(TimelineError) -> Unread? {
      guard let count = counts.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return nil }
      _ = try? await clock.sleep(seconds: 1)
      return Unread(count: count, above: count, mark: mark)
    }

    func oldestUnread(
      of timeline: TimelineID, above cursor: PageCursor?, mark: ReadMark
    ) async throws(TimelineError) -> EntryPosition? { nil }

    func markFromOtherApp(of timeline: TimelineID, above mark: ReadMark) async -> ReadMark? {
      asked.withLock { $0 += 1 }
      timelines.withLock { $0.append(timeline) }
      _ = try? await clock.sleep(seconds: 1)
      return nil
    }

    func didRead(_ mark: ReadMark, of timeline: TimelineID) {}

    func distance(to position: EntryPosition, above cursor: PageCursor, of timeline: TimelineID) async -> EntryDistance?
    { nil }
  }

  @Test func `Marks are requested again if a page arrives meanwhile`() async throws {
    let (clock, runner) = (VirtualClock(now: .noon), TaskRunner())
    let elsewhere = SlowMarks(clock: clock)
    let tracker = UnreadTracker(trackUnread: elsewhere, runner: runner)
    tracker.setStoredMarks([.home: try #require(ReadMark(allOf: [.fixture(id: "1")]))])
    for _ in 0..<3 { tracker.syncMarks([.home]) { _ in } }
    await clock.advance(by: 5, runner)
    #expect(elsewhere.asked.withLock { $0 } == 2)
  }

  @Test func `Timelines requested meanwhile are synchronized afterwards`() async throws {
    let (clock, runner) = (VirtualClock(now: .noon), TaskRunner())
    let elsewhere = SlowMarks(clock: clock)
    let tracker = UnreadTracker(trackUnread: elsewhere, runner: runner)
    let mark = try #require(ReadMark(allOf: [.fixture(id: "1")]))
    tracker.setStoredMarks([.home: mark, .notifications: mark, .local: mark])
    for timeline in [TimelineID.home, .notifications, .local, .notifications] { tracker.syncMarks([timeline]) { _ in } }
    await clock.advance(by: 5, runner)
    #expect(elsewhere.timelines.withLock(\.self) == [.home, .notifications, .local])
  }

  @Test func `Entries that arrive during counting are counted`() async throws {
    let (clock, runner) = (VirtualClock(now: .noon), TaskRunner())
    let elsewhere = SlowMarks(clock: clock)
    elsewhere.counts.withLock { $0 = [3, 4] }
    let tracker = UnreadTracker(trackUnread: elsewhere, runner: runner)
    tracker.setStoredMarks([.home: try #require(ReadMark(allOf: [.fixture(id: "1")]))])
    tracker.count([.home]) { _ in }
    await clock.settle(runner)
    tracker.didInsert([.fixture(id: "9")], into: .home, window: nil, user: Profile(handle: "ada"))
    await clock.advance(by: 3, runner)
    #expect(tracker.unread(of: .home).count == 4)
  }

  @Test func `Own posts that another program has sent are read`() throws {
    let user = Profile(handle: "ada@demo", name: "Ada")
    let tracker = UnreadTracker(
      trackUnread: SlowMarks(clock: VirtualClock(now: .noon)), runner: TaskRunner()
    ) { $0.isOwnEntry(of: user) }
    let old = Post.fixture(id: "1", createdAt: .noon - 9 * 60)
    tracker.setStoredMarks([
      .home: try #require(ReadMark(allOf: [old])), .notifications: try #require(ReadMark(allOf: [old])),
    ])
    let own = Post.fixture(id: "3", author: user, createdAt: .noon - 1 * 60)
    var liked = own
    liked.notification = PostNotification(id: "n1", kind: .favourite, profiles: [], at: .noon)
    let other = Post.fixture(id: "4", createdAt: .noon - 0 * 60)
    let window = TimelineWindow(TimelinePage(posts: [other, own, old]))
    tracker.update(.home, with: window, selection: 2, isRefresh: true)
    #expect(tracker.unread(of: .home).count == 1 && tracker.unread(of: .home).rows(in: window) == [0])
    let notifications = TimelineWindow(TimelinePage(posts: [liked, old]))
    tracker.update(.notifications, with: notifications, selection: 1, isRefresh: true)
    #expect(tracker.unread(of: .notifications).count == 1)
  }

  @Test func `Posts and reposts of the user are read`() throws {
    let user = Profile(handle: "ada@demo", name: "Ada")
    let tracker = UnreadTracker(
      trackUnread: SlowMarks(clock: VirtualClock(now: .noon)), runner: TaskRunner())
    let old = Post.fixture(id: "1", createdAt: .noon - 9 * 60)
    tracker.setStoredMarks([.home: try #require(ReadMark(allOf: [old]))])
    var own = Post.fixture(id: "3", createdAt: .noon - 1 * 60)
    own.author = user
    var repost = Post.fixture(id: "2", createdAt: .noon - 2 * 60)
    repost.repost = Repost(by: user)
    let other = Post.fixture(id: "4", createdAt: .noon - 0 * 60)
    let window = TimelineWindow(TimelinePage(posts: [other, own, repost, old]))
    tracker.didInsert([other, own, repost], into: .home, window: window, user: user)
    #expect(tracker.unread(of: .home).count == 1)
    #expect(tracker.unread(of: .home).rows(in: window) == [0])
    // The same without a window.
    tracker.didInsert([.fixture(id: "6"), own], into: .home, window: nil, user: user)
    #expect(tracker.unread(of: .home).count == 2)
  }
}
