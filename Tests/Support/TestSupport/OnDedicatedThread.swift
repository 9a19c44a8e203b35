import Foundation

/// Runs blocking work on its own thread. Swift's pool has one thread per core, and blocking tests would exhaust it.
public func onDedicatedThread<Answer: Sendable>(
  _ work: @escaping @Sendable () throws -> Answer
) async throws -> Answer {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result(catching: work)) }.start()
  }
}
