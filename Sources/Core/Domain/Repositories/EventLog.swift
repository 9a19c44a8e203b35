/// Records events for the log file.
public protocol EventLog: Sendable {
  func record(_ event: LogEvent)
}

/// An event of the log. No case has a field for a password or the text of a post.
public enum LogEvent: Hashable, Sendable {
  case started(version: String)
  case accountOpened(handle: String)
  case timelineLoaded(handle: String, timeline: String, count: Int)
  case timelineFailed(handle: String, error: TimelineError)
  /// The handle of an existing account; nil if none, as the text may be a password typed into the wrong field.
  case signInFailed(handle: String?)
  case ended(reason: String)
}

/// For runs without a log.
public struct NoEventLog: EventLog {
  public init() {}

  public func record(_ event: LogEvent) {}
}
