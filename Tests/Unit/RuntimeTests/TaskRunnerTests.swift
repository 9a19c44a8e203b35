import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@MainActor @Suite struct TaskRunnerTests {
  private let runner = TaskRunner()
  private let clock = VirtualClock(now: .noon)

  @Test func `A new runner is settled`() {
    #expect(runner.isSettled(on: clock))
  }

  @Test func `Running work is not settled`() async {
    let task = runner.start {}
    #expect(runner.runningCount == 1)
    #expect(!runner.isSettled(on: clock))
    await task.value
    #expect(runner.runningCount == 0)
    #expect(runner.isSettled(on: clock))
  }

  @Test func `Sleeping work is settled and continues with the clock`() async {
    let task = runner.start { [clock] in try? await clock.sleep(seconds: 3) }
    #expect(await clock.waitForSleepers(1))
    #expect(runner.runningCount == 1)
    #expect(runner.isSettled(on: clock))

    clock.advance(to: Date.noon.addingTimeInterval(3))
    #expect(!runner.isSettled(on: clock))
    await task.value
    #expect(runner.isSettled(on: clock))
  }

  @Test func `Cancelled work ends`() async {
    let task = runner.start { [clock] in try? await clock.sleep(seconds: 3) }
    #expect(await clock.waitForSleepers(1))
    task.cancel()
    await task.value
    #expect(runner.runningCount == 0)
  }

  @Test func `Only work of a released owner is an orphan`() async {
    final class Owner {}
    var owner: Owner? = Owner()
    let work: @MainActor () async -> Void = { [clock] in try? await clock.sleep(seconds: 3) }
    let tasks = [runner.start(for: owner, work), runner.start(work)]
    #expect(await clock.waitForSleepers(2))
    #expect(runner.orphanCount == 0)
    owner = nil
    #expect(runner.orphanCount == 1)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    #expect(runner.orphanCount == 0)
  }
}

extension TaskRunnerTests {
  @Test func `Work on the clock is settled only while it sleeps`() async {
    let clock = VirtualClock(now: Date(timeIntervalSince1970: 0))
    let runner = TaskRunner()
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let work = clock.start {
      var steps = gate.makeAsyncIterator()
      await steps.next()
      _ = try? await clock.sleep(seconds: 5)
      await steps.next()
    }
    #expect(!runner.isSettled(on: clock))
    opening.yield()
    while clock.sleeperCount == 0 { await Task.yield() }
    #expect(runner.isSettled(on: clock))
    clock.advance(to: Date(timeIntervalSince1970: 5))
    #expect(!runner.isSettled(on: clock))
    opening.yield()
    await work.value
    #expect(clock.workCount == 0)
    #expect(runner.isSettled(on: clock))
  }
}
