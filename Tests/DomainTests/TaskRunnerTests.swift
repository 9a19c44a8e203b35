import Domain
import Foundation
import TestSupport
import Testing

@MainActor @Suite struct TaskRunnerTests {
  private let runner = TaskRunner()
  private let clock = VirtualClock(now: .noon)

  @Test func `All is settled before anything is started`() {
    #expect(runner.isSettled(on: clock))
  }

  @Test func `Work that has not ended is not settled`() async {
    let task = runner.start {}
    #expect(runner.runningCount == 1)
    #expect(!runner.isSettled(on: clock))
    await task.value
    #expect(runner.runningCount == 0)
    #expect(runner.isSettled(on: clock))
  }

  @Test func `Work that sleeps on the clock is settled, and runs on when the clock does`() async {
    let task = runner.start { [clock] in try? await clock.sleep(seconds: 3) }
    #expect(await clock.waitForSleepers(1))
    #expect(runner.runningCount == 1)
    #expect(runner.isSettled(on: clock))

    clock.advance(to: Date.noon.addingTimeInterval(3))
    #expect(!runner.isSettled(on: clock))
    await task.value
    #expect(runner.isSettled(on: clock))
  }

  @Test func `Work that is cancelled ends`() async {
    let task = runner.start { [clock] in try? await clock.sleep(seconds: 3) }
    #expect(await clock.waitForSleepers(1))
    task.cancel()
    await task.value
    #expect(runner.runningCount == 0)
  }
}
