import FoundationEssentials
import Runtime
import TestSupport
import Testing

@MainActor
struct BroadcastTests {
  private let clock = VirtualClock(now: Date(timeIntervalSince1970: 0))
  private let runner = TaskRunner()

  /// The events that a subscriber has received.
  private final class Received {
    var values: [Int] = []
  }

  private func settle() async { await clock.settle(runner) }

  private func listen(to stream: AsyncStream<Int>) -> (Received, Task<Void, Never>) {
    let received = Received()
    return (received, runner.start { for await number in stream { received.values.append(number) } })
  }

  @Test func `Every subscriber receives all events in order`() async {
    let broadcast = Broadcast<Int>(clock: clock)
    let (one, first) = listen(to: broadcast.subscribe())
    let (other, second) = listen(to: broadcast.subscribe())
    await settle()
    for number in 1...100 { broadcast.notify(number) }
    await settle()
    #expect(one.values == Array(1...100))
    #expect(other.values == one.values)
    first.cancel()
    second.cancel()
    await first.value
    await second.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A waiting subscriber is idle`() async {
    let broadcast = Broadcast<Int>(clock: clock)
    let (received, task) = listen(to: broadcast.subscribe())
    await settle()
    #expect(clock.nextDeadline == nil, "it wakes by nothing but news")
    broadcast.notify(1)
    #expect(!runner.isSettled(on: clock))
    await settle()
    #expect(received.values == [1])
    task.cancel()
    await task.value
  }

  @Test func `A merged stream may end before the subscription`() async {
    let broadcast = Broadcast<Int>(clock: clock)
    let clock = clock
    let (other, source) = AsyncStream.makeStream(of: Int.self)
    let sending = Task {
      for _ in 0..<2 where (try? await clock.sleep(seconds: 1)) != nil { source.yield(7) }
      source.finish()
    }
    let (received, task) = listen(to: broadcast.subscribe(merging: other, thenSending: 9))
    await settle()
    broadcast.notify(1)
    await settle()
    for _ in 0..<2 {
      clock.advance(to: clock.now.addingTimeInterval(1))
      await settle()
    }
    broadcast.notify(2)
    await settle()
    #expect(received.values == [1, 7, 7, 9, 2])
    task.cancel()
    await task.value
    await sending.value
  }

  @Test func `A removed subscriber leaves nothing behind`() async {
    let broadcast = Broadcast<Int>(clock: clock)
    for _ in 0..<50 {
      let (_, task) = listen(to: broadcast.subscribe())
      await Task.yield()
      broadcast.notify(1)
      task.cancel()
      await task.value
    }
    #expect(clock.sleeperCount == 0)
    #expect(runner.runningCount == 0)
  }
}
