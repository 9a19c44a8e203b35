import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@Suite struct VirtualClockTests {
  private let clock = VirtualClock(now: .noon)

  @Test func `The clock advances only when told to`() async {
    let sleeper = Task { [clock] in try await clock.sleep(seconds: 3) }
    #expect(await clock.waitForSleepers(1))
    #expect(clock.now == .noon)
    #expect(clock.nextDeadline == Date.noon.addingTimeInterval(3))

    clock.advance(to: Date.noon.addingTimeInterval(2.9))
    #expect(clock.sleeperCount == 1)

    clock.advance(to: Date.noon.addingTimeInterval(3))
    #expect(clock.sleeperCount == 0)
    #expect(clock.nextDeadline == nil)
    #expect(await sleeper.result.isSuccess)
  }

  @Test func `The clock never goes back`() {
    clock.advance(to: .noon.minutesAgo(5))
    #expect(clock.now == .noon)
  }

  @Test func `A cancelled sleeper ends at once`() async {
    let sleeper = Task { [clock] in try await clock.sleep(seconds: 3) }
    #expect(await clock.waitForSleepers(1))
    sleeper.cancel()
    #expect(await !sleeper.result.isSuccess)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A cancelled task does not sleep`() async {
    let sleeper = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(seconds: 3)
    }
    #expect(await !sleeper.result.isSuccess)
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: [0, -1]) func `A sleep without a duration ends at once`(seconds: Double) async throws {
    try await clock.sleep(seconds: seconds)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `Sleepers wake in the order of their deadlines`() async {
    let sleepers = [3.0, 1, 2].map { seconds in
      Task { [clock] in
        try? await clock.sleep(seconds: seconds)
        return clock.now.timeIntervalSince(.noon)
      }
    }
    #expect(await clock.waitForSleepers(3))
    for index in [1, 2, 0] {
      clock.advance(to: clock.nextDeadline ?? .distantPast)
      let woken = await sleepers[index].value
      #expect(woken == [3.0, 1, 2][index])
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
