import Synchronization

/// A request passed to the network thread, and the caller that waits for its response. Any thread may complete it; the
/// first outcome counts.
final class CurlExchange: Sendable {
  typealias Outcome = Result<HTTPResponse, HTTPError>

  private struct State {
    var outcome: Outcome?
    var waiter: CheckedContinuation<Outcome, Never>?
  }

  let request: HTTPRequest
  let isStream: Bool
  let start: ContinuousClock.Instant
  /// The unread bytes of a stream.
  let body = StreamBuffer()
  private let state = Mutex(State())
  private let cancelledFlag = Atomic(false)

  init(_ request: HTTPRequest, isStream: Bool, since start: ContinuousClock.Instant) {
    self.request = request
    self.isStream = isStream
    self.start = start
  }

  var host: String { request.url.host }

  /// Whether the caller has cancelled.
  var isCancelled: Bool { cancelledFlag.load(ordering: .acquiring) }

  /// The time since the first request of a chain of redirects, in seconds.
  var elapsed: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// The time left until the request's timeout, in seconds; at most a day, negative if it has passed.
  var remaining: Double {
    let timeout = request.timeout.isNaN ? 0 : request.timeout
    return min(timeout, 24 * 60 * 60) - elapsed
  }

  /// The error if the request's timeout or the connection timeout has passed, with the time that it took.
  /// - Parameter wasSent: whether any bytes of the request were sent.
  func timedOut(wasSent: Bool) -> HTTPError {
    let time = remaining < 0.05 ? request.timeout.rounded(.up) : elapsed.rounded()
    let seconds = time >= 1 ? Int(min(time, 24 * 60 * 60)) : 1
    return wasSent ? .timedOut(host: host, seconds: seconds) : .notConnected(host: host, seconds: seconds)
  }

  /// The error for a stream that received no data for `HTTPRequest.maxSilence`.
  var silenceError: HTTPError {
    .timedOut(host: host, seconds: Int(min(max(request.maxSilence.rounded(.up), 1), 24 * 60 * 60)))
  }

  /// Waits for the outcome.
  /// - Parameter start: called once the outcome can be received; not called if the request is already complete.
  func outcome(afterStarting start: () -> Void) async -> Outcome {
    await withCheckedContinuation { continuation in
      let outcome = state.withLock { state in
        if state.outcome == nil { state.waiter = continuation }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) } else { start() }
    }
  }

  /// Completes the request. Later outcomes are ignored.
  func complete(_ outcome: Outcome) {
    let waiter = state.withLock { state in
      if state.outcome == nil { state.outcome = outcome }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: outcome)
  }

  func cancel() {
    cancelledFlag.store(true, ordering: .releasing)
    fail(.cancelled)
  }

  /// Completes the request and its stream with an error.
  func fail(_ error: HTTPError) {
    complete(.failure(error))
    body.end(.failure(error))
  }
}
