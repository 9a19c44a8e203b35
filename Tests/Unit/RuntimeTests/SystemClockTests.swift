import Domain
import Foundation
import Runtime
import Testing

@Suite struct SystemClockTests {
  private let clock = SystemClock()

  @Test func `The clock has the system time`() {
    #expect(abs(clock.now.timeIntervalSinceNow) < 1)
  }

  @Test(arguments: [-1, 0, 0.02]) func `A sleep lasts at least its duration`(seconds: Double)
    async throws
  {
    let before = ContinuousClock.now
    try await clock.sleep(seconds: seconds)
    #expect(ContinuousClock.now - before >= .seconds(max(0, seconds)))
  }

  @Test(arguments: [false, true]) func `A cancelled sleep ends at once`(sleepsFirst: Bool) async throws {
    let clock = clock
    let task = Task {
      do {
        try await clock.sleep(seconds: 3_600)
        return false
      } catch {
        return true
      }
    }
    // Before or after it has started to sleep.
    if sleepsFirst { try await clock.sleep(seconds: 0.02) }
    task.cancel()
    #expect(await task.value)
  }
}
