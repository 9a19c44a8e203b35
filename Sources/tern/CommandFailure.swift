import Domain
import FoundationEssentials
import Glibc
import TerminalKit

/// What ends a command: one line on standard error, and an exit status of sysexits.h.
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

  let status: Status
  let message: String

  init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }

  /// The same, and what has come of it: “timeline.example: says no: Text can’t be blank; it is a draft again”.
  func adding(_ clause: String) -> CommandFailure {
    CommandFailure(status, "\(message.withoutFullStop); \(clause)")
  }

  func exit() -> Never {
    StandardError.say(message)
    Glibc.exit(status.rawValue)
  }
}

/// One line on standard error.
enum StandardError {
  /// In characters: a name that somebody has made up can be of any length.
  private static let maxLength = 2_000

  static func say(_ message: String) {
    let line = TextLayout.sanitized(message).split(whereSeparator: \.isNewline).joined(separator: " ").prefix(maxLength)
    // Where this cannot be said, there is nobody to say it to.
    _ = try? StandardStream.error.write("tern: \(line)\n")
  }
}

extension CommandFailure {
  init(_ error: TimelineError) {
    switch error {
    case .offline(let host, .unknown): self.init(.unavailable, "\(host): does not answer")
    case .offline(let host, .notAsked): self.init(.unavailable, "\(host): is not asked, and this is not kept")
    case .offline(let host, let cause): self.init(.unavailable, "\(host): does not answer: \(cause.clause)")
    case .timedOut(let host, let seconds): self.init(.unavailable, "\(host): no answer within \(seconds) s")
    case .serverError(let host, let message): self.init(.unavailable, "\(host): \(message)")
    case .rateLimited(let host, let until):
      self.init(.unavailable, "\(host): too many questions; it answers again at \(LocalTime.clock(until))")
    case .sessionExpired(let handle, let host):
      self.init(.notAllowed, "\(host): the session of @\(handle) has ended; sign in again in tern")
    case .untrustedHost(let host, let reason):
      self.init(.unavailable, "\(host): cannot prove who it is: \(reason)")
    case .refused(let host, let message): self.init(.notAllowed, "\(host): says no: \(message)")
    case .webPage(let host, let title):
      self.init(.unavailable, "\(host): answers with a web page" + (title.isEmpty ? "" : " (\(title))"))
    case .redirected(let host, let other):
      self.init(
        .unavailable, "\(host): redirects to \(other); where the server has moved, sign in there: tern login \(other)")
    case .unsupported(let host): self.init(.unavailable, "\(host): does not do that")
    case .accountGone(let host, let message, let movedTo):
      self.init(
        .notAllowed,
        "\(host): the account is gone: \(movedTo == nil ? message : message.withoutFullStop)"
          + (movedTo.map { "; it is now \($0)" } ?? ""))
    case .maintenance(let host, let until):
      self.init(
        .unavailable,
        "\(host): is being worked on" + (until.map { "; it answers again at \(LocalTime.clock($0))" } ?? ""))
    case .fileMissing(let path): self.init(.noInput, "\(path): no such file")
    case .fileUnreadable(let path, let reason):
      let isForbidden = reason == String(cString: strerror(EACCES))
      self.init(isForbidden ? .notAllowed : .noInput, "\(path): \(reason)")
    case .fileDamaged(let place):
      self.init(.damagedData, "\(place.path): \(place.line):\(place.column): expected \(place.expected)")
    case .errorDocument(let path, let message):
      self.init(.damagedData, "\(path): an error instead of posts: \(message)")
    case .unknownFormat(let path, let formats):
      self.init(.damagedData, "\(path): none of the formats that Tern knows: \(formats.joined(separator: ", "))")
    case .unknownTimeline(let name, let known):
      // Several accounts may have timelines of the same name.
      var names: [String] = []
      for name in known.map({ ImportText.shown($0.escapingControls) }) where !names.contains(name) {
        names.append(name)
      }
      self.init(.usage, "no timeline “\(ImportText.shown(name))”; there are \(names.joined(separator: ", "))")
    case .postUnavailable(let id, let reason): self.init(.unavailable, "post \(id.rawValue) \(reason.clause)")
    case .storeFailed(let error): self.init(error)
    case .cancelled: self.init(.unavailable, "stopped")
    }
  }
}

extension CommandFailure {
  init(_ error: StoreError) {
    switch error {
    case .damaged(let path, let setAside):
      self.init(.damagedData, "\(path): was damaged; it lies at \(setAside) now, and a new one is made by tern import")
    case .newer(let path): self.init(.damagedData, "\(path): was written by a newer Tern")
    case .busy(let path): self.init(.unavailable, "\(path): another Tern is at work on it; try again in a moment")
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
  /// - Parameter kept: what is stored all the same.
  init(_ failure: ImportFailure, kept: ImportCounts?) {
    let cause: CommandFailure =
      switch failure {
      case .source(let error): CommandFailure(error)
      case .store(let error): CommandFailure(error)
      }
    let rest = kept == nil ? "nothing was stored" : "what was read before is stored; import it again for the rest"
    self = cause.adding(rest)
  }
}
