import Domain
import Foundation
import Runtime
import Testing

@Suite struct SystemClockTests {
  private let clock = SystemClock()

  @Test func `It is the time of day`() {
    #expect(abs(clock.now.timeIntervalSinceNow) < 1)
  }

  @Test(arguments: [-1, 0, 0.02]) func `A sleep lasts as long as was asked for, and no shorter`(seconds: Double)
    async throws
  {
    let before = ContinuousClock.now
    try await clock.sleep(seconds: seconds)
    #expect(ContinuousClock.now - before >= .seconds(max(0, seconds)))
  }

  @Test(arguments: [false, true]) func `Who is cancelled is awake at once`(lets: Bool) async throws {
    let clock = clock
    let task = Task {
      do {
        try await clock.sleep(seconds: 3_600)
        return false
      } catch {
        return true
      }
    }
    // Before it lies down, or after.
    if lets { try await clock.sleep(seconds: 0.02) }
    task.cancel()
    #expect(await task.value)
  }
}
