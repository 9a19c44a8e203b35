import Domain
import Synchronization

/// Records events.
public final class SpyEventLog: EventLog {
  private let recorded = Mutex<[LogEvent]>([])

  public init() {}

  public var events: [LogEvent] { recorded.withLock { $0 } }

  public func record(_ event: LogEvent) {
    recorded.withLock { $0.append(event) }
  }
}
