import Domain
import FoundationEssentials
import Glibc
import Runtime
import SystemFiles

/// Appends a line to a file for each event. Write errors are ignored, because a log must not stop the program.
public final class FileLog: EventLog {
  /// The reason that the log could not be opened.
  public struct OpenError: Error, Hashable, Sendable {
    public var path: String
    /// The system's message.
    public var reason: String

    public init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  private let file: OpenFile
  private let clock: any WallClock

  /// Appends to the file at `path`, or creates one that only its owner can read.
  public init(path: String, clock: any WallClock) throws(OpenError) {
    do throws(SystemError) {
      file = try OpenFile(path, O_WRONLY | O_APPEND | O_CREAT)
    } catch {
      throw OpenError(path: path.escapingControls, reason: error.reason)
    }
    self.clock = clock
  }

  /// Writes the line with one call, so that several programs can share a log.
  public func record(_ event: LogEvent) {
    try? file.writeAll(Array("\(clock.now.formatted(.iso8601)) \(event.text)\n".utf8))
  }
}

extension LogEvent {
  /// The event on one line, without control characters.
  var text: String {
    let loggedText =
      switch self {
      case .started(let version): "started, version \(version)"
      case .accountOpened(let handle): "@\(handle) opened"
      case .timelineLoaded(let handle, let timeline, let count): "@\(handle) \(timeline): \(count) posts"
      case .timelineFailed(let handle, let error): "@\(handle) failed: \(error.logText)"
      case .signInFailed(let handle?): "@\(handle) not signed in"
      case .signInFailed(nil): "no account signed in"
      case .ended(let reason): "ended: \(reason)"
      }
    return String(String.UnicodeScalarView(loggedText.unicodeScalars.map { $0.isPrintable ? $0 : "\u{FFFD}" }))
  }
}

extension TimelineError {
  /// Omits the server's own message, which may contain private data.
  fileprivate var logText: String {
    switch self {
    case .offline(let host, .unknown): "\(host) cannot be reached"
    case .offline(let host, let cause): "\(host) cannot be reached: \(cause.clause)"
    case .timedOut(let host, let seconds): "\(host) gave no answer in \(seconds) s"
    case .serverError(let host, _): "\(host) answered with an error"
    case .requestFailed(let host, _): "the request to \(host) failed"
    case .rateLimited(let host, let until): "\(host) is rate limited until \(until.formatted(.iso8601))"
    case .sessionExpired(let handle, let host): "the session of @\(handle) at \(host) has expired"
    case .untrustedHost(let host, let reason): "\(host) has no good certificate: \(reason)"
    case .refused(let host, _): "\(host) has refused"
    case .webPage(let host, _): "\(host) answered with a web page"
    case .redirected(let host, let other): "\(host) redirects to \(other)"
    case .accountRequired(let host): "\(host) requires an account"
    case .unsupported(let host): "\(host) does not know the call"
    case .accountGone(let host, _, _): "the account is gone from \(host)"
    case .maintenance(let host, let until):
      "\(host) is under maintenance" + (until.map { " until \($0.formatted(.iso8601))" } ?? "")
    case .fileMissing(let path): "\(path) is missing"
    case .fileUnreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .fileDamaged(let place): "\(place.path):\(place.line):\(place.column): \(place.expected) was expected"
    case .errorDocument(let path, _): "\(path) holds an error instead of posts"
    case .unknownFormat(let path, _): "\(path) is of no known format"
    case .unknownTimeline(let name, _): "there is no timeline \(name)"
    case .postUnavailable(let id, let reason): "post \(id.rawValue) is unavailable: \(reason.rawValue)"
    case .storeFailed(.damaged(let path, let setAside, _)): "\(path) was damaged and lies at \(setAside) now"
    case .storeFailed(.newer(let path)): "\(path) was written by a newer Tern"
    case .storeFailed(.busy(let path)): "another Tern is at work on \(path)"
    case .storeFailed(.unusable(let path, let reason)): "\(path) cannot be used: \(reason)"
    case .cancelled: "cancelled"
    }
  }
}

extension Unicode.Scalar {
  /// Not a control character, its visible substitute, or a line break.
  fileprivate var isPrintable: Bool { !needsEscaping && unescapedControl == nil && self != "\n" && self != "\t" }
}
