import Domain
import Runtime
import Synchronization

/// What befalls the next questions, whoever asks them.
final class Faults: Sendable {
  private let waiting = Mutex<[WalkFault]>([])
  private let questions = Mutex(0)
  private let clock: Mutex<VirtualClock>

  init(clock: VirtualClock) {
    self.clock = Mutex(clock)
  }

  /// The program that asks from now on has another clock.
  func use(_ clock: VirtualClock) { self.clock.withLock { $0 = clock } }

  func add(_ fault: WalkFault) {
    waiting.withLock { $0.append(fault) }
  }

  /// How many questions there have been.
  var questionCount: Int { questions.withLock { $0 } }

  /// To be called for each question, before it is answered.
  func play() async throws(TimelineError) {
    questions.withLock { $0 += 1 }
    guard let fault = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
    let clock = clock.withLock { $0 }
    do {
      try await clock.sleep(seconds: fault.latency)
    } catch {
      throw .cancelled
    }
    if let error = fault.error(now: clock.now) { throw error }
  }
}
