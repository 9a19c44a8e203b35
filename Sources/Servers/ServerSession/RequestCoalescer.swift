import Domain
import Runtime

/// Coalesces concurrent requests for the same key into one. It is cancelled when no caller waits for it any longer.
typealias RequestCoalescer<Key: Hashable & Sendable, Response: Sendable> = SingleFlight<
  Key, Result<Response, TimelineError>
>

extension SingleFlight {
  /// The response to a request, shared with all concurrent callers.
  /// - Parameter load: performs the request if none for the key is running.
  /// - Throws: `cancelled` if the caller is cancelled.
  func response<Response>(
    for key: Key, _ load: @escaping @Sendable () async throws(TimelineError) -> Response
  ) async throws(TimelineError) -> Response where Value == Result<Response, TimelineError> {
    let result = await value(of: key) {
      do throws(TimelineError) {
        return .success(try await load())
      } catch {
        return .failure(error)
      }
    }
    guard let result else { throw .cancelled }
    return try result.get()
  }
}
