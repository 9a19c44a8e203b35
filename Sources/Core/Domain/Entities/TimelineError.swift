import FoundationEssentials

/// The reason that a source could not return posts. Each case has the values that the message to the user needs.
public enum TimelineError: Error, Hashable, Sendable {
  /// The host cannot be reached, or Tern is in offline mode.
  case offline(host: String, OfflineCause = .unknown)
  /// The host accepted the request and did not respond within this many seconds.
  case timedOut(host: String, seconds: Int)
  /// The host responded with a server error; its message.
  case serverError(host: String, message: String)
  /// The request could not be sent, or its response is unusable. The reason is text of Tern or of its HTTP library, not
  /// of the server.
  case requestFailed(host: String, reason: String)
  /// The host accepts requests again at this date.
  case rateLimited(host: String, until: Date)
  case sessionExpired(handle: String, host: String)
  /// The host's certificate is not valid; the reason as the TLS library words it.
  case untrustedHost(host: String, reason: String)
  /// The host rejected the request; its message.
  case refused(host: String, message: String)
  /// A web page instead of an API response: a captive portal, a proxy, or no such server. The title may be empty.
  case webPage(host: String, title: String)
  /// The host redirects to another one, where the user is not signed in.
  case redirected(host: String, to: String)
  /// The host shows this only to those who are signed in there, and the user is not.
  case accountRequired(host: String)
  /// The host does not have this API method.
  case unsupported(host: String)
  /// The account no longer exists at this host: its message, and the new account if known.
  case accountGone(host: String, message: String, movedTo: String?)
  /// The host is under maintenance, until a date if it gives one.
  case maintenance(host: String, until: Date?)
  case fileMissing(path: String)
  /// The reason in the system's words: “Permission denied”.
  case fileUnreadable(path: String, reason: String)
  case fileDamaged(FileLocation)
  /// The file contains an error message of a server instead of posts.
  case errorDocument(path: String, message: String)
  /// The formats that were tried.
  case unknownFormat(path: String, formats: [String])
  case unknownTimeline(name: String, known: [String])
  /// The post itself is unavailable.
  case postUnavailable(id: PostID, reason: UnavailableReason)
  /// The store cannot be read.
  case storeFailed(StoreError)
  /// The task was cancelled.
  case cancelled
}

/// The reason that a host cannot be reached.
public enum OfflineCause: String, Hashable, Sendable {
  case unknown
  /// Tern runs with `--offline`.
  case offlineMode = "notAsked"
  /// The host name could not be resolved.
  case unknownHost
  case refused
  /// No route to the host, or no network.
  case noRoute
  /// The connection broke before the response was complete.
  case cut
  /// The proxy of the environment cannot reach the host.
  case proxy
  /// The host responds, but not with TLS.
  case noTLS
}

/// The reason that signing in with a password failed.
public enum SignInError: Error, Hashable, Sendable {
  case unknownAccount(handle: String)
  case wrongPassword(handle: String)
  case unavailable(TimelineError)
}

/// The reason that the session could not be stored.
public struct SessionError: Error, Hashable, Sendable {
  public var path: String
  /// The reason in the system's words.
  public var reason: String

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}

extension TimelineError {
  /// The name of the case, for the tour and for tests.
  public var name: String {
    switch self {
    case .offline: "offline"
    case .timedOut: "timed out"
    case .serverError: "server error"
    case .requestFailed: "request failed"
    case .rateLimited: "rate limited"
    case .sessionExpired: "session expired"
    case .untrustedHost: "untrusted host"
    case .refused: "refused"
    case .webPage: "web page"
    case .redirected: "redirected"
    case .accountRequired: "account required"
    case .unsupported: "unsupported"
    case .accountGone: "account gone"
    case .maintenance: "maintenance"
    case .fileMissing: "file missing"
    case .fileUnreadable: "file unreadable"
    case .fileDamaged: "file damaged"
    case .errorDocument: "error document"
    case .unknownFormat: "unknown format"
    case .unknownTimeline: "unknown timeline"
    case .postUnavailable: "post unavailable"
    case .storeFailed: "store failed"
    case .cancelled: "cancelled"
    }
  }

  /// When the host accepts requests again, if it says so.
  public var retryDate: Date? {
    switch self {
    case .rateLimited(_, let until): until
    case .maintenance(_, let until): until
    default: nil
    }
  }

  /// Whether the host could not be reached.
  public var isOffline: Bool {
    if case .offline = self { true } else { false }
  }

  /// Whether a retry is useless until the host accepts requests again or the user has signed in again.
  public var isRateLimited: Bool {
    switch self {
    case .rateLimited, .maintenance, .sessionExpired, .accountGone: true
    default: false
    }
  }

  /// The file that failed.
  public var path: String? {
    switch self {
    case .fileMissing(let path), .fileUnreadable(let path, _), .errorDocument(let path, _), .unknownFormat(let path, _):
      path
    case .fileDamaged(let location): location.path
    default: nil
    }
  }
}

/// The reason that a referenced post cannot be shown.
public enum UnavailableReason: String, Hashable, Sendable, CaseIterable {
  /// Deleted by its author or its server.
  case deleted
  /// The author has blocked the user or the reverse, or the source withholds it.
  case blocked
  /// Hidden by a filter of the user's.
  case filtered
  /// The author has not yet approved the quote, has rejected it, or has revoked it.
  case pending, rejected, revoked
  /// The user may not see it.
  case unauthorized
  /// The author has detached the quote.
  case detached
  /// The source refers to it and does not have it.
  case notInSource

  /// The reason as a clause that ends a sentence about a post.
  public var clause: String {
    switch self {
    case .deleted: "was deleted"
    case .blocked: "is blocked"
    case .filtered: "is hidden by one of your filters"
    case .pending: "is waiting for its author’s approval"
    case .rejected: "was not approved by its author"
    case .revoked: "is no longer approved by its author"
    case .unauthorized: "is not visible to this account"
    case .detached: "was detached by its author"
    case .notInSource: "is not in this source"
    }
  }
}
