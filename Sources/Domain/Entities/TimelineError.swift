import FoundationEssentials

/// Why a source has no posts to give. Each case carries what a person needs to know.
public enum TimelineError: Error, Hashable, Sendable {
  /// The host cannot be reached, or is not asked.
  case offline(host: String, OfflineCause = .unknown)
  /// The host took the question and gave no answer in this many seconds.
  case timedOut(host: String, seconds: Int)
  /// The host answered with an error of its own, in its own words.
  case serverError(host: String, message: String)
  /// The host answers again at this moment.
  case rateLimited(host: String, until: Date)
  case sessionExpired(handle: String, host: String)
  /// The host cannot prove who it is; the reason in the words of the library that looked at its certificate.
  case untrustedHost(host: String, reason: String)
  /// The host understood and said no, in its words.
  case refused(host: String, message: String)
  /// A web page where an answer should be: a portal, a proxy, no such server. The title is empty where it has none.
  case webPage(host: String, title: String)
  /// The host sends Tern on to another one, for which nobody has signed in.
  case redirected(host: String, to: String)
  /// The host does not know the call at all, whatever it is about.
  case unsupported(host: String)
  /// The account is not at this host any more, in its words; and where it is now, where that is known.
  case accountGone(host: String, message: String, movedTo: String?)
  /// The host is being worked on, and says until when, or does not.
  case maintenance(host: String, until: Date?)
  case fileMissing(path: String)
  /// The reason in the system's words: “Permission denied”.
  case fileUnreadable(path: String, reason: String)
  case fileDamaged(FileLocation)
  /// The file holds what a server said instead of posts, in its own words.
  case errorDocument(path: String, message: String)
  /// The formats that were looked for.
  case unknownFormat(path: String, formats: [String])
  case unknownTimeline(name: String, known: [String])
  /// The post itself cannot be shown.
  case postUnavailable(id: PostID, reason: UnavailableReason)
  /// What has been imported cannot be read.
  case storeFailed(StoreError)
  /// The question was withdrawn; nobody waits for the answer.
  case cancelled
}

/// Why a host does not answer.
public enum OfflineCause: String, Hashable, Sendable {
  case unknown
  /// The person has said that nobody is to be asked.
  case notAsked
  /// No address is known by the host's name.
  case unknownHost
  case refused
  /// The network does not lead there, or there is none.
  case noRoute
  /// The connection broke before the answer was whole.
  case cut
  /// The proxy that the environment names does not lead there.
  case proxy
  /// It answers, but not by TLS.
  case noTLS
}

/// Why someone could not sign in.
public enum SignInError: Error, Hashable, Sendable {
  case unknownAccount(handle: String)
  case wrongPassword(handle: String)
  case unavailable(TimelineError)
}

/// Why something could not be remembered.
public struct SessionError: Error, Hashable, Sendable {
  public var path: String
  /// In the system's words.
  public var reason: String

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}

extension TimelineError {
  /// The case in words, for the tour and for tests.
  public var name: String {
    switch self {
    case .offline: "offline"
    case .timedOut: "timed out"
    case .serverError: "server error"
    case .rateLimited: "rate limited"
    case .sessionExpired: "session expired"
    case .untrustedHost: "untrusted host"
    case .refused: "refused"
    case .webPage: "web page"
    case .redirected: "redirected"
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

  /// When the host answers again, where it has named a moment.
  public var retryDate: Date? {
    switch self {
    case .rateLimited(_, let until): until
    case .maintenance(_, let until): until
    default: nil
    }
  }

  /// Whether asking once more is of no use before the host lets the person in again, or they have done something.
  public var isRateLimited: Bool {
    switch self {
    case .rateLimited, .maintenance, .sessionExpired, .accountGone: true
    default: false
    }
  }

  /// The file that it is about.
  public var path: String? {
    switch self {
    case .fileMissing(let path), .fileUnreadable(let path, _), .errorDocument(let path, _), .unknownFormat(let path, _):
      path
    case .fileDamaged(let location): location.path
    default: nil
    }
  }
}

/// Why a post that another one speaks of cannot be shown.
public enum UnavailableReason: String, Hashable, Sendable, CaseIterable {
  /// Deleted by its author or its server.
  case deleted
  /// Its author and the reader, or the source, keep it apart.
  case blocked
  /// A filter of the reader's hides it.
  case filtered
  /// Its author has not agreed yet, or has said no, or has taken it back.
  case pending, rejected, revoked
  /// The reader may not see it.
  case unauthorized
  /// Its author has cut the tie.
  case detached
  /// The source names it and does not hold it.
  case notInSource

  /// The reason as the end of a sentence about a post.
  public var clause: String {
    switch self {
    case .deleted: "has been deleted"
    case .blocked: "is blocked"
    case .filtered: "is hidden by a filter of yours"
    case .pending: "waits for its author’s consent"
    case .rejected: "is not shared by its author"
    case .revoked: "is no longer shared by its author"
    case .unauthorized: "may not be shown to this account"
    case .detached: "has been detached by its author"
    case .notInSource: "is not in this source"
    }
  }
}
