import Domain
import FoundationEssentials

/// The words for what has failed.
extension EmptyStateText {
  init(_ failure: EmptyReason.Failure) {
    let phrase = failure.wanted.phrase
    let lastTry = "The last try was at \(LocalTime.clock(failure.lastTry))."
    switch failure.error {
    case .offline(let host, .notAsked):
      self.init(
        "\(host) is not asked",
        ["Tern has nothing of \(phrase) yet.", "It was started with --offline, so it asks no server."], Self.anywhere)
    case .offline(let host, let cause):
      self.init(
        "\(host) does not answer", ["Tern asked for \(phrase) and \(cause.clause).", lastTry], Self.anywhere)
    case .timedOut(let host, let seconds):
      self.init(
        "\(host) took too long",
        ["Tern asked for \(phrase) and waited \(seconds) s for an answer that did not come.", lastTry], Self.anywhere)
    case .serverError(let host, let message):
      self.init(
        "\(host) could not do it", ["The answer was: “\(message)”", "Tern had asked for \(phrase).", lastTry],
        Self.anywhere)
    case .rateLimited(let host, let until):
      self.init(
        "\(host) asks for patience",
        [
          "In \(failure.secondsLeft ?? 0) s Tern asks for \(phrase) by itself.",
          "Too many questions in too short a time. \(host) answers again at \(LocalTime.clock(until)).",
        ], Self.anywhere)
    case .sessionExpired(let handle, let host):
      self.init(
        "The session has ended",
        ["@\(handle) is no longer logged in at \(host).", "Log in again to go on reading."],
        [.logIn, .nextTimeline, .switchAccount, .back, .quit])
    case .untrustedHost(let host, let reason):
      self.init(
        "\(host) cannot prove who it is",
        [
          "Its certificate is not good: \(reason)".asSentence,
          "Somebody may be listening in, so Tern sends nothing there. \(lastTry)",
        ], Self.anywhere)
    case .refused(let host, let message):
      self.init(
        "\(host) says no", ["The answer was: “\(message)”", "Tern had asked for \(phrase).", lastTry], Self.anywhere)
    case .webPage(let host, let title):
      self.init(
        "\(host) answers with a web page",
        [
          "Tern asked for \(phrase) and got " + (title.isEmpty ? "a page without a title." : "the page “\(title)”."),
          "The network may want a login first, or this is no such server.", lastTry,
        ], Self.anywhere)
    case .redirected(let host, let other):
      self.init(
        "\(host) redirects to \(other)",
        [
          "Your session at \(host) is not shown to another server.",
          "If the server has moved, log in again. If this network wants a login first, open a browser. \(lastTry)",
        ], [.retry, .logIn, .nextTimeline, .switchAccount, .back, .quit])
    case .unsupported(let host):
      self.init("\(host) does not do that", ["Tern asked for \(phrase).", lastTry], Self.anywhere)
    case .accountGone(let host, let message, let movedTo):
      self.init(
        "This account is gone from \(host)",
        ["The answer was: “\(message)”"] + (movedTo.map { ["It is now \($0)."] } ?? [])
          + ["What Tern has kept of it can still be read."], Self.elsewhere)
    case .maintenance(let host, let until):
      self.init(
        "\(host) is being worked on",
        [
          until.map {
            "In \(failure.secondsLeft ?? 0) s Tern asks for \(phrase) by itself. It answers again at "
              + "\(LocalTime.clock($0))."
          } ?? "It does not say for how long.", lastTry,
        ], Self.anywhere)
    case .fileMissing(let path):
      self.init("The file is not there", ["There is no file at \(path).", lastTry], Self.inThisFile)
    case .fileUnreadable(let path, let reason):
      self.init("The file cannot be read", ["\(path): \(reason)".asSentence, lastTry], Self.inThisFile)
    case .fileDamaged(let place):
      self.init(
        "The file is damaged",
        ["Line \(place.line), column \(place.column) of \(place.path): expected \(place.expected).", lastTry],
        Self.anywhere)
    case .errorDocument(let path, let message):
      self.init(
        "An error instead of posts",
        ["\(path) holds what a server said instead of a timeline: “\(message)”", lastTry], Self.inThisFile)
    case .unknownFormat(let path, let formats):
      self.init(
        "No timeline in this file",
        [
          "\(path) is in no format that Tern knows.", "It looked for \(formats.joined(separator: ", ")).", lastTry,
        ], Self.inThisFile)
    case .unknownTimeline(let name, let known):
      self.init(
        "There is no timeline “\(name)”", ["The timelines here are \(known.joined(separator: ", "))."],
        [.nextTimeline, .switchAccount, .back, .quit])
    case .postUnavailable(let id, let reason):
      self.init("This post cannot be shown", ["Post \(id.rawValue) \(reason.clause)."], [.retry, .back])
    case .storeFailed(let error):
      self.init(error.title, error.sentences + [lastTry], Self.anywhere)
    case .cancelled:
      self.init(EmptyReason.loadingCancelled(failure.wanted))
    }
  }

  /// What helps where one file is of no use.
  private static let inThisFile: [EmptyStateAction] = [.retry, .switchAccount, .back, .quit]
  /// What helps where asking once more is of no use.
  private static let elsewhere: [EmptyStateAction] = [.nextTimeline, .switchAccount, .back, .quit]
  /// What helps where another timeline of the account may do better.
  private static let anywhere: [EmptyStateAction] = [.retry, .nextTimeline, .switchAccount, .back, .quit]
}

extension StoreError {
  fileprivate var title: String {
    switch self {
    case .damaged: "The store was damaged"
    case .newer: "The store is newer than this Tern"
    case .busy: "Another Tern is at work on the store"
    case .unusable: "The store cannot be read"
    }
  }

  fileprivate var sentences: [String] {
    switch self {
    case .damaged(let path, let setAside):
      ["\(path) lies at \(setAside) now; nothing of it is lost.", "Import your archives again: tern import PATH."]
    case .newer(let path): ["\(path) was written by a newer Tern. This one leaves it as it is."]
    case .busy(let path): ["\(path) is being written. It is free again in a moment."]
    case .unusable(let path, let reason): ["\(path): \(reason)".asSentence]
    }
  }
}
