import Domain
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import Sync

@Suite struct SharedQuestionsTests {
  /// Answers late, and counts how often it was asked.
  private final class Source: Sendable {
    let clock = VirtualClock(now: .noon)
    private let count = Mutex(0)

    var asked: Int { count.withLock(\.self) }

    func answer(after seconds: Double, _ error: TimelineError? = nil) async throws(TimelineError) -> Int {
      count.withLock { $0 += 1 }
      do { try await clock.sleep(seconds: seconds) } catch { throw .cancelled }
      if let error { throw error }
      return 7
    }
  }

  private let questions = SharedQuestions<String, Int>()
  private let source = Source()

  private func ask(after seconds: Double = 0, _ error: TimelineError? = nil) async throws -> Int {
    try await questions.answer(to: "home") { [source] () throws(TimelineError) in
      try await source.answer(after: seconds, error)
    }
  }

  @Test func `One question has one answer, however many wait for it`() async throws {
    let answers = (0..<5).map { _ in Task { try await ask(after: 2) } }
    #expect(await source.clock.waitForSleepers(1))
    // Those that have not asked yet would start another one.
    for _ in 0..<100 { await Task.yield() }
    source.clock.advance(to: .noon.addingTimeInterval(2))
    for answer in answers { #expect(try await answer.value == 7) }
    #expect(source.asked == 1)
  }

  @Test func `Whoever asks after the answer has come asks anew`() async throws {
    for count in 1...3 {
      _ = try await ask()
      #expect(source.asked == count)
    }
  }

  @Test func `Whoever waits no more hears so at once, and the others get their answer`() async throws {
    let gone = Task { try await ask(after: 2) }
    #expect(await source.clock.waitForSleepers(1))
    let patient = Task { try await ask(after: 2) }
    for _ in 0..<100 { await Task.yield() }
    gone.cancel()
    await #expect(throws: TimelineError.cancelled) { try await gone.value }
    source.clock.advance(to: .noon.addingTimeInterval(4))
    #expect(try await patient.value == 7)
  }

  @Test func `A question that nobody waits for is withdrawn`() async throws {
    let gone = Task { try await ask(after: 60) }
    #expect(await source.clock.waitForSleepers(1))
    gone.cancel()
    await #expect(throws: TimelineError.cancelled) { try await gone.value }
    for _ in 0..<10_000 where source.clock.sleeperCount > 0 { try? await Task.sleep(for: .milliseconds(1)) }
    #expect(source.clock.sleeperCount == 0)
    #expect(try await ask() == 7)
    #expect(source.asked == 2)
  }

  @Test func `Whoever asks while another one gives up has an answer`() async throws {
    for _ in 0..<300 {
      let gone = Task { try await ask() }
      let patient = Task { try await ask() }
      gone.cancel()
      #expect(try await patient.value == 7)
      _ = try? await gone.value
    }
  }

  @Test func `A failure is everybody's, and nobody's after that`() async throws {
    await #expect(throws: TimelineError.offline(host: "h")) { try await ask(.offline(host: "h")) }
    #expect(try await ask() == 7)
  }

  private func ask(_ error: TimelineError) async throws -> Int { try await ask(after: 0, error) }
}
