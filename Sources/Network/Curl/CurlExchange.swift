import Synchronization

/// A request on its way to the thread that makes it, and the one who waits for its answer. Any thread may settle it; the
/// first one does.
final class CurlExchange: Sendable {
  typealias Outcome = Result<HTTPResponse, HTTPError>

  private struct State {
    var outcome: Outcome?
    var waiter: CheckedContinuation<Outcome, Never>?
  }

  let request: HTTPRequest
  let isStream: Bool
  let start: ContinuousClock.Instant
  /// What a stream has brought and nobody has taken yet.
  let body = StreamBuffer()
  private let state = Mutex(State())
  private let isSet = Atomic(false)

  init(_ request: HTTPRequest, isStream: Bool, since start: ContinuousClock.Instant) {
    self.request = request
    self.isStream = isStream
    self.start = start
  }

  var host: String { request.url.host }

  /// Whether nobody waits for anything of it any more.
  var isCancelled: Bool { isSet.load(ordering: .acquiring) }

  /// In seconds, since the first request that led to this one.
  var elapsed: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// How long it may still take, in seconds: no more than a day, whatever it was given.
  var remaining: Double {
    let timeout = request.timeout.isNaN ? 0 : request.timeout
    return min(timeout, 24 * 60 * 60) - elapsed
  }

  /// After the time of the request, or earlier, where it was too long until there was a connection.
  /// - Parameter wasSent: whether anything of the request has left.
  func timedOut(wasSent: Bool) -> HTTPError {
    let time = remaining < 0.05 ? request.timeout.rounded(.up) : elapsed.rounded()
    let seconds = time >= 1 ? Int(min(time, 24 * 60 * 60)) : 1
    return wasSent ? .timedOut(host: host, seconds: seconds) : .notConnected(host: host, seconds: seconds)
  }

  /// Nothing more has come of a stream.
  var fellSilent: HTTPError {
    .timedOut(host: host, seconds: Int(min(max(request.longestSilence.rounded(.up), 1), 24 * 60 * 60)))
  }

  func outcome(afterStarting start: () -> Void) async -> Outcome {
    await withCheckedContinuation { continuation in
      let outcome = state.withLock { state in
        if state.outcome == nil { state.waiter = continuation }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) } else { start() }
    }
  }

  func settle(_ outcome: Outcome) {
    let waiter = state.withLock { state in
      if state.outcome == nil { state.outcome = outcome }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: outcome)
  }

  func cancel() {
    isSet.store(true, ordering: .releasing)
    fail(.cancelled)
  }

  /// Nothing comes any more, neither an answer nor more of it.
  func fail(_ error: HTTPError) {
    settle(.failure(error))
    body.end(.failure(error))
  }
}
