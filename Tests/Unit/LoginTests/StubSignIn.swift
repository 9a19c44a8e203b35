import Domain
import Runtime
import Synchronization

/// Returns its answer after a delay and records its requests. It ignores cancellation.
final class StubSignIn: SignInUseCase {
  struct Request: Hashable {
    var handle: String
    var password: String
  }

  private let answer: Result<Account, SignInError>?
  private let clock: VirtualClock
  private let seconds: Double
  private let recordedRequests = Mutex<[Request]>([])

  /// - Parameter answer: the answer; nil signs in any handle.
  init(_ answer: Result<Account, SignInError>? = nil, clock: VirtualClock, seconds: Double = 0) {
    self.answer = answer
    self.clock = clock
    self.seconds = seconds
  }

  var requests: [Request] { recordedRequests.withLock { $0 } }

  func callAsFunction(handle: String, password: String) async throws(SignInError) -> Account {
    recordedRequests.withLock { $0.append(Request(handle: handle, password: password)) }
    try? await clock.sleep(seconds: seconds)
    return try (answer ?? .success(Account(id: .demo(handle), profile: Profile(handle: handle), origin: .demo)))
      .get()
  }
}
