import Domain
import Runtime
import Synchronization

/// Answers for each handle after a time, and records what it was asked. It heeds no cancellation.
final class StubSignIn: SignInUseCase {
  struct Request: Hashable {
    var handle: String
    var password: String
  }

  private let answer: Result<Account, SignInError>?
  private let clock: VirtualClock
  private let seconds: Double
  private let asked = Mutex<[Request]>([])

  /// Without an answer, whoever asks is let in under the handle given.
  init(_ answer: Result<Account, SignInError>? = nil, clock: VirtualClock, seconds: Double = 0) {
    self.answer = answer
    self.clock = clock
    self.seconds = seconds
  }

  var requests: [Request] { asked.withLock { $0 } }

  func callAsFunction(handle: String, password: String) async throws(SignInError) -> Account {
    asked.withLock { $0.append(Request(handle: handle, password: password)) }
    try? await clock.sleep(seconds: seconds)
    return try (answer ?? .success(Account(id: AccountID(handle), profile: Profile(handle: handle), source: "demo")))
      .get()
  }
}
