import Domain
import FoundationEssentials
import Glibc
import Synchronization
import TerminalKit

/// An error that ends a command: one line on standard error and an exit status of sysexits.h.
struct CommandFailure: Error {
  enum Status: Int32 {
    case usage = 64
    case damagedData = 65
    case noInput = 66
    case unavailable = 69
    case outputError = 74
    case tryLater = 75
    case notAllowed = 77
  }

  /// The further requests to the server that would fail for the same reason.
  enum Scope {
    case one
    /// The server does not support what was requested.
    case sameKind
    /// The server cannot be reached, or the session has ended.
    case all
  }

  let status: Status
  let message: String
  var scope = Scope.one
  /// When the server accepts requests again; nil if it was not asked too often.
  var retryAt: Date?

  init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }

  /// A copy with the consequence added: “timeline.example: refused: Text can’t be blank; saved as a draft”.
  func appending(_ clause: String) -> CommandFailure {
    var failure = CommandFailure(status, "\(message.withoutFullStop); \(clause)")
    (failure.scope, failure.retryAt) = (scope, retryAt)
    return failure
  }

  func exit() -> Never {
    StandardError.printOnce(message)
    Glibc.exit(status.rawValue)
  }
}

/// One line on standard error.
enum StandardError {
  /// In characters. Names from other sources can be of any length.
  private static let maxLength = 2_000
  private static let printed = Mutex<Set<String>>([])

  /// Prints a message unless this function has printed it before: a damaged store is reported when it is found, and
  /// also ends a command that needs it.
  static func printOnce(_ message: String) {
    if printed.withLock({ $0.insert(message).inserted }) { printMessage(message) }
  }

  static func printMessage(_ message: String) {
    let text = TextLayout.sanitized(NonUTF8Paths.displayed(message))
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(maxLength)
    // Without standard error there is no other place for the message.
    _ = try? StandardStream.error.write("tern: \(line)\n")
  }
}

extension CommandFailure {
  init(_ error: TimelineError) {
    switch error {
    case .offline(let host, .unknown): self.init(.unavailable, "\(host): does not respond")
    case .offline(let host, .offlineMode):
      self.init(.unavailable, "\(host): not contacted (--offline), and no copy is stored")
    case .offline(let host, let cause): self.init(.unavailable, "\(host): does not respond: \(cause.clause)")
    case .timedOut(let host, let seconds): self.init(.unavailable, "\(host): no response within \(seconds) s")
    case .serverError(let host, let message), .requestFailed(let host, let message):
      self.init(.unavailable, "\(host): \(message)")
    case .rateLimited(let host, let until):
      self.init(.unavailable, "\(host): rate limited; retry at \(LocalTime.clock(until))")
    case .sessionExpired(let handle, let host):
      self.init(.notAllowed, "\(host): the session of @\(handle) has expired; sign in again in tern")
    case .untrustedHost(let host, let reason):
      self.init(.unavailable, "\(host): invalid certificate: \(reason)")
    case .refused(let host, let message): self.init(.notAllowed, "\(host): refused: \(message)")
    case .webPage(let host, let title):
      self.init(.unavailable, "\(host): returned a web page" + (title.isEmpty ? "" : " (\(title))"))
    case .redirected(let host, let other):
      self.init(
        .unavailable, "\(host): redirects to \(other); if the server has moved, sign in with tern login \(other)")
    case .accountRequired(let host):
      self.init(.notAllowed, "\(host): shows it only to those who are signed in there")
    case .unsupported(let host): self.init(.unavailable, "\(host): does not support this")
    case .accountGone(let host, let message, let movedTo):
      self.init(
        .notAllowed,
        "\(host): the account is gone: \(movedTo == nil ? message : message.withoutFullStop)"
          + (movedTo.map { "; it moved to \($0)" } ?? ""))
    case .maintenance(let host, let until):
      self.init(
        .unavailable,
        "\(host): down for maintenance" + (until.map { "; back at \(LocalTime.clock($0))" } ?? ""))
    case .fileMissing(let path): self.init(.noInput, "\(path): no such file")
    case .fileUnreadable(let path, let reason):
      let isForbidden = reason == String(cString: strerror(EACCES))
      self.init(isForbidden ? .notAllowed : .noInput, "\(path): \(reason)")
    case .fileDamaged(let location):
      self.init(.damagedData, "\(location.path): \(location.line):\(location.column): expected \(location.expected)")
    case .errorDocument(let path, let message):
      self.init(.damagedData, "\(path): contains an error instead of posts: \(message)")
    case .unknownFormat(let path, let formats):
      self.init(.damagedData, "\(path): unknown format; Tern reads \(formats.joined(separator: ", "))")
    case .unknownTimeline(let name, let known):
      // Several accounts may have timelines with the same title.
      var names: [String] = []
      for name in known.map({ ImportText.sanitizedName($0.escapingControls) }) where !names.contains(name) {
        names.append(name)
      }
      self.init(
        .usage, "no timeline “\(ImportText.sanitizedName(name))”; choose one of \(names.joined(separator: ", "))")
    case .postUnavailable(let id, let reason): self.init(.unavailable, "post \(id.rawValue) \(reason.clause)")
    case .storeFailed(let error): self.init(error)
    case .cancelled: self.init(.unavailable, "stopped")
    }
    scope =
      switch error {
      case .offline, .sessionExpired, .untrustedHost, .redirected, .maintenance, .storeFailed: .all
      case .unsupported: .sameKind
      default: .one
      }
    if case .rateLimited(_, let until) = error { retryAt = until }
  }
}

extension CommandFailure {
  init(_ error: StoreError) {
    switch error {
    case .damaged(let path, let setAside, let rescued):
      let clauses = [
        "was damaged", "moved to \(setAside)", rescued.clause, "posts of servers are loaded again",
        "import archives again with tern import",
      ]
      self.init(.damagedData, "\(path): " + clauses.compactMap(\.self).joined(separator: "; "))
    case .newer(let path): self.init(.damagedData, "\(path): written by a newer version of Tern")
    case .busy(let path): self.init(.unavailable, "\(path): in use by another Tern; try again in a moment")
    case .unusable(let path, let reason):
      let status: Status =
        switch reason {
        case String(cString: strerror(EACCES)), String(cString: strerror(EROFS)): .notAllowed
        case String(cString: strerror(ENOSPC)): .outputError
        default: .unavailable
        }
      self.init(status, "\(path): \(reason)")
    }
  }
}

extension CommandFailure {
  /// - Parameter stored: the counts of what was stored before the failure, or nil.
  init(_ failure: ImportFailure, stored: ImportCounts?) {
    let cause: CommandFailure =
      switch failure {
      case .source(let error): CommandFailure(error)
      case .store(let error): CommandFailure(error)
      }
    let consequence =
      stored == nil ? "nothing was stored" : "the posts read before are stored; import it again for the rest"
    self = cause.appending(consequence)
  }
}
