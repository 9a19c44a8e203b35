import Domain
import FoundationEssentials

/// Why there is nothing to list.
public enum EmptyReason: Hashable, Sendable {
  /// With how far it has come, where that is known.
  case loading(Wanted, ReadingProgress? = nil)
  case loadingCancelled(Wanted)
  case noPosts(Wanted)
  case noAccounts
  /// With what would make the search find more.
  case noMatches(words: String, searched: Int, widenings: [SearchQuery.Widening] = [])
  case meaninglessSearch(words: String, SearchQueryError)
  case offline(host: String, Wanted, lastTry: Date)
  case timedOut(host: String, seconds: Int, Wanted, lastTry: Date)
  case serverError(host: String, message: String, Wanted, lastTry: Date)
  case rateLimited(host: String, Wanted, until: Date, secondsLeft: Int)
  case sessionExpired(handle: String, host: String)
  case fileMissing(path: String, lastTry: Date)
  case fileUnreadable(path: String, reason: String, lastTry: Date)
  case fileDamaged(FileLocation, lastTry: Date)
  case errorDocument(path: String, message: String, lastTry: Date)
  case unknownFormat(path: String, formats: [String], lastTry: Date)
  case unknownTimeline(name: String, known: [String])
  case postUnavailable(id: String, UnavailableReason)
  case storeFailed(StoreError, lastTry: Date)

  /// What was asked for, in words: “@ada@demo’s Home” from “demo”.
  public struct Wanted: Hashable, Sendable {
    public var owner: String
    public var thing: String
    public var source: String
    /// Whether the source is a file: that is read and not asked.
    public var isFile: Bool
    /// Whether the source can be read but once: standard input.
    public var isReadOnce: Bool

    /// - Parameter source: a file’s path, or `-` for standard input, where it is a file.
    public init(owner: String, thing: String, source: String, isFile: Bool = false) {
      self.owner = owner
      self.thing = thing
      self.source = isFile && source == "-" ? "standard input" : source
      self.isFile = isFile
      isReadOnce = isFile && (source == "-" || source.hasPrefix("- "))
    }
  }
}

extension EmptyReason {
  /// The reason for an error at a moment; a question that was withdrawn is no failure.
  public init(_ error: TimelineError, wanted: Wanted, now: Date) {
    switch error {
    case .offline(let host): self = .offline(host: host, wanted, lastTry: now)
    case .timedOut(let host, let seconds): self = .timedOut(host: host, seconds: seconds, wanted, lastTry: now)
    case .serverError(let host, let message):
      self = .serverError(host: host, message: message, wanted, lastTry: now)
    case .rateLimited(let host, let until):
      let left = Int(max(0, min(until.timeIntervalSince(now), 1e9)).rounded(.up))
      self = .rateLimited(host: host, wanted, until: until, secondsLeft: left)
    case .sessionExpired(let handle, let host): self = .sessionExpired(handle: handle, host: host)
    case .fileMissing(let path): self = .fileMissing(path: path, lastTry: now)
    case .fileUnreadable(let path, let reason):
      self = .fileUnreadable(path: path, reason: reason, lastTry: now)
    case .fileDamaged(let place): self = .fileDamaged(place, lastTry: now)
    case .errorDocument(let path, let message):
      self = .errorDocument(path: path, message: message, lastTry: now)
    case .unknownFormat(let path, let formats):
      self = .unknownFormat(path: path, formats: formats, lastTry: now)
    case .unknownTimeline(let name, let known): self = .unknownTimeline(name: name, known: known)
    case .postUnavailable(let id, let reason): self = .postUnavailable(id: id.rawValue, reason)
    case .storeFailed(let error): self = .storeFailed(error, lastTry: now)
    case .cancelled: self = .loadingCancelled(wanted)
    }
  }

  /// The file that it is about.
  var path: String? {
    switch self {
    case .fileMissing(let path, _), .fileUnreadable(let path, _, _), .errorDocument(let path, _, _),
      .unknownFormat(let path, _, _):
      path
    case .fileDamaged(let place, _): place.path
    case .loading(let wanted, _), .loadingCancelled(let wanted), .noPosts(let wanted):
      wanted.isFile ? wanted.source : nil
    default: nil
    }
  }

  /// The case's name, for the tour and for tests.
  public var name: String {
    switch self {
    case .loading: "loading"
    case .loadingCancelled: "loading cancelled"
    case .noPosts: "no posts"
    case .noAccounts: "no accounts"
    case .noMatches: "no matches"
    case .meaninglessSearch: "meaningless search"
    case .offline: "offline"
    case .timedOut: "timed out"
    case .serverError: "server error"
    case .rateLimited: "rate limited"
    case .sessionExpired: "session expired"
    case .fileMissing: "file missing"
    case .fileUnreadable: "file unreadable"
    case .fileDamaged: "file damaged"
    case .errorDocument: "error document"
    case .unknownFormat: "unknown format"
    case .unknownTimeline: "unknown timeline"
    case .postUnavailable: "post unavailable"
    case .storeFailed: "store failed"
    }
  }
}
