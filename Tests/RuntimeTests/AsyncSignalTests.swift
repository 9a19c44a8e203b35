import Runtime
import TestSupport
import Testing

@MainActor @Suite struct AsyncSignalTests {
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let call: AsyncSignal

  init() {
    call = AsyncSignal(clock: clock)
  }

  @Test func `All who wait are woken, and nothing goes on while they sleep`() async {
    var woken = 0
    for _ in 0..<3 {
      runner.start { [call] in
        await call.wait(after: 0)
        woken += 1
      }
    }
    #expect(await clock.settle(runner))
    #expect(woken == 0 && clock.sleeperCount == 3)
    call.ring()
    #expect(await clock.settle(runner))
    #expect(woken == 3 && clock.sleeperCount == 0)
  }

  @Test func `What has rung since somebody looked is not missed`() async {
    let count = call.count
    call.ring()
    await call.wait(after: count)
    #expect(call.count == count + 1)
  }

  @Test func `Whoever is cancelled waits no more`() async {
    var isLetGo = false
    let waiting = runner.start { [call] in
      await call.wait(after: 0)
      isLetGo = true
    }
    #expect(await clock.settle(runner))
    waiting.cancel()
    #expect(await clock.settle(runner))
    #expect(isLetGo && clock.sleeperCount == 0)
  }
}
