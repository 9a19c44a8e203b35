import Foundation
import Runtime
import TestSupport
import Testing

@testable import tern

@MainActor @Suite struct AgeUpdatesTests {
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()

  private func time(_ seconds: Double) -> Duration {
    .seconds(Date.noon.addingTimeInterval(seconds).timeIntervalSince1970)
  }

  private func pass(to seconds: Double) async {
    clock.advance(to: .noon.addingTimeInterval(seconds))
    await clock.settle(runner)
  }

  @Test func `Ages are updated when one is out of date, at most once a minute`() async {
    var updates: [Double] = []
    let ages = AgeUpdates(clock: clock, runner: runner) { [clock] in
      updates.append(clock.now.timeIntervalSince(.noon))
    }
    ages.didDraw(nextChange: time(10))
    await pass(to: 9)
    #expect(updates.isEmpty)
    await pass(to: 10)
    #expect(updates == [10])
    // Another age changes soon after.
    ages.didDraw(nextChange: time(15))
    await pass(to: 69)
    #expect(updates == [10])
    await pass(to: 70)
    #expect(updates == [10, 70])
    // The screen was not drawn: the age is the same.
    await pass(to: 130)
    #expect(updates == [10, 70, 130])
  }

  @Test func `Nothing waits if no age changes`() async {
    let ages = AgeUpdates(clock: clock, runner: runner) {}
    ages.didDraw(nextChange: nil)
    await clock.settle(runner)
    #expect(clock.nextDeadline == nil)
    ages.didDraw(nextChange: time(60))
    await clock.settle(runner)
    #expect(clock.nextDeadline == .noon.addingTimeInterval(60))
    ages.didDraw(nextChange: time(3_600))
    await clock.settle(runner)
    #expect(clock.nextDeadline == .noon.addingTimeInterval(3_600))
    ages.didDraw(nextChange: nil)
    await clock.settle(runner)
    #expect(clock.nextDeadline == nil)
  }
}
