import Domain
import FoundationEssentials
import Glibc
import Runtime
import SystemFiles

/// Adds a line to a file for each event. What cannot be written is let go: a log stops nobody.
public final class FileLog: EventLog {
  /// Why there is no log.
  public struct OpenError: Error, Hashable, Sendable {
    public var path: String
    /// In the system's words.
    public var reason: String

    public init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  private let file: OpenFile
  private let clock: any WallClock

  /// Goes on with the file at `path`, or makes one that its owner alone can read.
  public init(path: String, clock: any WallClock) throws(OpenError) {
    do throws(SystemError) {
      file = try OpenFile(path, O_WRONLY | O_APPEND | O_CREAT)
    } catch {
      throw OpenError(path: path.escapingControls, reason: error.reason)
    }
    self.clock = clock
  }

  /// In one piece, so that two programs can write to one log.
  public func note(_ event: LogEvent) {
    try? file.writeAll(Array("\(clock.now.formatted(.iso8601)) \(event.words)\n".utf8))
  }
}
