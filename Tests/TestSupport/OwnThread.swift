import Foundation

/// Does work that blocks on a thread of its own. Swift's pool has a thread a core: two tests that hold one each would keep
/// all others from what these wait for.
public func onOwnThread<Answer: Sendable>(
  _ work: @escaping @Sendable () throws -> Answer
) async throws -> Answer {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result(catching: work)) }.start()
  }
}
