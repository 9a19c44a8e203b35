import Runtime
import Synchronization
import TestSupport
import Testing

@Suite struct SingleFlightTests {
  /// Slow work that counts how often it was started.
  private final class Work: Sendable {
    let clock = VirtualClock(now: .noon)
    private let count = Mutex(0)

    var startCount: Int { count.withLock(\.self) }

    /// nil if it was cancelled.
    func value(after seconds: Double) async -> Int? {
      count.withLock { $0 += 1 }
      return (try? await clock.sleep(seconds: seconds)) == nil ? nil : 7
    }
  }

  private let flights = SingleFlight<String, Int?>()
  private let work = Work()

  private func requestValue(after seconds: Double = 0, for key: String = "home") async -> Int?? {
    await flights.value(of: key) { [work] in await work.value(after: seconds) }
  }

  @Test func `Concurrent requests share one value`() async throws {
    // Each request has started before the next one.
    let values = (0..<5).map { _ in Task.immediate { await requestValue(after: 2) } }
    #expect(await work.clock.waitForSleepers(1))
    work.clock.advance(to: .noon.addingTimeInterval(2))
    for value in values { #expect(await value.value == 7) }
    #expect(work.startCount == 1)
  }

  @Test func `Other keys run concurrently`() async {
    let one = Task { await requestValue(after: 2, for: "home") }
    let other = Task { await requestValue(after: 2, for: "local") }
    #expect(await work.clock.waitForSleepers(2))
    work.clock.advance(to: .noon.addingTimeInterval(2))
    for value in [await one.value, await other.value] { #expect(value == 7) }
    #expect(work.startCount == 2)
  }

  @Test func `A later request runs the work again`() async {
    for count in 1...3 {
      #expect(await requestValue() == 7)
      #expect(work.startCount == count)
    }
  }

  @Test func `A cancelled request returns nil and the others get the value`() async {
    // Both requests have started before one is cancelled.
    let cancelledRequest = Task.immediate { await requestValue(after: 2) }
    let remaining = Task.immediate { await requestValue(after: 2) }
    #expect(await work.clock.waitForSleepers(1))
    cancelledRequest.cancel()
    #expect(await cancelledRequest.value == .none)
    work.clock.advance(to: .noon.addingTimeInterval(4))
    #expect(await remaining.value == 7)
  }

  @Test func `Work without requests is cancelled`() async {
    let cancelledRequest = Task { await requestValue(after: 60) }
    #expect(await work.clock.waitForSleepers(1))
    cancelledRequest.cancel()
    #expect(await cancelledRequest.value == .none)
    for _ in 0..<10_000 where work.clock.sleeperCount > 0 { try? await Task.sleep(for: .milliseconds(1)) }
    #expect(work.clock.sleeperCount == 0)
    #expect(await requestValue() == 7)
    #expect(work.startCount == 2)
  }

  @Test func `A request during a cancellation gets a value`() async {
    for _ in 0..<300 {
      let cancelledRequest = Task { await requestValue() }
      let remaining = Task { await requestValue() }
      cancelledRequest.cancel()
      #expect(await remaining.value == 7)
      _ = await cancelledRequest.value
    }
  }
}
