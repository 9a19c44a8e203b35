import Domain
import FoundationEssentials

/// The messages for failures.
///
/// Each has the cause first, then what could not be loaded and when it was last tried.
extension EmptyStateText {
  init(_ failure: EmptyReason.FailureDetails) {
    let phrase = failure.subject.phrase
    let lastTry = "Couldn’t load \(phrase). Last tried at \(LocalTime.clock(failure.lastAttempt))."
    let retrying = "Retrying in \(failure.secondsLeft ?? 0) s."
    switch failure.error {
    case .offline(_, .offlineMode):
      self.init(
        "Offline mode",
        ["Tern was started with --offline and contacts no server.", "No copy of \(phrase) is stored yet."],
        Self.retryActions)
    case .offline(let host, let cause):
      self.init("Can’t reach \(host)", [cause.advice, lastTry], Self.retryActions)
    case .timedOut(let host, let seconds):
      self.init("\(host) took too long", ["No response after \(seconds) s.", lastTry], Self.retryActions)
    case .serverError(let host, let message):
      self.init("\(host) had an error", ["\(host) says “\(message.withoutFullStop)”.", lastTry], Self.retryActions)
    case .requestFailed(let host, let reason):
      self.init("The request to \(host) failed", [reason.asSentence, lastTry], Self.retryActions)
    case .rateLimited(let host, let until):
      self.init(
        "Rate limited by \(host)",
        [retrying, "Too many requests in a short time. \(host) accepts more at \(LocalTime.clock(until))."],
        Self.retryActions)
    case .sessionExpired(let handle, let host):
      self.init(
        "Session expired",
        ["@\(handle) is no longer signed in at \(host).", "Sign in again to keep reading."],
        [.signInAgain, .nextTimeline, .switchAccount, .back, .quit])
    case .untrustedHost(let host, let reason):
      self.init(
        "Certificate problem at \(host)",
        [
          "Its certificate is not valid: \(reason)".asSentence,
          "Someone may be intercepting the connection, so Tern sent nothing. \(lastTry)",
        ], Self.retryActions)
    case .refused(let host, let message):
      self.init(
        "\(host) refused the request", ["\(host) says “\(message.withoutFullStop)”.", lastTry], Self.retryActions)
    case .webPage(let host, let title):
      self.init(
        "\(host) sent a web page",
        [
          title.isEmpty ? "The page has no title." : "The page is “\(title)”.",
          "This network may have a login page, or this is not a supported server.", lastTry,
        ], Self.retryActions)
    case .redirected(let host, let other):
      self.init(
        "\(host) redirects to \(other)",
        [
          "Tern does not send your sign-in for \(host) to another server.",
          "If the server has moved, sign in again. If this network has a login page, open a browser. \(lastTry)",
        ], [.retry, .signInAgain, .nextTimeline, .switchAccount, .back, .quit])
    case .accountRequired(let host):
      self.init(
        "\(host) asks for an account",
        [
          "It shows \(phrase) only to those who are signed in there.",
          "If you have an account there, sign in to it. Otherwise open its posts and profiles one by one, by their "
            + "addresses: your own server may show them.",
        ], Self.retryActions)
    case .unsupported(let host):
      self.init("\(host) does not support this", ["It does not offer \(phrase).", lastTry], Self.retryActions)
    case .accountGone(let host, let message, let movedTo):
      self.init(
        "This account is gone from \(host)",
        ["\(host) says “\(message.withoutFullStop)”."] + (movedTo.map { ["It moved to \($0)."] } ?? [])
          + ["You can still read what Tern has stored of it."], Self.noRetryActions)
    case .maintenance(let host, let until):
      self.init(
        "\(host) is under maintenance",
        [until.map { "\(retrying) Back at \(LocalTime.clock($0))." } ?? "It does not say for how long.", lastTry],
        Self.retryActions)
    case .fileMissing(let path):
      self.init("File not found", ["There is no file at \(path).", lastTry], Self.fileActions)
    case .fileUnreadable(let path, let reason):
      self.init("Can’t read the file", ["\(path): \(reason)".asSentence, lastTry], Self.fileActions)
    case .fileDamaged(let location):
      self.init(
        "The file is damaged",
        [
          "Line \(location.line), column \(location.column) of \(location.path): expected \(location.expected).",
          lastTry,
        ], Self.retryActions)
    case .errorDocument(let path, let message):
      self.init(
        "An error instead of posts",
        ["\(path) contains a server’s error: “\(message.withoutFullStop)”.", lastTry], Self.fileActions)
    case .unknownFormat(let path, let formats):
      self.init(
        "Unknown file format",
        [
          "\(path) is not in a format that Tern reads.", "Supported: \(formats.joined(separator: ", ")).", lastTry,
        ], Self.fileActions)
    case .unknownTimeline(let name, let known):
      self.init(
        "No timeline “\(name)”",
        [
          known.isEmpty
            ? "The server does not offer it." : "The timelines here are \(known.joined(separator: ", "))."
        ], [.nextTimeline, .switchAccount, .back, .quit])
    case .postUnavailable(let id, let reason):
      self.init("This post can’t be shown", ["Post \(id.rawValue) \(reason.clause)."], [.retry, .back])
    case .storeFailed(let error):
      self.init(error.title, error.sentences + [lastTry], Self.retryActions)
    case .cancelled:
      self.init(EmptyReason.loadingCancelled(failure.subject))
    }
  }

  /// Actions if another account may help, but no other timeline of the same file.
  private static let fileActions: [EmptyStateAction] = [.retry, .switchAccount, .back, .quit]
  /// Actions if a retry cannot succeed.
  private static let noRetryActions: [EmptyStateAction] = [.nextTimeline, .switchAccount, .back, .quit]
  private static let retryActions: [EmptyStateAction] = [.retry, .nextTimeline, .switchAccount, .back, .quit]
}

extension OfflineCause {
  /// The user's next step, as one or two sentences.
  fileprivate var advice: String {
    switch self {
    case .unknown: "Check your connection."
    case .offlineMode: "Tern was started with --offline."
    case .unknownHost: "The host name was not found. Check the name and your connection."
    case .refused: "It refused the connection. The server may be down."
    case .noRoute: "There is no route to it. Check your connection."
    case .cut: "The connection was lost."
    case .proxy: "The proxy can’t reach it. Check your proxy settings."
    case .noTLS: "It does not support secure connections (TLS)."
    }
  }
}

extension StoreError {
  fileprivate var title: String {
    switch self {
    case .damaged: "The store was damaged"
    case .newer: "The store is from a newer Tern"
    case .busy: "Another Tern is using the store"
    case .unusable: "Can’t read the store"
    }
  }

  fileprivate var sentences: [String] {
    switch self {
    case .damaged(let path, let setAside, let rescued):
      ["\(path) was moved to \(setAside). Nothing was deleted."] + (rescued.clause.map { [$0.asSentence] } ?? [])
        + ["Posts of servers are loaded again. Import archives again: tern import PATH."]
    case .newer(let path): ["\(path) was written by a newer version. Update Tern to open it."]
    case .busy(let path): ["\(path) is locked. Try again in a moment."]
    case .unusable(let path, let reason): ["\(path): \(reason)".asSentence]
    }
  }
}
