import Domain
import FoundationEssentials
import Runtime

/// How long to leave a server alone that did not take something: longer each time, and never all of those who wait at the
/// same moment.
struct Backoff: Sendable {
  /// In seconds.
  private static let (first, longest) = (5.0, 300.0)
  /// No server is believed to be gone for longer than that by itself.
  private static let maxPatience = 3_600.0

  /// From 0 up to 1.
  var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

  /// - Parameter tries: from 1.
  func end(after tries: Int, since error: TimelineError, on clock: any WallClock) -> Date {
    if let moment = error.retryDate {
      return min(clock.nextTry(after: moment), clock.now.addingTimeInterval(Self.maxPatience))
    }
    var pause = Self.first
    for _ in 1..<max(2, min(tries, 10)) where tries > 1 { pause = min(pause * 2, Self.longest) }
    return clock.now.addingTimeInterval(pause * (0.8 + 0.4 * random()))
  }
}

extension TimelineError {
  /// Whether the server has surely not done what it was asked for, and will not.
  var isFinal: Bool {
    switch self {
    case .refused, .postUnavailable, .accountGone, .unknownTimeline, .fileMissing, .fileDamaged, .unknownFormat,
      .errorDocument, .unsupported:
      true
    default: false
    }
  }

  /// Whether the server has surely not done what it was asked for, though it may later.
  var isSurelyNotTaken: Bool {
    switch self {
    case .sessionExpired, .rateLimited, .untrustedHost, .storeFailed, .fileUnreadable, .redirected: true
    default: isFinal
    }
  }

  /// Whether it is over as soon as the server answers anything at all.
  var endsWithAnyAnswer: Bool {
    switch self {
    case .offline, .timedOut, .untrustedHost, .webPage, .redirected, .sessionExpired: true
    default: false
    }
  }
}
