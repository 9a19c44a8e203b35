import FoundationEssentials
import Runtime
import Testing

@MainActor
struct BroadcastTests {
  private let clock = VirtualClock(now: Date(timeIntervalSince1970: 0))
  private let runner = TaskRunner()

  /// What a listener has heard.
  private final class Heard {
    var news: [Int] = []
  }

  private func settle() async {
    while !runner.isSettled(on: clock) { await Task.yield() }
  }

  private func listen(to stream: AsyncStream<Int>) -> (Heard, Task<Void, Never>) {
    let heard = Heard()
    return (heard, runner.start { for await number in stream { heard.news.append(number) } })
  }

  @Test func `each listener hears all that happens, in order`() async {
    let broadcast = Broadcast<Int>(clock: clock)
    let (one, first) = listen(to: broadcast.listen())
    let (other, second) = listen(to: broadcast.listen())
    await settle()
    for number in 1...100 { broadcast.notify(number) }
    await settle()
    #expect(one.news == Array(1...100))
    #expect(other.news == one.news)
    first.cancel()
    second.cancel()
    await first.value
    await second.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a listener that waits is at rest, and one that is told something is not`() async {
    let broadcast = Broadcast<Int>(clock: clock)
    let (heard, task) = listen(to: broadcast.listen())
    await settle()
    #expect(clock.nextDeadline == nil, "it wakes by nothing but news")
    broadcast.notify(1)
    #expect(!runner.isSettled(on: clock))
    await settle()
    #expect(heard.news == [1])
    task.cancel()
    await task.value
  }

  @Test func `what comes from another source is told in between, and its end is not the end`() async {
    let broadcast = Broadcast<Int>(clock: clock)
    let clock = clock
    let (other, source) = AsyncStream.makeStream(of: Int.self)
    let telling = Task {
      for _ in 0..<2 where (try? await clock.sleep(seconds: 1)) != nil { source.yield(7) }
      source.finish()
    }
    let (heard, task) = listen(to: broadcast.listen(besides: other, then: 9))
    await settle()
    broadcast.notify(1)
    await settle()
    for _ in 0..<2 {
      clock.advance(to: clock.now.addingTimeInterval(1))
      await settle()
    }
    broadcast.notify(2)
    await settle()
    #expect(heard.news == [1, 7, 7, 9, 2])
    task.cancel()
    await task.value
    await telling.value
  }

  @Test func `nothing is left of a listener that is gone`() async {
    let broadcast = Broadcast<Int>(clock: clock)
    for _ in 0..<50 {
      let (_, task) = listen(to: broadcast.listen())
      await Task.yield()
      broadcast.notify(1)
      task.cancel()
      await task.value
    }
    #expect(clock.sleeperCount == 0)
    #expect(runner.runningCount == 0)
  }
}
