import Domain
import Synchronization

/// Records what was worth a line.
public final class SpyEventLog: EventLog {
  private let noted = Mutex<[LogEvent]>([])

  public init() {}

  public var events: [LogEvent] { noted.withLock { $0 } }

  public func note(_ event: LogEvent) {
    noted.withLock { $0.append(event) }
  }
}
