import Domain
import Runtime
import Synchronization

/// Returns its answers one after another, each after a delay; the last one repeats. It ignores cancellation.
final class StubListAccounts: ListAccountsUseCase {
  typealias Answer = Result<[ListedAccount], TimelineError>

  private let answers: Mutex<[Answer]>
  private let clock: VirtualClock
  private let seconds: Double

  init(_ answers: [Answer], clock: VirtualClock, seconds: Double = 0) {
    self.answers = Mutex(answers)
    self.clock = clock
    self.seconds = seconds
  }

  func callAsFunction() async throws(TimelineError) -> [ListedAccount] {
    let answer = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? .success([]) }
    try? await clock.sleep(seconds: seconds)
    return try answer.get()
  }
}
