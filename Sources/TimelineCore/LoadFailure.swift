import Domain
import FoundationEssentials
import Runtime

/// A question that was not answered, and when it was asked.
public struct LoadFailure: Hashable, Sendable {
  public var error: TimelineError
  public var date: Date

  public init(_ error: TimelineError, at date: Date) {
    self.error = error
    self.date = date
  }

  /// When the source answers again, where it asks for patience.
  public var retryDate: Date? { error.retryDate }
}

extension TimelineError {
  /// The same error with a moment for the next try that is a second away at least: a source's clock may go after ours, and
  /// nobody is asked twice within a second.
  public func withMinimumRetryDelay(_ clock: any WallClock) -> TimelineError {
    switch self {
    case .rateLimited(let host, let until): .rateLimited(host: host, until: clock.nextTry(after: until))
    case .maintenance(let host, let until?): .maintenance(host: host, until: clock.nextTry(after: until))
    default: self
    }
  }
}
