import Domain
import FoundationEssentials
import Runtime

/// Repeats what a server has refused because of its rate limit when the server allows it again.
struct RateLimitWait: Sendable {
  /// The number of times that a request is repeated. Each wait takes at most an hour.
  private static let maxRepetitions = 3

  let clock: any WallClock
  /// Called with what to tell the user before each wait.
  var notify: @Sendable (String) -> Void = { StandardError.printMessage($0) }

  func callAsFunction<Value>(
    _ request: () async throws(TimelineError) -> Value
  ) async throws(TimelineError) -> Value {
    for _ in 0..<Self.maxRepetitions {
      do throws(TimelineError) {
        return try await request()
      } catch {
        guard case .rateLimited(_, let until) = error, await wait(until: until) else { throw error }
      }
    }
    return try await request()
  }

  func perform<Value>(
    _ work: () async throws(CommandFailure) -> Value
  ) async throws(CommandFailure) -> Value {
    for _ in 0..<Self.maxRepetitions {
      do throws(CommandFailure) {
        return try await work()
      } catch {
        guard let until = error.retryAt, await wait(until: until) else { throw error }
      }
    }
    return try await work()
  }

  /// - Returns: false if the wait was cancelled.
  private func wait(until date: Date) async -> Bool {
    notify("the server limits requests; continuing at \(LocalTime.clock(date))")
    return (try? await clock.sleep(seconds: max(1, date.timeIntervalSince(clock.now)))) != nil
  }
}
