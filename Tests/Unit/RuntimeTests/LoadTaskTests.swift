import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@MainActor @Suite struct LoadTaskTests {
  private let runner = TaskRunner()
  private let clock = VirtualClock(now: .noon)
  private let loading: LoadTask

  init() {
    loading = LoadTask(clock: clock, runner: runner)
  }

  @Test func `A request is slow after a tenth of a second`() async {
    var slowCount = 0
    loading.start { [clock] in
      try? await clock.sleep(seconds: 3)
    } whenSlow: {
      slowCount += 1
    }
    await clock.advance(by: 0.09, runner)
    #expect(slowCount == 0)
    #expect(!loading.isSlow)
    await clock.advance(by: 0.01, runner)
    #expect(slowCount == 1)
    #expect(loading.isSlow)
  }

  @Test func `A fast request is never slow`() async {
    var slowCount = 0
    loading.start { [loading] in
      loading.cancel()
    } whenSlow: {
      slowCount += 1
    }
    #expect(loading.isRunning)
    await clock.advance(by: 1, runner)
    #expect(slowCount == 0)
    #expect(!loading.isRunning)
    #expect(runner.runningCount == 0)
  }

  @Test func `A new request cancels the previous one`() async {
    var responses: [Int] = []
    for number in 1...2 {
      loading.start { [clock] in
        if (try? await clock.sleep(seconds: 1)) != nil { responses.append(number) }
      } whenSlow: {
      }
    }
    await clock.advance(by: 2, runner)
    #expect(responses == [2])
  }

  @Test func `Resuming does not restart the time`() async {
    loading.start { [clock] in
      try? await clock.sleep(seconds: 0.05)
    } whenSlow: {
    }
    await clock.advance(by: 0.06, runner)
    loading.resume { [clock] in try? await clock.sleep(seconds: 1) }
    await clock.advance(by: 0.06, runner)
    #expect(loading.isSlow)
  }

  @Test func `Seconds are reported while a request runs`() async {
    var seconds: [Int] = []
    loading.start { [clock, loading] in
      try? await clock.sleep(seconds: 3.5)
      loading.cancel()
    } whenSlow: {
      seconds.append(loading.seconds)
    } eachSecond: {
      seconds.append(loading.seconds)
    }
    await clock.advance(by: 10, runner)
    #expect(seconds == [0, 1, 2, 3])
    #expect(loading.seconds == 0 && runner.runningCount == 0)
  }

  @Test func `Without a closure no timer runs each second`() async {
    loading.start { [clock] in
      try? await clock.sleep(seconds: 60)
    } whenSlow: {
    }
    await clock.advance(by: 1, runner)
    #expect(clock.sleeperCount == 1)
  }

  @Test func `A countdown ticks at once and each second, then ends`() async {
    var ticks: [Double] = []
    var ends: [Double] = []
    loading.countDown(to: .noon.addingTimeInterval(2.5)) {
      ticks.append(clock.now.timeIntervalSince(.noon))
    } end: {
      ends.append(clock.now.timeIntervalSince(.noon))
    }
    await clock.advance(by: 10, runner)
    #expect(ticks == [0, 1, 2])
    #expect(ends == [2.5])
  }

  @Test func `A countdown can be stopped or replaced`() async {
    var (ticks, ends) = (0, 0)
    for stop in [loading.stopCountdown, { self.loading.countDown(to: nil, tick: {}, end: { ends += 1 }) }] {
      loading.countDown(to: clock.now.addingTimeInterval(5), tick: { ticks += 1 }, end: { ends += 1 })
      await clock.settle(runner)
      stop()
      await clock.advance(by: 10, runner)
    }
    #expect(ticks == 2)
    #expect(ends == 0)
    #expect(runner.runningCount == 0)
  }

  @Test func `Tasks end with their owner`() async {
    var loading: LoadTask? = LoadTask(clock: clock, runner: runner)
    loading?.start { [clock] in
      try? await clock.sleep(seconds: 3)
    } whenSlow: {
    }
    loading?.countDown(to: .noon.addingTimeInterval(5), tick: {}, end: {})
    await clock.settle(runner)
    #expect(runner.runningCount == 3)
    loading = nil
    await clock.settle(runner)
    #expect(runner.runningCount == 0)
  }

  @Test(arguments: [(-60, 1), (0, 1), (0.5, 1), (30, 30)] as [(Double, Double)])
  func `A retry is never within a second`(retryAfter: Double, wait: Double) {
    #expect(clock.retryDate(after: .noon.addingTimeInterval(retryAfter)) == .noon.addingTimeInterval(wait))
  }
}
