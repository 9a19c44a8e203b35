import Runtime
import Synchronization
import TestSupport
import Testing

@Suite struct SingleFlightTests {
  /// Is done late, and counts how often it is begun.
  private final class Work: Sendable {
    let clock = VirtualClock(now: .noon)
    private let count = Mutex(0)

    var begun: Int { count.withLock(\.self) }

    /// nil where it was cancelled.
    func value(after seconds: Double) async -> Int? {
      count.withLock { $0 += 1 }
      return (try? await clock.sleep(seconds: seconds)) == nil ? nil : 7
    }
  }

  private let flights = SingleFlight<String, Int?>()
  private let work = Work()

  private func ask(after seconds: Double = 0, for key: String = "home") async -> Int?? {
    await flights.value(of: key) { [work] in await work.value(after: seconds) }
  }

  @Test func `One piece of work has one value, however many wait for it`() async throws {
    // Each has asked when the next one does.
    let values = (0..<5).map { _ in Task.immediate { await ask(after: 2) } }
    #expect(await work.clock.waitForSleepers(1))
    work.clock.advance(to: .noon.addingTimeInterval(2))
    for value in values { #expect(await value.value == 7) }
    #expect(work.begun == 1)
  }

  @Test func `Other work is done beside it`() async {
    let one = Task { await ask(after: 2, for: "home") }
    let other = Task { await ask(after: 2, for: "local") }
    #expect(await work.clock.waitForSleepers(2))
    work.clock.advance(to: .noon.addingTimeInterval(2))
    for value in [await one.value, await other.value] { #expect(value == 7) }
    #expect(work.begun == 2)
  }

  @Test func `Whoever asks after it has been done has it done anew`() async {
    for count in 1...3 {
      #expect(await ask() == 7)
      #expect(work.begun == count)
    }
  }

  @Test func `Whoever waits no more hears so at once, and the others get the value`() async {
    // Both have asked before one of them gives up.
    let gone = Task.immediate { await ask(after: 2) }
    let withMinimumRetryDelay = Task.immediate { await ask(after: 2) }
    #expect(await work.clock.waitForSleepers(1))
    gone.cancel()
    #expect(await gone.value == .none)
    work.clock.advance(to: .noon.addingTimeInterval(4))
    #expect(await withMinimumRetryDelay.value == 7)
  }

  @Test func `Work that nobody waits for is cancelled`() async {
    let gone = Task { await ask(after: 60) }
    #expect(await work.clock.waitForSleepers(1))
    gone.cancel()
    #expect(await gone.value == .none)
    for _ in 0..<10_000 where work.clock.sleeperCount > 0 { try? await Task.sleep(for: .milliseconds(1)) }
    #expect(work.clock.sleeperCount == 0)
    #expect(await ask() == 7)
    #expect(work.begun == 2)
  }

  @Test func `Whoever asks while another one gives up has a value`() async {
    for _ in 0..<300 {
      let gone = Task { await ask() }
      let withMinimumRetryDelay = Task { await ask() }
      gone.cancel()
      #expect(await withMinimumRetryDelay.value == 7)
      _ = await gone.value
    }
  }
}
