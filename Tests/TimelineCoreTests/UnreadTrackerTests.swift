import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing
import TimelineCore

@MainActor
struct UnreadTrackerTests {
  /// Takes a second to say what has been read elsewhere, and notes how often it was asked.
  private final class Elsewhere: TrackUnreadUseCase {
    let clock: VirtualClock
    let asked = Mutex(0)
    let timelines = Mutex<[TimelineID]>([])
    /// What is counted, after a second.
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
    ) async throws(TimelineError) -> Place? { nil }

    func readElsewhere(of timeline: TimelineID, above mark: ReadMark) async -> ReadMark? {
      asked.withLock { $0 += 1 }
      timelines.withLock { $0.append(timeline) }
      _ = try? await clock.sleep(seconds: 1)
      return nil
    }

    func didRead(_ mark: ReadMark, of timeline: TimelineID) {}
  }

  @Test func `What was read elsewhere is asked for once more where a page has come meanwhile`() async throws {
    let (clock, runner) = (VirtualClock(now: .noon), TaskRunner())
    let elsewhere = Elsewhere(clock: clock)
    let tracker = UnreadTracker(trackUnread: elsewhere, runner: runner)
    tracker.begin(with: [.home: try #require(ReadMark(allOf: [.fixture(id: "1")]))])
    for _ in 0..<3 { tracker.join([.home]) { _ in } }
    #expect(await clock.advance(by: 5, runner))
    #expect(elsewhere.asked.withLock { $0 } == 2)
  }

  @Test func `What is asked for while another is being asked is asked for after that`() async throws {
    let (clock, runner) = (VirtualClock(now: .noon), TaskRunner())
    let elsewhere = Elsewhere(clock: clock)
    let tracker = UnreadTracker(trackUnread: elsewhere, runner: runner)
    let mark = try #require(ReadMark(allOf: [.fixture(id: "1")]))
    tracker.begin(with: [.home: mark, .notifications: mark, .local: mark])
    for timeline in [TimelineID.home, .notifications, .local, .notifications] { tracker.join([timeline]) { _ in } }
    #expect(await clock.advance(by: 5, runner))
    #expect(elsewhere.timelines.withLock(\.self) == [.home, .notifications, .local])
  }

  @Test func `What comes in while it is counted is counted as well`() async throws {
    let (clock, runner) = (VirtualClock(now: .noon), TaskRunner())
    let elsewhere = Elsewhere(clock: clock)
    elsewhere.counts.withLock { $0 = [3, 4] }
    let tracker = UnreadTracker(trackUnread: elsewhere, runner: runner)
    tracker.begin(with: [.home: try #require(ReadMark(allOf: [.fixture(id: "1")]))])
    tracker.count([.home]) { _ in }
    #expect(await clock.settle(runner))
    tracker.didInsert([.fixture(id: "9")], into: .home, window: nil, reader: Profile(handle: "ada"))
    #expect(await clock.advance(by: 3, runner))
    #expect(tracker.unread(of: .home).count == 4)
  }

  @Test func `What the reader writes or reposts comes in read`() throws {
    let reader = Profile(handle: "ada@demo", name: "Ada")
    let tracker = UnreadTracker(
      trackUnread: Elsewhere(clock: VirtualClock(now: .noon)), runner: TaskRunner())
    let old = Post.fixture(id: "1", createdAt: .noon - 9 * 60)
    tracker.begin(with: [.home: try #require(ReadMark(allOf: [old]))])
    var own = Post.fixture(id: "3", createdAt: .noon - 1 * 60)
    own.author = reader
    var repost = Post.fixture(id: "2", createdAt: .noon - 2 * 60)
    repost.repost = Repost(by: reader)
    let other = Post.fixture(id: "4", createdAt: .noon - 0 * 60)
    let window = TimelineWindow(TimelinePage(posts: [other, own, repost, old]))
    tracker.didInsert([other, own, repost], into: .home, window: window, reader: reader)
    #expect(tracker.unread(of: .home).count == 1)
    #expect(tracker.unread(of: .home).rows(in: window) == [0])
    // Where it is not held it is counted alike.
    tracker.didInsert([.fixture(id: "6"), own], into: .home, window: nil, reader: reader)
    #expect(tracker.unread(of: .home).count == 2)
  }
}
