import Domain
import FoundationEssentials
import Runtime

/// Delays before the next attempt after a failure: exponential, with jitter so that clients do not retry at the same
/// moment.
struct Backoff: Sendable {
  private static let (firstDelay, maxDelay) = (5.0, 300.0)  // seconds
  /// The longest delay that a server may request, in seconds.
  private static let maxRetryAfter = 3_600.0

  /// Returns a number in 0..<1, for the jitter.
  var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

  /// The date of the next attempt.
  /// - Parameter attempts: the number of failed attempts, at least 1.
  func nextAttempt(after attempts: Int, error: TimelineError, clock: any WallClock) -> Date {
    if let moment = error.retryDate {
      return min(clock.retryDate(after: moment), clock.now.addingTimeInterval(Self.maxRetryAfter))
    }
    var delay = Self.firstDelay
    for _ in 1..<max(2, min(attempts, 10)) where attempts > 1 { delay = min(delay * 2, Self.maxDelay) }
    return clock.now.addingTimeInterval(delay * (0.8 + 0.4 * random()))
  }
}

extension TimelineError {
  /// Whether the server has certainly not done what was requested and retrying is pointless.
  var isPermanent: Bool {
    switch self {
    case .refused, .postUnavailable, .accountGone, .unknownTimeline, .fileMissing, .fileDamaged, .unknownFormat,
      .errorDocument, .unsupported, .accountRequired:
      true
    default: false
    }
  }

  /// Whether the server has certainly not done what was requested. A later attempt may succeed.
  var isCertainlyNotApplied: Bool {
    switch self {
    case .sessionExpired, .rateLimited, .untrustedHost, .storeFailed, .fileUnreadable, .redirected: true
    default: isPermanent
    }
  }

  /// Whether the failure is over as soon as the server responds to any request.
  var clearsOnAnyResponse: Bool {
    switch self {
    case .offline, .timedOut, .untrustedHost, .webPage, .redirected, .sessionExpired: true
    default: false
    }
  }
}
