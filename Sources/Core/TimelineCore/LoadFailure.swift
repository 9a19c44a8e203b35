import Domain
import FoundationEssentials
import Runtime

/// The error of a failed load, and when it failed.
public struct LoadFailure: Hashable, Sendable {
  public var error: TimelineError
  public var date: Date

  public init(_ error: TimelineError, at date: Date) {
    self.error = error
    self.date = date
  }

  /// When the source accepts requests again; nil if unknown.
  public var retryDate: Date? { error.retryDate }
}

extension TimelineError {
  /// Whether the source did not respond at all. Any later response then clears the failure.
  var isConnectionFailure: Bool {
    switch self {
    case .offline, .timedOut: true
    default: false
    }
  }

  /// The same error with a retry date at least one second from now. A server's clock may be behind the local one, and
  /// no server should get two requests within a second.
  public func withMinimumRetryDelay(_ clock: any WallClock) -> TimelineError {
    switch self {
    case .rateLimited(let host, let until): .rateLimited(host: host, until: clock.retryDate(after: until))
    case .maintenance(let host, let until?): .maintenance(host: host, until: clock.retryDate(after: until))
    default: self
    }
  }
}
