/// Keeps what happened, for the person who asked for a log.
public protocol EventLog: Sendable {
  func note(_ event: LogEvent)
}

/// What is worth a line. No case has room for a password or the text of a post.
public enum LogEvent: Hashable, Sendable {
  case started(version: String)
  case accountOpened(handle: String)
  case timelineLoaded(handle: String, timeline: String, count: Int)
  case timelineFailed(handle: String, error: TimelineError)
  /// The handle of an account that there is; nil where there is none of that name: it may be a password that was typed
  /// into the wrong field.
  case signInFailed(handle: String?)
  case ended(reason: String)
}

/// For whoever asked for none.
public struct SilentLog: EventLog {
  public init() {}

  public func note(_ event: LogEvent) {}
}
