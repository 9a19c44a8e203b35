import Domain

/// What a demo account makes go wrong.
enum DemoFailure: Hashable, Sendable {
  case offline
  case timedOut(seconds: Int)
  case serverError(message: String)
  /// Lasts that long from its first request on.
  case rateLimited(seconds: Double)
  /// Lasts until the person signs in again.
  case sessionExpired
}

extension DemoFailure: Decodable {
  private enum CodingKeys: String, CodingKey {
    case kind, seconds, message
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .kind) {
    case "offline": self = .offline
    case "timedOut":
      let seconds = try container.decode(Int.self, forKey: .seconds)
      guard 0...86_400 ~= seconds else {
        throw DecodingError.dataCorruptedError(
          forKey: .seconds, in: container, debugDescription: "a number of seconds, a day at most")
      }
      self = .timedOut(seconds: seconds)
    case "serverError":
      self = .serverError(message: try container.decode(String.self, forKey: .message).escapingControls)
    case "rateLimited":
      let seconds = try container.decode(Double.self, forKey: .seconds)
      guard 0...86_400 ~= seconds else {
        throw DecodingError.dataCorruptedError(
          forKey: .seconds, in: container, debugDescription: "a number of seconds, a day at most")
      }
      self = .rateLimited(seconds: seconds)
    case "sessionExpired": self = .sessionExpired
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container,
        debugDescription: "offline, timedOut, serverError, rateLimited or sessionExpired")
    }
  }
}
