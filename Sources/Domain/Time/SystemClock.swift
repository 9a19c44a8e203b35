import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time of day.
public struct SystemClock: WallClock {
  public init() {}

  public var now: Date { Date() }

  public func sleep(seconds: Double) async throws(CancellationError) {
    let nap = Nap()
    do {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { nap.begin($0, seconds: seconds) }
      } onCancel: {
        nap.end(.failure(CancellationError()))
      }
    } catch {
      throw CancellationError()
    }
  }
}

/// One sleep: a timer of the main queue, because `Task.sleep` uses Dispatch's pool, which then wakes every second.
private final class Nap: Sendable {
  private enum State {
    case notBegun
    case asleep(CheckedContinuation<Void, any Error>)
    case over
  }

  private let state = Mutex(State.notBegun)

  func begin(_ continuation: CheckedContinuation<Void, any Error>, seconds: Double) {
    let isCancelled = state.withLock { state in
      if case .over = state { return true }
      state = .asleep(continuation)
      return false
    }
    if isCancelled { return continuation.resume(throwing: CancellationError()) }
    DispatchQueue.main.asyncAfter(deadline: .now() + min(max(seconds, 0), 1e6)) { self.end(.success(())) }
  }

  /// Whoever comes first decides: the timer or the cancellation.
  func end(_ result: Result<Void, any Error>) {
    let sleeper: CheckedContinuation<Void, any Error>? = state.withLock { state in
      defer { state = .over }
      if case .asleep(let continuation) = state { return continuation }
      return nil
    }
    sleeper?.resume(with: result)
  }
}
