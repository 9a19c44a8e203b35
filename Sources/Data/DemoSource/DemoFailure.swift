import Domain
import FoundationEssentials

/// A failure that a demo account simulates.
enum DemoFailure: Hashable, Sendable {
  case offline
  case timedOut(seconds: Int)
  case serverError(message: String)
  /// Lasts for a duration from its first request.
  case rateLimited(seconds: Double)
  /// Lasts until the user signs in again.
  case sessionExpired
  case untrustedHost(reason: String)
  case refused(message: String)
  case webPage(title: String)
  case accountGone(message: String, movedTo: String?)
  /// Lasts for a duration from its first request; if that is nil, as long as its step.
  case maintenance(seconds: Double?)
  /// The requested post no longer exists.
  case postGone(id: PostID)
  /// Only those who are signed in at the server may read it.
  case accountRequired
  /// The request takes effect, but the response is lost. Its kind in accounts.json is `lostAnswer`.
  case lostResponse(seconds: Int)
}

extension DemoFailure {
  /// The duration from its first request, in seconds; nil if it lasts as long as its step.
  var duration: Double? {
    switch self {
    case .rateLimited(let seconds): seconds
    case .maintenance(let seconds): seconds
    default: nil
    }
  }

  /// Whether the request takes effect in spite of the failure.
  var losesOnlyResponse: Bool {
    if case .lostResponse = self { true } else { false }
  }

  /// The error for a request.
  /// - Parameters:
  ///   - handle: the handle of the account whose session has expired.
  ///   - end: the end of a failure with a duration.
  func error(host: String, handle: String, end: Date?) -> TimelineError {
    switch self {
    case .offline: .offline(host: host)
    case .timedOut(let seconds), .lostResponse(let seconds): .timedOut(host: host, seconds: seconds)
    case .serverError(let message): .serverError(host: host, message: message)
    case .rateLimited: .rateLimited(host: host, until: end ?? .distantPast)
    case .sessionExpired: .sessionExpired(handle: handle, host: host)
    case .untrustedHost(let reason): .untrustedHost(host: host, reason: reason)
    case .refused(let message): .refused(host: host, message: message)
    case .webPage(let title): .webPage(host: host, title: title)
    case .accountGone(let message, let movedTo): .accountGone(host: host, message: message, movedTo: movedTo)
    case .maintenance: .maintenance(host: host, until: end)
    case .postGone(let id): .postUnavailable(id: id, reason: .deleted)
    case .accountRequired: .accountRequired(host: host)
    }
  }
}

extension DemoFailure: Decodable {
  /// The valid values, for the error message.
  private static let kinds =
    "offline, timedOut, serverError, rateLimited, sessionExpired, untrustedHost, refused, webPage, accountGone, "
    + "maintenance, postGone, accountRequired or lostAnswer"

  private enum CodingKeys: String, CodingKey {
    case kind, seconds, message, reason, title, movedTo, id
  }

  /// - Throws: `DecodingError` if the kind is unknown or a key of it is missing.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String {
      try container.decode(String.self, forKey: key).escapingControls
    }
    func textIfPresent(_ key: CodingKeys) throws -> String? {
      try container.decodeIfPresent(String.self, forKey: key)?.escapingControls
    }
    switch try container.decode(String.self, forKey: .kind) {
    case "offline": self = .offline
    case "timedOut":
      self = .timedOut(seconds: Int(try container.seconds(forKey: .seconds)))
    case "serverError": self = .serverError(message: try text(.message))
    case "rateLimited": self = .rateLimited(seconds: try container.seconds(forKey: .seconds))
    case "sessionExpired": self = .sessionExpired
    case "untrustedHost": self = .untrustedHost(reason: try text(.reason))
    case "refused": self = .refused(message: try text(.message))
    case "webPage": self = .webPage(title: try textIfPresent(.title) ?? "")
    case "accountGone": self = .accountGone(message: try text(.message), movedTo: try textIfPresent(.movedTo))
    case "maintenance":
      let hasDuration = container.contains(.seconds)
      self = .maintenance(seconds: hasDuration ? try container.seconds(forKey: .seconds) : nil)
    case "postGone": self = .postGone(id: PostID(try text(.id)))
    case "accountRequired": self = .accountRequired
    case "lostAnswer": self = .lostResponse(seconds: Int(try container.seconds(forKey: .seconds)))
    default:
      throw DecodingError.dataCorruptedError(forKey: .kind, in: container, debugDescription: Self.kinds)
    }
  }
}

extension KeyedDecodingContainer {
  /// A duration in seconds, limited so that clocks can sleep for it.
  /// - Throws: `DecodingError` unless it is a number from 0 to 86,400.
  func seconds(forKey key: Key) throws -> Double {
    let seconds = try decode(Double.self, forKey: key)
    guard 0...86_400 ~= seconds else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "a number of seconds, a day at most")
    }
    return seconds
  }
}
