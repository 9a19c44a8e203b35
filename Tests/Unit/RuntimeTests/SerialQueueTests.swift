import Runtime
import TestSupport
import Testing

@MainActor @Suite struct SerialQueueTests {
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()

  @Test func `Work runs one at a time, even without an owner`()
    async
  {
    var done: [Int] = []
    do {
      let work = SerialQueue(runner: runner)
      for (number, seconds) in [3.0, 0, 1].enumerated() {
        work.add { [clock] in
          try? await clock.sleep(seconds: seconds)
          done.append(number)
        }
      }
    }
    await clock.advance(by: 2, runner)
    #expect(done == [])
    await clock.advance(by: 2, runner)
    #expect(done == [0, 1, 2])
    #expect(runner.runningCount == 0)
  }

  @Test func `Work added after the queue was empty runs`() async {
    var done = 0
    let work = SerialQueue(runner: runner)
    for count in 1...2 {
      work.add { done += 1 }
      await clock.settle(runner)
      #expect(done == count)
    }
  }
}
