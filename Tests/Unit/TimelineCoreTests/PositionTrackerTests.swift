import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing
import TimelineCore

@MainActor @Suite struct PositionTrackerTests {
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()

  /// Slow for the first account.
  private final class SlowMemory: SavePositionUseCase {
    private let clock: VirtualClock
    private let accounts = Mutex<[AccountID]>([])

    init(clock: VirtualClock) { self.clock = clock }

    var remembered: [AccountID] { accounts.withLock { $0 } }

    func state(of account: AccountID) async -> AccountState { AccountState() }

    func save(
      account: AccountID, timeline: ListedTimeline?, positions: [TimelineID: EntryPosition],
      marks: [TimelineID: MarkChange]
    ) async throws(SessionError) {
      if account == .demo("ada@demo") { try? await clock.sleep(seconds: 1) }
      accounts.withLock { $0.append(account) }
    }

    func save(_ group: NotificationGroup?, of account: AccountID) async throws(SessionError) {}

    func save(_ options: TimelineOptions, of timeline: TimelineID, in account: AccountID) async throws(SessionError) {}
  }

  @Test func `The account read last is stored last`() async {
    let memory = SlowMemory(clock: clock)
    let storing = SerialQueue(runner: runner)
    let accounts = [AccountID.demo("ada@demo"), .demo("empty@demo")]
    for account in accounts {
      let unread = UnreadTracker(
        trackUnread: TrackUnread(timelines: PagedTimelineRepository([], clock: clock)), runner: runner)
      let reading = PositionTracker.Snapshot(timeline: nil, positions: [:], unread: unread)
      PositionTracker(savePosition: memory, account: account, storing: storing).store(reading) { _ in }
    }
    await clock.advance(by: 1, runner)
    #expect(memory.remembered == accounts)
  }
}
