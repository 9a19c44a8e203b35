import Domain
import FoundationEssentials

/// What a demo account makes go wrong.
enum DemoFailure: Hashable, Sendable {
  case offline
  case timedOut(seconds: Int)
  case serverError(message: String)
  /// Lasts that long from its first request on.
  case rateLimited(seconds: Double)
  /// Lasts until the person signs in again.
  case sessionExpired
  case untrustedHost(reason: String)
  case refused(message: String)
  case webPage(title: String)
  case accountGone(message: String, movedTo: String?)
  /// Lasts that long from its first request on; where the host does not say how long, as long as its step.
  case maintenance(seconds: Double?)
  /// What is asked about is not there any more.
  case postGone(id: PostID)
  /// What was asked for is done, and nobody hears of it.
  case lostAnswer(seconds: Int)
}

extension DemoFailure {
  /// How long it lasts from its first request on; nil where its step says how many requests it lasts.
  var duration: Double? {
    switch self {
    case .rateLimited(let seconds): seconds
    case .maintenance(let seconds): seconds
    default: nil
    }
  }

  /// Whether what was asked for is done all the same.
  var losesOnlyTheAnswer: Bool {
    if case .lostAnswer = self { true } else { false }
  }

  /// What a person is told.
  /// - Parameters:
  ///   - handle: whose session it is about.
  ///   - end: when it ends, where it lasts for a time.
  func error(host: String, handle: String, end: Date?) -> TimelineError {
    switch self {
    case .offline: .offline(host: host)
    case .timedOut(let seconds), .lostAnswer(let seconds): .timedOut(host: host, seconds: seconds)
    case .serverError(let message): .serverError(host: host, message: message)
    case .rateLimited: .rateLimited(host: host, until: end ?? .distantPast)
    case .sessionExpired: .sessionExpired(handle: handle, host: host)
    case .untrustedHost(let reason): .untrustedHost(host: host, reason: reason)
    case .refused(let message): .refused(host: host, message: message)
    case .webPage(let title): .webPage(host: host, title: title)
    case .accountGone(let message, let movedTo): .accountGone(host: host, message: message, movedTo: movedTo)
    case .maintenance: .maintenance(host: host, until: end)
    case .postGone(let id): .postUnavailable(id: id, reason: .deleted)
    }
  }
}

extension DemoFailure: Decodable {
  private static let kinds =
    "offline, timedOut, serverError, rateLimited, sessionExpired, untrustedHost, refused, webPage, accountGone, "
    + "maintenance, postGone or lostAnswer"

  private enum CodingKeys: String, CodingKey {
    case kind, seconds, message, reason, title, movedTo, id
  }

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
      let isForATime = container.contains(.seconds)
      self = .maintenance(seconds: isForATime ? try container.seconds(forKey: .seconds) : nil)
    case "postGone": self = .postGone(id: PostID(try text(.id)))
    case "lostAnswer": self = .lostAnswer(seconds: Int(try container.seconds(forKey: .seconds)))
    default:
      throw DecodingError.dataCorruptedError(forKey: .kind, in: container, debugDescription: Self.kinds)
    }
  }
}

extension KeyedDecodingContainer {
  /// A length of time that a clock can sleep for: not less than nothing, and not for ever.
  func seconds(forKey key: Key) throws -> Double {
    let seconds = try decode(Double.self, forKey: key)
    guard 0...86_400 ~= seconds else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "a number of seconds, a day at most")
    }
    return seconds
  }
}
