import Domain
import FoundationEssentials

/// The content of an outbox entry that has no columns of its own, as JSON.
struct StoredOutboxEntry: Codable {
  var draft: StoredDraft
  var key: String
  var firstTriedAt: Int64?
  var tries: Int
  var failure: StoredFailure?
  var question: String?
  /// The process that has claimed it, as named by `ProcessRegistry`.
  var holder: String?

  /// - Parameter holder: the process that has claimed it, if any.
  init(_ entry: OutboxEntry, holder: String?) {
    draft = StoredDraft(entry.draft)
    key = entry.key
    firstTriedAt = entry.firstAttemptAt?.milliseconds
    tries = entry.attempts
    switch entry.state {
    case .waiting(let error): failure = error.map(StoredFailure.init)
    case .needsConfirmation(let reason): question = reason.rawValue
    case .sending: self.holder = holder
    }
  }
}

/// The error that delays an entry, as JSON, so that it can be shown after a restart.
struct StoredFailure: Codable {
  private var kind: String
  private var host: String?
  private var text: String?
  private var seconds: Int?
  private var until: Int64?

  init(_ error: TimelineError) {
    kind = error.name
    switch error {
    case .offline(let host, let cause): (self.host, text) = (host, cause.rawValue)
    case .timedOut(let host, let seconds): (self.host, self.seconds) = (host, seconds)
    case .serverError(let host, let text), .requestFailed(let host, let text), .untrustedHost(let host, let text),
      .refused(let host, let text), .webPage(let host, let text), .redirected(let host, let text):
      (self.host, self.text) = (host, text)
    case .rateLimited(let host, let until): (self.host, self.until) = (host, until.milliseconds)
    case .maintenance(let host, let until): (self.host, self.until) = (host, until?.milliseconds)
    case .sessionExpired(let handle, let host): (text, self.host) = (handle, host)
    case .unsupported(let host): self.host = host
    default: break
    }
  }

  /// nil if the kind is unknown.
  var error: TimelineError? {
    let (host, text) = (host ?? "", text ?? "")
    let until = until.map(Date.init(milliseconds:))
    return switch kind {
    case "offline": .offline(host: host, OfflineCause(rawValue: text) ?? .unknown)
    case "timed out": .timedOut(host: host, seconds: seconds ?? 0)
    case "server error": .serverError(host: host, message: text)
    case "request failed": .requestFailed(host: host, reason: text)
    case "untrusted host": .untrustedHost(host: host, reason: text)
    case "refused": .refused(host: host, message: text)
    case "web page": .webPage(host: host, title: text)
    case "redirected": .redirected(host: host, to: text)
    case "unsupported": .unsupported(host: host)
    case "rate limited": .rateLimited(host: host, until: until ?? Date(milliseconds: 0))
    case "maintenance": .maintenance(host: host, until: until)
    case "session expired": .sessionExpired(handle: text, host: host)
    default: nil
    }
  }
}
