import Domain
import Runtime

/// Questions that are asked once at a time, however many wait for the answer. When nobody waits any more, the question is
/// withdrawn.
typealias RequestCoalescer<Key: Hashable & Sendable, Answer: Sendable> = SingleFlight<
  Key, Result<Answer, TimelineError>
>

extension SingleFlight {
  /// - Parameter ask: called where nobody has asked this already.
  /// - Throws: what `ask` throws; `cancelled` for whoever waits no more.
  func answer<Answer>(
    to key: Key, _ ask: @escaping @Sendable () async throws(TimelineError) -> Answer
  ) async throws(TimelineError) -> Answer where Value == Result<Answer, TimelineError> {
    let result = await value(of: key) {
      do throws(TimelineError) {
        return .success(try await ask())
      } catch {
        return .failure(error)
      }
    }
    guard let result else { throw .cancelled }
    return try result.get()
  }
}
