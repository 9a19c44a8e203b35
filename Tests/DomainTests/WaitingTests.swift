import Domain
import Foundation
import TestSupport
import Testing

@MainActor @Suite struct WaitingTests {
  private let runner = TaskRunner()
  private let clock = VirtualClock(now: .noon)

  @Test func `Patience lasts a tenth of a second`() async {
    var words = 0
    _ = runner.afterPatience(on: clock) { words += 1 }
    await clock.advance(by: 0.09, runner)
    #expect(words == 0)
    await clock.advance(by: 0.01, runner)
    #expect(words == 1)
  }

  @Test func `What has come meanwhile is not spoken of`() async {
    var words = 0
    runner.afterPatience(on: clock) { words += 1 }.cancel()
    await clock.advance(by: 1, runner)
    #expect(words == 0)
    #expect(runner.runningCount == 0)
  }

  @Test func `A countdown ticks at once and each second, then ends once`() async {
    var ticks: [Double] = []
    var ends: [Double] = []
    _ = runner.countDown(
      to: .noon.addingTimeInterval(2.5), on: clock,
      tick: {
        ticks.append(clock.now.timeIntervalSince(.noon))
        return true
      }, end: { ends.append(clock.now.timeIntervalSince(.noon)) })
    await clock.advance(by: 10, runner)
    #expect(ticks == [0, 1, 2])
    #expect(ends == [2.5])
  }

  @Test func `A countdown ends with the interest in it, and with its task`() async {
    var ends = 0
    _ = runner.countDown(to: .noon.addingTimeInterval(5), on: clock, tick: { false }, end: { ends += 1 })
    let task = runner.countDown(to: .noon.addingTimeInterval(5), on: clock, tick: { true }, end: { ends += 1 })
    await clock.settle(runner)
    task.cancel()
    await clock.advance(by: 10, runner)
    #expect(ends == 0)
    #expect(runner.runningCount == 0)
  }

  @Test(arguments: [(-60, 1), (0, 1), (0.5, 1), (30, 30)] as [(Double, Double)])
  func `A source is asked again when it says, and never within a second`(said: Double, wait: Double) {
    #expect(clock.nextTry(after: .noon.addingTimeInterval(said)) == .noon.addingTimeInterval(wait))
  }
}
