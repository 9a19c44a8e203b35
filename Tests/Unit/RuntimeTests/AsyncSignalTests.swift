import Runtime
import TestSupport
import Testing

@MainActor @Suite struct AsyncSignalTests {
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let signal: AsyncSignal

  init() {
    signal = AsyncSignal(clock: clock)
  }

  @Test func `A signal wakes all waiting tasks`() async {
    var wokenCount = 0
    for _ in 0..<3 {
      runner.start { [signal] in
        await signal.wait(after: 0)
        wokenCount += 1
      }
    }
    await clock.settle(runner)
    #expect(wokenCount == 0 && clock.sleeperCount == 3)
    signal.signal()
    await clock.settle(runner)
    #expect(wokenCount == 3 && clock.sleeperCount == 0)
  }

  @Test func `A signal before waiting is not missed`() async {
    let count = signal.count
    signal.signal()
    await signal.wait(after: count)
    #expect(signal.count == count + 1)
  }

  @Test func `A cancelled task stops waiting`() async {
    var hasReturned = false
    let waiting = runner.start { [signal] in
      await signal.wait(after: 0)
      hasReturned = true
    }
    await clock.settle(runner)
    waiting.cancel()
    await clock.settle(runner)
    #expect(hasReturned && clock.sleeperCount == 0)
  }
}
