import Domain

/// How a demo account answers for a while.
struct DemoStep: Hashable, Sendable {
  /// Seconds that each request takes.
  var latency = 0.0
  /// How each request fails after that; nil where it succeeds.
  var failure: DemoFailure?
  /// How many requests it lasts; nil where it lasts for good, or as long as its failure does.
  var times: Int?
  /// The server that a failure names.
  var host = defaultHost

  static let defaultHost = "timeline.example"
}

extension DemoStep: Decodable {
  private enum CodingKeys: String, CodingKey {
    case latency, failure, times
  }

  private struct Host: Decodable {
    var host: String?
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    latency = try container.decodeIfPresent(Double.self, forKey: .latency) ?? 0
    failure = try container.decodeIfPresent(DemoFailure.self, forKey: .failure)
    host = try container.decodeIfPresent(Host.self, forKey: .failure)?.host?.escapingControls ?? host
    times = try container.decodeIfPresent(Int.self, forKey: .times)
    // A clock cannot sleep for less than nothing, or for ever.
    guard 0...86_400 ~= latency else {
      throw DecodingError.dataCorruptedError(
        forKey: .latency, in: container, debugDescription: "a number of seconds, a day at most")
    }
    guard times ?? 1 >= 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .times, in: container, debugDescription: "a number of requests, at least 1")
    }
  }
}

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
